import { describe, expect, it } from "vitest";
import type { Wish } from "@/api/types";
import { isValid, START, wishOf } from "./choices";

const wish = (changed: Partial<Wish>): Wish => ({ ...START, ...changed });

describe("isValid", () => {
  it.each<[Partial<Wish>, boolean]>([
    [{}, true],
    [{ k: 1 }, false],
    [{ k: 101 }, false],
    [{ l: 1 }, true],
    [{ l: 0 }, false],
    [{ t: 0 }, true],
    [{ t: 1 }, true],
    [{ t: 1.001 }, false],
    [{ t: 5 }, false],
    [{ max_suppression: 1.5 }, false],
    [{ weights: { age: 0, sex: 1000 } }, true],
    [{ weights: { age: 1001 } }, false],
  ])("%j: %s", (changed, valid) => {
    expect(isValid(wish(changed))).toBe(valid);
  });

  it("minds only what is sent", () => {
    const choices = { ...START, t: 5, weights: { age: 2000 } };
    expect(isValid(wishOf(choices, [], [], false))).toBe(true);
  });
});
