import { describe, expect, it } from "vitest";
import type { QueryTable } from "@/api/types";
import { cellOf, cells, EMPTY, fitted, freeAlias, isComplete, isPlain, keyOf, toBuilt, valuesOf, withJoin, type Draft } from "./draft";

const table = (name: string, ...columns: string[]): QueryTable => ({
  name,
  rows: 3,
  columns: columns.map((column) => ({ name: column, original: column, type: "VARCHAR" })),
});
const TABLES = [table("a", "zip", "age", "illness"), table("b", "name", "ZIP", "illness")];
const START: Draft = { ...EMPTY, table: "a" };

describe("a draft", () => {
  it("starts with the first table there is", () => {
    expect(fitted(EMPTY, TABLES).table).toBe("a");
    expect(fitted(EMPTY, []).table).toBe("");
    expect(toBuilt(EMPTY)).toBeNull();
  });

  it("joins on columns that are called alike", () => {
    const [join] = withJoin(START, TABLES, "b").joins;
    expect(join).toEqual({ table: "b", alias: "b", kind: "inner", pairs: [{ left: { table: "a", column: "zip" }, right: "ZIP", condition: "equal" }] });
  });

  it("calls a table that is joined twice by another name", () => {
    const twice = withJoin(withJoin(START, TABLES, "b"), TABLES, "b");
    expect(twice.joins.map(({ alias }) => alias)).toEqual(["b", "b_2"]);
    expect(freeAlias(START, "A")).toBe("A_2");
    expect(toBuilt(twice)?.joins.map(({ alias }) => alias)).toEqual([null, "b_2"]);
    expect(cells(twice, TABLES)).toHaveLength(9);
    expect(cells(twice, TABLES, 1)).toHaveLength(3);
  });

  it("loses what has been removed from the query, and nothing else", () => {
    const cell = { table: "b", column: "name" };
    const full: Draft = {
      ...withJoin(START, TABLES, "b"),
      columns: [cell, { table: "a", column: "age" }],
      filters: [{ cell, operator: "=", values: ["x"] }],
      order: [{ cell: { table: "a", column: "age" }, descending: true }],
      limit: 5,
    };
    expect(fitted(full, TABLES)).toEqual(full);
    const left = fitted(full, TABLES.slice(0, 1));
    expect(left).toMatchObject({ table: "a", joins: [], columns: [{ table: "a", column: "age" }], filters: [], limit: 5 });
    expect(left.order).toHaveLength(1);
    expect(fitted(full, TABLES.slice(1))).toEqual({ ...EMPTY, table: "b" });
  });

  it("sends filters only when they are filled in", () => {
    const cell = { table: "a", column: "age" };
    expect([valuesOf("null"), valuesOf("="), valuesOf("between"), valuesOf("in")]).toEqual([0, 1, 2, "many"]);
    expect(isComplete({ cell, operator: "between", values: ["1"] })).toBe(false);
    expect(isComplete({ cell, operator: "in", values: [] })).toBe(false);
    const built = toBuilt({
      ...START,
      filters: [
        { cell, operator: "=", values: [""] },
        { cell, operator: "between", values: ["1", "2"] },
        { cell, operator: "<", values: ["7", "2"] },
        { cell, operator: "not null", values: ["left over"] },
      ],
    });
    expect(built?.filters.map(({ operator, values }) => [operator, values])).toEqual([
      ["between", ["1", "2"]],
      ["<", ["7"]],
      ["not null", []],
    ]);
  });

  it("can be run as SQL unless values go together by meaning", () => {
    const joined = withJoin(START, TABLES, "b");
    expect(isPlain(joined)).toBe(true);
    const [join] = joined.joins;
    expect(isPlain({ ...joined, joins: join ? [{ ...join, pairs: join.pairs.map((pair) => ({ ...pair, condition: "covers" as const })) }] : [] })).toBe(false);
  });

  it("names columns whatever signs they have", () => {
    const odd = { table: 'a".b', column: "x,[y]" };
    expect(cellOf(keyOf(odd))).toEqual(odd);
  });
});
