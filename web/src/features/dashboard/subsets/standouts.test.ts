import { expect, it } from "vitest";
import { lookedAtAll } from "./standouts";

const shares = (count: number): Record<string, number> => Object.fromEntries(Array.from({ length: count }, (_, place) => [`a${place}`, 0]));

it("all combinations were looked at up to the size asked for, or to the number of attributes", () => {
  expect(lookedAtAll({ max_size: 3, attributes: shares(8) }, 3)).toBe(true);
  expect(lookedAtAll({ max_size: 2, attributes: shares(2) }, 3)).toBe(true);
  expect(lookedAtAll({ max_size: 2, attributes: shares(300) }, 3)).toBe(false);
});
