import { expect, it } from "vitest";
import { unitOf } from "./units";

it("knows the unit of a check without a word of any language", () => {
  expect(["highest_risk", "average_risk", "closeness", "smallest_group"].map(unitOf)).toEqual(["percent", "percent", "distance", "number"]);
});
