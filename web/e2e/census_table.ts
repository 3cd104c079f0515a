/** The people of the recordings as a table of a PostgreSQL: `const database = await startCensus()`. */
import { readFileSync } from "node:fs";
import { startPostgres, type Postgres } from "./postgres";

const SAMPLE = `${import.meta.dirname}/../src/testing/samples/census.csv`;

const quoted = (text: string): string => (text === "" ? "NULL" : `'${text.replaceAll("'", "''")}'`);

/** Numbers are numbers there, all else is text. */
function tableOf(csv: string): string {
  const [names = [], ...rows] = csv.trim().split("\n").map((line) => line.split(","));
  const isNumber = (column: number): boolean => rows.every((row) => /^([1-9]\d*|0)?$/u.test(row[column] ?? ""));
  const columns = names.map((name, column) => `${name} ${isNumber(column) ? "int" : "text"}`);
  const values = rows.map((row) => `(${row.map(quoted).join(", ")})`);
  return `CREATE TABLE census (${columns.join(", ")}); INSERT INTO census VALUES ${values.join(", ")};`;
}

export function startCensus(): Promise<Postgres> {
  return startPostgres(tableOf(readFileSync(SAMPLE, "utf8")));
}
