/** A file and tables of a PostgreSQL with a password that are queried together: `const scene = withDatabase()`. */
import { afterAll, beforeAll } from "vitest";
import { upload } from "./files";
import { startPostgres, type Postgres } from "./postgres";
import { withWindow, type Scene } from "./scene";

const HOSPITAL = `ZipCode,Age,MaritalStatus,HealthCondition
130**,20-30,Married,Diabetes
130**,20-30,Single,HIV
148**,30-40,Single,Flu
130**,30-40,Married,Flu
`;
const TABLES = `
CREATE TABLE visits ("ZipCode" text, "Nationality" text, "HealthCondition" text);
INSERT INTO visits VALUES ('13012', 'French', 'Diabetes'), ('13053', 'German', 'HIV'), ('14850', 'French', 'Flu');
CREATE TABLE numbers AS SELECT i AS id, i % 90 AS age, 'person ' || i AS name FROM generate_series(1, 5000) i;
CREATE SCHEMA archive; CREATE TABLE archive."odd ""name" (a int);`;

export interface QueryScene extends Scene {
  database: Postgres;
}

export function withDatabase(): QueryScene {
  const scene = withWindow() as QueryScene;
  beforeAll(async () => {
    scene.database = await startPostgres(TABLES);
    await upload(scene.server, "hospital-a.csv", HOSPITAL);
  });
  afterAll(() => scene.database.remove());
  return scene;
}
