import { describe, expect, it } from "vitest";
import type { QueryTable } from "@/api/types";
import { complete, quoted } from "./completion";

const TABLES: QueryTable[] = [
  { name: "visits", rows: 1, columns: ["ZipCode", "age"].map((name) => ({ name, original: name, type: "VARCHAR" })) },
  { name: "Odd name", rows: 1, columns: [{ name: "order", original: "order", type: "VARCHAR" }] },
];

const labels = (text: string, asked = false): string[] =>
  complete(text.replace("|", ""), text.indexOf("|"), TABLES, asked).suggestions.map(({ label }) => label);

describe("completion", () => {
  it.each([
    ["SELECT * FROM vis|", ["visits"]],
    ["SELECT * FROM visits v WHERE v.|", ["ZipCode", "age"]],
    ["SELECT v.z| FROM visits AS v", ["ZipCode"]],
    ["SELECT visits.ag|", ["age"]],
    ['SELECT "Odd name".|', ["order"]],
    ["SELECT nothing.|", []],
    ["SELECT 'vis|", []],
    ["SELECT 1 -- vis|", []],
    ["SELECT /* vis|", []],
    ["SELECT |", []],
  ])("proposes for %s", (text, expected) => {
    expect(labels(text)).toEqual(expected);
  });

  it("proposes everything when asked for, tables first", () => {
    expect(labels("SELECT |", true).slice(0, 5)).toEqual(["visits", "Odd name", "ZipCode", "age", "order"]);
  });

  it("knows the words of SQL", () => {
    expect(labels("sel|")).toEqual(["SELECT"]);
  });

  it("replaces the word from its beginning, quoted where it must be", () => {
    const { from, suggestions } = complete("SELECT Zip", 10, TABLES);
    expect([from, suggestions[0]?.text]).toEqual([7, '"ZipCode"']);
    expect([quoted("age"), quoted("order"), quoted('a"b')]).toEqual(["age", '"order"', '"a""b"']);
  });
});
