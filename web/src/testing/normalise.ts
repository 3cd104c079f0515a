/** Answers without what differs between two runs: ids become `run-1`, times stand still. */

export interface Aliases {
  /** The id that the server gave, by the one that tests know. */
  real: Map<string, string>;
  known: Map<string, string>;
}

const ID = /\b[0-9a-f]{16}\b/gu;
/** A database of the tests listens wherever there is room. */
const PORT = /\b127\.0\.0\.1:\d+/gu;
const TIME = "2026-01-01T12:00:00+00:00";
const FIXED: Record<string, unknown> = { at: TIME, created: TIME, seconds: 0.5, workspace: "workspace", version: "0.0.0", seed: "seed" };

/** How far a job is depends on when it is asked. */
const NO_STEP = { step: "", progress: null, interim: null };

/** Parents whose ids have a name of their own. */
const KINDS: Record<string, string> = { decisions: "d", redoable: "d", decision_id: "d", job: "job-", run: "run-", download: "export-", dataset: "dataset-" };

/** Normalise an answer; the ids of a search are told apart by its name, all others by their number. */
export function normalise(value: unknown, aliases: Aliases, name = "", key = ""): unknown {
  if (typeof value === "string") return key in FIXED ? FIXED[key] : value.replace(PORT, "127.0.0.1:5432").replace(ID, (id) => aliasOf(id, key, name, aliases));
  // The last digits depend on the order in which threads add.
  if (typeof value === "number") return key in FIXED ? FIXED[key] : Number(value.toPrecision(12));
  if (Array.isArray(value)) return inOrder(value.filter((item) => isOurs(item, key, aliases)).map((item: unknown) => normalise(item, aliases, name, key)));
  if (typeof value !== "object" || value === null) return value;
  const fields = "step" in value && "progress" in value ? { ...value, ...NO_STEP } : value;
  return Object.fromEntries(Object.entries(fields).map(([field, item]) => [field, normalise(item, aliases, name, field === "id" ? key : field)]));
}

/** Data sets of the same second, joined rows and examples come in any order. */
function inOrder(items: unknown[]): unknown[] {
  const place = (item: unknown): string | null => {
    if (typeof item !== "object" || item === null) return null;
    if ("matches" in item && "cells" in item) return `${item.matches === true ? 0 : 1} ${JSON.stringify(item.cells)}`;
    return "id" in item && "created" in item ? String(item.id) : null;
  };
  const places = items.map(place);
  if (places.includes(null)) return items;
  return items.map((item, index) => [places[index] ?? "", item] as const).sort(([a], [b]) => (a < b ? -1 : 1)).map(([, item]) => item);
}

/** The list of data sets also has those of other recordings. */
function isOurs(item: unknown, key: string, aliases: Aliases): boolean {
  const id = key === "" && typeof item === "object" && item !== null && "id" in item && "revision" in item ? item.id : null;
  return typeof id !== "string" || aliases.known.has(id);
}

function aliasOf(id: string, key: string, name: string, aliases: Aliases): string {
  const known = aliases.known.get(id);
  if (known !== undefined) return known;
  const kind = KINDS[key] ?? `${key || "id"}-`;
  const count = (): number => [...aliases.real.keys()].filter((alias) => alias.startsWith(kind) && /^\d+$/u.test(alias.slice(kind.length))).length;
  const alias = `${kind}${name || count() + 1}`;
  aliases.known.set(id, alias);
  aliases.real.set(alias, id);
  return alias;
}
