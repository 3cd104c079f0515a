/** A file and tables of PostgreSQL that are queried together. */
import { vi } from "vitest";
import type { Server } from "./server";

export const HOSPITAL = `ZipCode,Age,MaritalStatus,HealthCondition
130**,20-30,Married,Diabetes
130**,20-30,Single,HIV
148**,30-40,Single,Flu
130**,30-40,Married,Flu
`;
export const TABLES = `
CREATE TABLE visits ("ZipCode" text, "Nationality" text, "HealthCondition" text);
INSERT INTO visits VALUES ('13012', 'French', 'Diabetes'), ('13053', 'German', 'HIV'), ('14850', 'French', 'Flu');
CREATE TABLE numbers AS SELECT i AS id, i % 90 AS age, 'person ' || i AS name FROM generate_series(1, 5000) i;
CREATE SCHEMA archive; CREATE TABLE archive."odd ""name" (a int);`;

/** A file, sent straight to the server. */
export async function upload(server: Server, name: string, text: string): Promise<void> {
  const form = new FormData();
  form.append("file", new Blob([text]), name);
  await server.ask("/datasets", { method: "POST", body: form });
  const read = async (): Promise<void> => {
    const listed = (await (await server.ask("/datasets")).json()) as { name: string }[];
    if (!listed.some((one) => one.name === name)) throw new Error("not read yet");
  };
  await vi.waitFor(read, { timeout: 20_000, interval: 100 });
}
