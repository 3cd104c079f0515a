import { describe, expect, it } from "vitest";
import type { HierarchyLevel } from "@/api/types";
import { cellsOf, valuesToCome } from "./valuesToCome";

const level = (number: number, groups: [string, number][]): HierarchyLevel => ({
  level: number,
  title: "",
  more: 0,
  groups: groups.map(([label, rows]) => ({ label, rows, values: 1 })),
});

describe("values to come", () => {
  const view = {
    csv: "30;30-34;30-39;*\r\n31;30-34;30-39;*\r\n35;35-39;30-39;*\r\n",
    levels: [level(0, [["30", 1], ["31", 7], ["35", 3]]), level(1, [["30-34", 8], ["35-39", 3]])],
  };

  it("start with the most frequent value", () => {
    expect(valuesToCome(view, 0, 1)).toEqual([
      { from: "31", to: "30-34" },
      { from: "35", to: "35-39" },
      { from: "30", to: "30-34" },
    ]);
  });

  it("start from what is published now", () => {
    expect(valuesToCome(view, 1, 3)).toEqual([
      { from: "30-34", to: "*" },
      { from: "35-39", to: "*" },
    ]);
  });
});

it("reads quoted cells", () => {
  expect(cellsOf('"a;b";"say ""hi""";c')).toEqual(["a;b", 'say "hi"', "c"]);
  expect(cellsOf("a;;c")).toEqual(["a", "", "c"]);
});
