import { expect, it } from "vitest";
import type { QueryTable } from "@/api/types";
import { engineOf, ENGINES, EXAMPLES, nameOf } from "./engines";
import { freeName } from "./names";

const dataset = (name: string) => ({ kind: "dataset", dataset: "1", name }) as const;
const tableCalled = (name: string): QueryTable => ({ name, rows: 0, columns: [] });

it.each([
  ["hospital-a.csv", "hospital_a"],
  ["2020 visits.parquet", "t_2020_visits"],
  ["år.csv", "år"],
  ["'; DROP TABLE x; --", "DROP_TABLE_x"],
  ["---", "t_1"],
])("calls %s %s", (name, expected) => {
  expect(freeName(dataset(name), [])).toBe(expected);
});

it("never uses a name twice, whatever its letters", () => {
  expect(freeName(dataset("a.csv"), [tableCalled("A"), tableCalled("a_2")])).toBe("a_3");
});

it("knows what is typed by its beginning", () => {
  expect(ENGINES.map((name) => engineOf(EXAMPLES[name]))).toEqual(ENGINES);
  expect(["postgres://", "MariaDB://db", "http://x", "clinic"].map(engineOf)).toEqual(["postgresql", "mysql", undefined, undefined]);
});

it("calls a source after its database", () => {
  expect(ENGINES.map((name) => nameOf(EXAMPLES[name]))).toEqual(["clinic", "clinic", "clinic", "spark.example", "clinic"]);
  expect(nameOf("spark://ann@10.0.0.7:15002/?use_ssl=true")).toBe("10.0.0.7");
  expect(nameOf("mysql://ann@db/100%")).toBe("100%");
  expect(nameOf("postgresql://ann@db.example:5432/clinic?sslmode=require")).toBe("clinic");
  expect(nameOf("postgresql://ann@db.example")).toBe("");
});
