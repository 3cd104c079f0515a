import { describe, expect, it } from "vitest";
import type { Front, FrontPoint } from "@/api/types";
import { curveOf, nearest, smallestLoss, withinLimit } from "./choosing";

const point = (utility_loss: number, highest_risk: number, average_risk: number, suppressed_rows: number): FrontPoint => ({
  levels: { age: utility_loss },
  k: 1,
  utility_loss,
  highest_risk,
  average_risk,
  suppressed_rows,
  classes: 1,
  smallest: highest_risk > 0 ? Math.round(100 / highest_risk) : 0,
});

const FRONT: Front = {
  states: 50,
  rows: 1000,
  guarded: false,
  points: [
    point(0, 100, 90, 0),
    point(12, 100 / 7, 12, 200),
    point(20, 50, 20, 10),
    point(30, 20, 25, 10),
    point(31, 20, 10, 0),
    point(60, 100 / 7, 5, 0),
    point(100, 0, 0, 1000),
  ],
};

describe("smallestLoss", () => {
  it.each([
    [5, 0.01, 30],
    [5, 0, 31],
    [5, 0.2, 12],
    [7, 0.01, 60],
    [2, 0.01, 20],
    [50, 1, 100],
  ])("with k ≥ %d and at most %d of the rows lost", (k, share, loss) => {
    expect(smallestLoss(FRONT, k, share)?.utility_loss).toBe(loss);
  });

  it("finds nothing where nothing is", () => {
    expect(smallestLoss(FRONT, 50, 0.01)).toBeUndefined();
  });
});

describe("the curve", () => {
  it("falls all the way", () => {
    const losses = (name: "highest_risk" | "average_risk") => curveOf(withinLimit(FRONT, 0.01), name).map((one) => one.utility_loss);
    expect(losses("highest_risk")).toEqual([0, 20, 30, 60]);
    expect(losses("average_risk")).toEqual([0, 20, 31, 60]);
  });

  it("passes through every smallest loss within its limit", () => {
    for (const k of [2, 5, 7]) {
      expect(curveOf(withinLimit(FRONT, 0.01), "highest_risk")).toContain(smallestLoss(FRONT, k, 0.01));
    }
  });

  it("is met at its nearest point", () => {
    const curve = curveOf(withinLimit(FRONT, 0.01), "highest_risk");
    expect(nearest(curve, "highest_risk", 28, 30)).toBe(2);
    expect(nearest(curve, "highest_risk", 90, 0)).toBe(3);
  });
});
