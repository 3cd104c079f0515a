import { expect, it } from "vitest";
import { arcPath } from "./arc";

it.each([
  [0, "M 10 50 A 40 40 0 0 1 10 50"],
  [50, "M 10 50 A 40 40 0 0 1 50 10"],
  [100, "M 10 50 A 40 40 0 0 1 90 50"],
  [130, "M 10 50 A 40 40 0 0 1 90 50"],
])("draws %d percent of the half circle", (percent, path) => {
  expect(arcPath(percent)).toBe(path);
});

it("draws at the radius that is asked for", () => {
  expect(arcPath(100, 20)).toBe("M 30 50 A 20 20 0 0 1 70 50");
});
