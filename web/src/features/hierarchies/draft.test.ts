import { describe, expect, it } from "vitest";
import type { HierarchyEdit, HierarchyPreview, HierarchyView } from "@/api/types";
import { addEdit, EMPTY, reduceDraft, shownView, toDecision, withParents, type Draft, type Step } from "./draft";

const view = (csv: string): HierarchyView => ({
  attribute: "age",
  builder: "age",
  reason: "",
  height: 1,
  titles: ["as is", "*"],
  candidates: [],
  levels: [],
  csv,
  rules: "",
});

const step = (csv: string, change: HierarchyPreview = {}): Step => ({ change, view: view(csv) });
const pushed = (...steps: Step[]): Draft => steps.reduce((draft, one) => reduceDraft(draft, { do: "push", step: one }), EMPTY);

describe("the draft", () => {
  it("shows the newest preview, or else what is applied", () => {
    expect(shownView(EMPTY, view("applied")).csv).toBe("applied");
    expect(shownView(pushed(step("a"), step("b")), view("applied")).csv).toBe("b");
  });

  it("is the same after undo and redo", () => {
    const draft = pushed(step("a"), step("b"));
    const undone = reduceDraft(draft, { do: "undo" });
    expect(shownView(undone, view("applied")).csv).toBe("a");
    expect(reduceDraft(undone, { do: "redo" })).toEqual(draft);
  });

  it("forgets what was undone once something else is done", () => {
    const undone = reduceDraft(pushed(step("a")), { do: "undo" });
    expect(reduceDraft(undone, { do: "push", step: step("b") }).undone).toEqual([]);
  });

  it("has nothing to undo when empty", () => {
    expect(reduceDraft(EMPTY, { do: "undo" })).toEqual(EMPTY);
    expect(reduceDraft(EMPTY, { do: "redo" })).toEqual(EMPTY);
    expect(reduceDraft(pushed(step("a")), { do: "clear" })).toEqual(EMPTY);
  });
});

describe("a further edit", () => {
  const drop = { edit: "drop_level", level: 1 } as const;

  it("comes on top of the ones before and of the builder they began with", () => {
    const rename = { edit: "rename", level: 1, label: "a", to: "b" } as const;
    const draft = pushed(step("a", { builder: "interval", edits: [rename] }));
    expect(addEdit(draft, drop)).toEqual({ builder: "interval", edits: [rename, drop] });
  });

  it("begins with the applied hierarchy otherwise", () => {
    expect(addEdit(EMPTY, drop)).toEqual({ edits: [drop] });
  });
});

it("merges the groups above only for the edit that was asked about", () => {
  const merge: HierarchyEdit = { edit: "merge", level: 1, labels: ["a", "b"], to: "c" };
  expect(withParents({ builder: "age", edits: [merge, merge] })).toEqual({ builder: "age", edits: [merge, { ...merge, parents: true }] });
});

describe("the decision", () => {
  it("names a builder that was not edited", () => {
    const draft = pushed(step("lines", { builder: "interval" }));
    expect(toDecision(draft, "age")).toEqual({ kind: "hierarchy", attribute: "age", builder: "interval" });
  });

  it("carries the lines of anything else", () => {
    const edits = [{ edit: "drop_level", level: 1 } as const];
    const draft = pushed(step("lines", { builder: "interval", edits }));
    expect(toDecision(draft, "age")).toEqual({ kind: "hierarchy", attribute: "age", csv: "lines" });
  });

  it("carries a file as it was given, so that what was noticed in it stays known", () => {
    const draft = pushed(step("lines", { csv: "header and lines" }));
    expect(toDecision(draft, "age")).toEqual({ kind: "hierarchy", attribute: "age", csv: "header and lines" });
  });

  it("is none without a draft", () => {
    expect(toDecision(EMPTY, "age")).toBeNull();
  });
});
