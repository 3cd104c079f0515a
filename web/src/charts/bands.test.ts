import { describe, expect, it } from "vitest";
import { bandColour, bandOf, rangeColour } from "./bands";

describe("bandOf", () => {
  it.each([
    [0, 0, "low"],
    [9.999, 0, "low"],
    [10, 1, "low"],
    [20, 2, "low"],
    [29.999, 2, "low"],
    [30, 3, "medium"],
    [40, 4, "medium"],
    [49.999, 4, "medium"],
    [50, 5, "high"],
    [75, 6, "high"],
    [100, 6, "high"],
  ])("puts %d into band %d, %s", (percent, number, word) => {
    expect(bandOf(percent)).toEqual({ number, word });
  });
});

describe("bandOf with a limit", () => {
  it.each([
    [0, 0, "low"],
    [5, 0, "low"],
    [10, 1, "low"],
    [10.01, 3, "medium"],
    [20, 4, "medium"],
    [20.01, 5, "high"],
    [80, 6, "high"],
  ])("puts %d of at most 10 into band %d, %s", (percent, number, word) => {
    expect(bandOf(percent, 10)).toEqual({ number, word });
  });

  it("never calls a bar green that reaches over the limit", () => {
    expect(rangeColour("5–10", 10)).toBe("var(--band-1)");
    expect(rangeColour("10–20", 10)).toBe("var(--band-4)");
    expect(rangeColour("20–30", 5)).toBe("var(--band-5)");
  });
});

describe("colours", () => {
  it("come from the band", () => {
    expect(bandColour(35)).toBe("var(--band-3)");
  });

  it("of a bar darken with the risk it stands for", () => {
    const ranges = ["<5", "5–10", "10–20", "20–30", "30–50", "50", "100"];
    expect(ranges.map((range) => rangeColour(range))).toEqual([
      "var(--band-0)",
      "var(--band-0)",
      "var(--band-1)",
      "var(--band-2)",
      "var(--band-3)",
      "var(--band-5)",
      "var(--band-6)",
    ]);
  });
});
