/** The seven steps from a file to a release: where each is, how far it is, and which comes next. */
import type { DatasetView, Verdict } from "@/api/types";

export const STEPS = ["start", "columns", "goal", "see", "safe", "check", "take"] as const;
export type Step = (typeof STEPS)[number];

/** In words on the page: done, needs a look, not yet. */
export type Progress = "done" | "look" | "open";

/** The steps of a page: inside another platform there is no way to other data sets. */
export function stepsOf(embedded: boolean): readonly Step[] {
  return embedded ? STEPS.filter((step) => step !== "start") : STEPS;
}

/** Where a step is, from inside a data set. */
export function addressOf(step: Step): string {
  return step === "start" ? "~/" : `/${step}`;
}

/** The step that an address inside a data set belongs to; hierarchies belong to the columns. */
export function stepAt(path: string): Step | undefined {
  const [, first = ""] = path.split("/");
  if (first === "hierarchies") return "columns";
  return STEPS.find((step) => step === first && step !== "start");
}

export interface Journey {
  view: DatasetView | undefined;
  verdict: Verdict | undefined;
  /** The steps that somebody has looked at before. */
  visited: ReadonlySet<string>;
  /** Whether the data as it is now was written to a file or table. */
  taken: boolean;
}

/** How far each step is, by the data alone and by what was looked at. */
export function progressOf(step: Step, { view, verdict, visited, taken }: Journey): Progress {
  if (step === "start") return "done";
  if (!view) return "open";
  if (step === "columns") return view.risk === null || view.person_warning !== null ? "look" : visited.has(step) ? "done" : "open";
  // A release that does not pass can be taken, but it is nothing to be done with.
  if (step === "take") return !taken ? "open" : verdict?.status === "fail" ? "look" : "done";
  if (view.risk === null) return "open";
  if (step === "goal" || step === "see") return visited.has(step) ? "done" : "open";
  return checked(step, verdict, view);
}

function checked(step: Step, verdict: Verdict | undefined, view: DatasetView): Progress {
  if (!verdict) return "open";
  if (verdict.status === "pass") return "done";
  if (step === "check") return "look";
  if (verdict.status === "warn") return "done";
  return view.decisions.some(({ active, kind }) => active && kind !== "role") ? "look" : "open";
}

/** The one step that is highlighted from a page: what passes can be taken, what fails is made safe first. */
export function nextOf(step: Step | undefined, { view, verdict }: Pick<Journey, "view" | "verdict">): Step | null {
  if (step === undefined || step === "take" || !view) return null;
  if (view.risk === null && step !== "columns") return "columns";
  if (verdict?.status === "pass") return "take";
  // The words of the verdict say the same: what fails leads to where it is mended, a warning to where it is read.
  if (verdict?.status === "fail" && (step === "see" || step === "check")) return mendedAt(verdict);
  if (verdict?.status === "warn" && step === "see") return "check";
  if (step === "check") return "take";
  return STEPS[STEPS.indexOf(step) + 1] ?? null;
}

/** Where what fails is mended, as the verdict says; what has no page of its own is made safe. */
function mendedAt({ next_step: next }: Verdict): Step {
  return !next || next.page === "check" ? "safe" : next.page;
}
