/** Names of cached answers; all of one dataset lie under `["dataset", id]`. */

/** Answers about linked data sets hold until one of these changes. */
export function isLinked({ queryKey: [first, id, what] }: { queryKey: readonly unknown[] }): boolean {
  return first === "linked" || (first === "kept" && String(id).startsWith("linked ") && what === "scan");
}

export const keys = {
  status: ["status"] as const,
  catalogue: ["catalogue"] as const,
  samples: ["samples"] as const,
  datasets: ["datasets"] as const,
  dataset: (id: string) => ["dataset", id] as const,
  view: (id: string) => ["dataset", id, "view"] as const,
  /** What is derived from a state carries its revision, so a decision refetches it by itself. */
  derived: (id: string, what: string, revision: number, ...more: unknown[]) =>
    ["dataset", id, what, revision, ...more] as const,
};
