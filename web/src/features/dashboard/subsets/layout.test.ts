import { describe, expect, it } from "vitest";
import type { Merge } from "@/api/types";
import { csvOf } from "./figuresCsv";
import { shorten } from "./geometry";
import { drawnAttributes, layTree, MOST_DRAWN, nodesOf, thresholdsFor } from "./layout";
import { leakIn } from "./remedy";
import { scaleOf } from "./scale";

const merge = (left: string[], right: string[], k: number): Merge => ({ left, right, members: [...left, ...right], k, linkage: k });

describe("what is drawn", () => {
  const attributes = Array.from({ length: 300 }, (_, index) => `a${index}`);
  const single = Object.fromEntries(attributes.map((name, index) => [name, index]));

  it("are at most so many, those with the largest k, in the order asked for", () => {
    const order = [...attributes].reverse();
    const drawn = drawnAttributes({ attributes, order, single }, "tree");
    expect(drawn).toHaveLength(MOST_DRAWN);
    expect([drawn[0], drawn.at(-1)]).toEqual(["a299", "a240"]);
    expect(drawnAttributes({ attributes, order, single }, "columns")[0]).toBe("a240");
  });

  it("leaves out merges of what is not drawn", () => {
    const merges = [merge(["a"], ["b"], 9), merge(["c"], ["d"], 7), merge(["a", "b"], ["c", "d"], 2)];
    const [root, ...rest] = layTree(merges, { a: 20, b: 30, c: 8, d: 40 }, ["a", "b", "d"]);
    expect(rest).toEqual([]);
    expect(root?.members).toEqual(["a", "b", "d"]);
    expect(root && nodesOf(root).map(({ k, depth, at }) => [k, depth, at])).toEqual([[2, 2, 1.25], [9, 1, 0.5], [20, 0, 0], [30, 0, 1], [40, 0, 2]]);
  });

  it("draws one attribute without a merge", () => {
    expect(layTree([], { a: 3 }, ["a"])).toEqual([{ members: ["a"], k: 3, depth: 0, at: 0, children: [] }]);
  });
});

it("long names keep their ends, where they differ", () => {
  expect(shorten("attribute_number_123")).toBe("attribu…mber_123");
  expect(shorten("marital_status")).toBe("marital_status");
});

describe("thresholds", () => {
  it("rise and end just past the largest k", () => {
    const offered = thresholdsFor({ a: 963, b: 1 });
    expect(offered).toEqual([...new Set(offered)].sort((a, b) => a - b));
    expect(offered.at(-1)).toBe(1000);
    expect(offered.at(-2)).toBeLessThanOrEqual(963);
    expect(thresholdsFor({ a: 1 })).toEqual([2, 3, 4, 5, 6, 7, 8, 9]);
  });
});

describe("the scale", () => {
  it("is logarithmic for counts, light where it is good, and has ticks at powers of ten", () => {
    const scale = scaleOf({ cells: [[1, 10], [10, 1000]], whole: 1, better: "higher", unit: "rows" });
    expect(scale.logarithmic).toBe(true);
    expect(scale.at(1)).toBe(0);
    expect(scale.at(1000)).toBe(1);
    expect(scale.at(10)).toBeCloseTo(1 / 3);
    expect(scale.ticks).toEqual([1, 10, 100, 1000]);
    expect([scale.colour(1000), scale.ink(1000)]).toEqual(["#fdeccb", "#000000"]);
    expect([scale.colour(1), scale.ink(1)]).toEqual(["#67210a", "#ffffff"]);
  });

  it("is linear for shares, with round ticks, and has a place for no rows at all", () => {
    const scale = scaleOf({ cells: [[0, 50]], whole: 98.65, better: "lower", unit: "percent" });
    expect([scale.logarithmic, scale.at(49.325)]).toEqual([false, 0.5]);
    expect(scale.ticks).toEqual([0, 20, 40, 60, 98.65]);
    const ratio = scaleOf({ cells: [[0.1, 0.5]], whole: 1, better: "lower", unit: "ratio" });
    expect(ratio.ticks).toEqual([0.1, 0.4, 0.6, 0.8, 1]);
    const none = scaleOf({ cells: [[0, 9]], whole: 99, better: "lower", unit: "rows" });
    expect([none.at(0), none.at(9)]).toEqual([0, 0.5]);
    expect(none.ticks).toEqual([0, 10, 99]);
  });

  it("is dark for groups of one, not for the smallest there happen to be", () => {
    const scale = scaleOf({ cells: [[40, 90]], whole: 40, better: "higher", unit: "rows" });
    expect(scale.low).toBe(1);
    expect(scale.at(40)).toBeGreaterThan(0.8);
    expect(scale.colour(1)).toBe("#67210a");
  });

  it("keeps ticks that are a fifth away from the ends", () => {
    expect(scaleOf({ cells: [[0, 50]], whole: 100, better: "lower", unit: "percent" }).ticks).toEqual([0, 20, 40, 60, 80, 100]);
    expect(scaleOf({ cells: [[1]], whole: 100_000, better: "higher", unit: "rows" }).ticks).toEqual([1, 10, 100, 1000, 10_000, 100_000]);
  });

  it("turns round where less is better, and bears one value and none", () => {
    expect(scaleOf({ cells: [[0, 50]], whole: 100, better: "lower", unit: "percent" }).colour(100)).toBe("#67210a");
    expect(scaleOf({ cells: [[4]], whole: 4, better: "higher", unit: "rows" }).ticks).toEqual([1, 4]);
    expect(scaleOf({ cells: [[null]], whole: null, better: "higher", unit: "rows" }).colour(null)).toBe("#8a9391");
  });
});

describe("a leak in an address", () => {
  it("is about attributes or about a row, or there is none", () => {
    expect(leakIn(new URLSearchParams("tab=attributes&of=a,b&of=c&threshold=7"))).toEqual({ of: ["a,b", "c"], threshold: 7 });
    expect(leakIn(new URLSearchParams("row=9&threshold=3&max_size=2"))).toEqual({ row: 9, threshold: 3, max_size: 2 });
    for (const bad of ["row=x&threshold=2&max_size=1", "row=1.5&threshold=2&max_size=1", "row=1&threshold=2", "of=a&threshold=x", "of=a"]) {
      expect(leakIn(new URLSearchParams(bad))).toBeNull();
    }
    expect(leakIn(new URLSearchParams("tab=attributes"))).toBeNull();
  });
});

describe("CSV", () => {
  it("quotes what needs it and runs no formula", () => {
    expect(csvOf([["a,b", 'say "x"', -5, "=1+1", null]])).toBe(`"a,b","say ""x""",-5,'=1+1,\r\n`);
  });
});
