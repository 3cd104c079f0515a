import { describe, expect, it } from "vitest";
import { canMove, dropAt, move, put, reconcile, sent, type DrawnRow, type Groups } from "./ranking";

const EQUAL: Groups = [["age", "sex", "race"]];
const RANKED: Groups = [["age"], ["sex", "race"], ["work"]];

describe("move", () => {
  it.each([
    ["age", "up", RANKED],
    ["age", "down", [["sex", "race"], ["age"], ["work"]]],
    ["race", "up", [["age"], ["race"], ["sex"], ["work"]]],
    ["race", "down", [["age"], ["sex"], ["race"], ["work"]]],
    ["sex", "join", [["age", "sex"], ["race"], ["work"]]],
    ["work", "join", [["age"], ["sex", "race", "work"]]],
    ["work", "down", RANKED],
    ["age", "join", RANKED],
  ] as const)("takes %s %s", (name, direction, wanted) => {
    expect(move(RANKED, name, direction)).toEqual(wanted);
    expect(canMove(RANKED, name, direction)).toBe(wanted !== RANKED);
  });

  it("takes the first one out of equals", () => {
    expect(move(EQUAL, "race", "up")).toEqual([["race"], ["age", "sex"]]);
  });

  it("never loses or doubles an attribute", () => {
    for (const name of RANKED.flat()) {
      for (const group of [0, 1, 2]) {
        for (const how of ["before", "join", "after"] as const) {
          expect(put(RANKED, name, { group, how }).flat().sort()).toEqual(RANKED.flat().sort());
        }
      }
    }
  });
});

describe("reconcile", () => {
  it("forgets what is no quasi-identifier any more and adds what is new at the end", () => {
    expect(reconcile(RANKED, ["sex", "work", "town"])).toEqual([["sex"], ["work", "town"]]);
  });

  it("starts with all equal", () => {
    expect(reconcile([], ["a", "b"])).toEqual([["a", "b"]]);
  });
});

describe("dropAt", () => {
  // age | sex, race | work; each row is ten high.
  const rows: DrawnRow[] = [0, 1, 1, 2].map((group, index) => ({ group, top: 10 * index, bottom: 10 * index + 10 }));
  it.each([
    [-5, { group: 0, how: "before" }],
    [5, { group: 0, how: "join" }],
    [9, { group: 0, how: "after" }],
    [11, { group: 1, how: "before" }],
    [19, { group: 1, how: "join" }],
    [21, { group: 1, how: "join" }],
    [29, { group: 1, how: "after" }],
    [99, { group: 2, how: "after" }],
  ])("puts what is dropped at %d %o", (y, wanted) => {
    expect(dropAt(rows, y)).toEqual(wanted);
  });

  it("has no place in an empty list", () => {
    expect(dropAt([], 3)).toBeNull();
  });
});

it("sends nothing while all matter the same", () => {
  expect(sent(EQUAL)).toEqual([]);
  expect(sent(RANKED)).toEqual(RANKED);
});
