/** Names of cached answers; all of one dataset lie under `["dataset", id]`. */

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
