import { describe, expect, it } from "vitest";
import type { Preset, Risk } from "@/api/types";
import { isSafe, judge, smallestClass } from "./verdict";

const RESEARCH: Preset = { name: "research", title: "", explanation: "", k: 5, average_risk: 10, highest_risk: 20 };

function risk(smallest: number, average: number): Risk {
  return {
    rows: 100,
    average_risk: average,
    highest_risk: 100 / smallest,
    class_sizes: { [smallest]: 1, "40": 2 },
  } as unknown as Risk;
}

describe("judge", () => {
  it("is content at the limits themselves", () => {
    expect(isSafe(judge(RESEARCH, risk(5, 10)))).toBe(true);
  });

  it.each([
    [4, 10, ["smallest", "highest"]],
    [5, 10.1, ["average"]],
    [1, 90, ["smallest", "highest", "average"]],
  ])("misses what is beyond them (k = %d, average %d)", (smallest, average, missed) => {
    const criteria = judge(RESEARCH, risk(smallest, average));
    expect(criteria.filter(({ met }) => !met).map(({ limit }) => limit)).toEqual(missed);
    expect(isSafe(criteria)).toBe(false);
  });

  it("never calls a table without rows safe", () => {
    const nothing = { rows: 0, average_risk: 0, highest_risk: 0, class_sizes: {} } as unknown as Risk;
    expect(smallestClass(nothing)).toBeNull();
    expect(isSafe(judge(RESEARCH, nothing))).toBe(false);
  });
});
