/** People in a PostgreSQL with a password, which stay there: `const scene = withPeople()`. */
import { afterAll, beforeAll } from "vitest";
import { startPostgres, type Postgres } from "./postgres";
import { withWindow, type Scene } from "./scene";
import type { Setting } from "./server";

const PEOPLE = `
CREATE TABLE people AS SELECT
  20 + (i * 7) % 60 AS age,
  CASE WHEN i % 2 = 0 THEN 'female' ELSE 'male' END AS sex,
  'D' || (i % 40 + 10) AS postcode,
  (ARRAY['flu', 'asthma', 'diabetes', 'none'])[i % 4 + 1] AS diagnosis
FROM generate_series(1, 1500) i;
CREATE SCHEMA open;`;

export interface RemoteScene extends Scene {
  database: Postgres;
}

export function withPeople(setting: Setting = {}): RemoteScene {
  const scene = withWindow(setting) as RemoteScene;
  beforeAll(async () => {
    scene.database = await startPostgres(PEOPLE);
  });
  afterAll(() => scene.database.remove());
  return scene;
}
