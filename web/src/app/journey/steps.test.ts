import { describe, expect, it } from "vitest";
import type { DatasetView, Verdict } from "@/api/types";
import { nextOf, progressOf, stepAt, STEPS, type Journey, type Step } from "./steps";

const view = (change: Partial<DatasetView> = {}): DatasetView =>
  ({ id: "a", risk: { rows: 1 }, person_warning: null, decisions: [], ...change }) as unknown as DatasetView;
const verdict = (status: Verdict["status"]): Verdict => ({ status }) as Verdict;
const journey = (change: Partial<Journey> = {}): Journey => ({ view: view(), verdict: verdict("fail"), visited: new Set(), taken: false, ...change });

it.each([
  ["/see", "see"],
  ["/hierarchies/age", "columns"],
  ["/start", undefined],
  ["/", undefined],
])("the address %s belongs to %s", (path, step) => {
  expect(stepAt(path)).toBe(step);
});

describe("the highlighted action", () => {
  const from = (step: Step, change: Partial<Journey> = {}): Step | null => nextOf(step, journey(change));

  it("leads to the next step", () => {
    expect(STEPS.slice(1).map((step) => from(step))).toEqual(["goal", "see", "safe", "check", "safe", null]);
  });

  it("is to take it, from everywhere, once every check passes", () => {
    expect(STEPS.slice(1).map((step) => from(step, { verdict: verdict("pass") }))).toEqual(["take", "take", "take", "take", "take", null]);
  });

  it.each(["columns", "goal", "safe"] as const)("leads to %s where the verdict says that this helps", (page) => {
    const failing = { ...verdict("fail"), next_step: { page, words: "Do it." } };
    expect(from("see", { verdict: failing })).toBe(page);
    expect(from("check", { verdict: failing })).toBe(page);
  });

  it("goes on past warnings", () => {
    expect(from("see", { verdict: verdict("warn") })).toBe("check");
    expect(from("check", { verdict: verdict("warn") })).toBe("take");
  });

  it("leads to the columns where there is nothing to measure", () => {
    expect(from("see", { view: view({ risk: null }), verdict: undefined })).toBe("columns");
  });
});

describe("how far a step is", () => {
  it("follows what was looked at, and the verdict", () => {
    const visited = new Set(["columns", "see"]);
    expect(STEPS.map((step) => progressOf(step, journey({ visited })))).toEqual(["done", "done", "open", "done", "open", "look", "open"]);
    const passed = journey({ visited, verdict: verdict("pass"), taken: true });
    expect(STEPS.map((step) => progressOf(step, passed))).toEqual(["done", "done", "open", "done", "done", "done", "done"]);
  });

  it("needs a look where people are not counted, or nothing can be measured", () => {
    expect(progressOf("columns", journey({ view: view({ person_warning: "Rows are counted." }) }))).toBe("look");
    expect(progressOf("columns", journey({ view: view({ risk: null }) }))).toBe("look");
  });

  it("needs a look where something was taken that does not pass", () => {
    expect(progressOf("take", journey({ taken: true }))).toBe("look");
    expect(progressOf("take", journey({ taken: true, verdict: verdict("warn") }))).toBe("done");
  });

  it("needs a look where decisions were made and it still does not pass", () => {
    const decisions = [{ active: true, kind: "generalize" }] as DatasetView["decisions"];
    expect(progressOf("safe", journey({ view: view({ decisions }) }))).toBe("look");
  });
});
