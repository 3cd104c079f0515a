import { describe, expect, it } from "vitest";
import { MockDataset } from "./dataset";
import { classSizes, effect, recommend, risk } from "./figures";

const start = new MockDataset("x", "x.csv").state();

describe("the figures of the mock", () => {
  it("keep the laws of the product", () => {
    const now = effect(start);
    expect(now.average_risk).toBeCloseTo((100 * now.classes) / now.rows);
    expect(now.utility_loss).toBe(0);
    expect(now.distribution.reduce((sum, one) => sum + one.rows, 0)).toBe(now.rows);
    expect(now.uniques).toBe(now.distribution.at(-1)?.rows);
  });

  it("have a class for every row", () => {
    const classes = classSizes(start).reduce((sum, size) => sum + 1 / size, 0);
    expect(Math.round(classes)).toBe(risk(start).classes);
  });

  it("let the smallest class never shrink when a level rises", () => {
    for (const step of recommend(start)) {
      const risks = step.levels.map((level) => level.average_risk);
      expect(risks).toEqual([...risks].sort((a, b) => b - a));
    }
  });

  it("leave out the rows of small classes", () => {
    const kept = effect({ ...start, levels: { ...start.levels, age: 4, occupation: 4, postcode: 4 }, k: 2 });
    expect(kept.suppressed_rows).toBeGreaterThan(0);
    expect(kept.highest_risk).toBeLessThanOrEqual(50);
    expect(kept.uniques).toBe(0);
  });
});
