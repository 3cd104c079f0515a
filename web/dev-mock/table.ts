/** The people behind the mock: 400 rows of the bundled synthetic census, with its columns. */
import type { Catalogue, Role } from "../src/api/types.ts";
import catalogue from "./data/catalogue.json" with { type: "json" };
import columns from "./data/columns.json" with { type: "json" };
import hierarchies from "./data/hierarchies.json" with { type: "json" };
import rows from "./data/rows.json" with { type: "json" };

export type Cell = string | null;

export interface Column {
  name: string;
  kind: string;
  role: Role;
  reason: string;
  meaning: string | null;
}

export interface Candidate {
  builder: string;
  title: string;
  why: string;
  reason: string;
  titles: string[];
  csv: string;
}

export const ROWS = rows as Cell[][];
export const COLUMNS = columns as Column[];
export const CANDIDATES = hierarchies as Record<string, { chosen: string; candidates: Candidate[] }>;

const WORDS = [
  [10, "low"],
  [20, "low"],
  [30, "low"],
  [40, "medium"],
  [50, "medium"],
  [75, "high"],
  [null, "high"],
] as const;

const PRESETS = [
  ["public", "Public release", "Anybody may look at it, for ever.", 10, 5, 10],
  ["research", "Research partner", "A partner under contract works with it.", 5, 10, 20],
  ["internal", "Internal", "Colleagues who are bound to secrecy use it.", 3, 20, 33.4],
] as const;

export const CATALOGUE: Catalogue = {
  ...catalogue,
  methods: [],
  objectives: [],
  promises: [],
  formats: [],
  bands: WORDS.map(([below, word]) => ({ below, word })),
  presets: PRESETS.map(([name, title, explanation, k, average_risk, highest_risk]) => ({
    name,
    title,
    explanation,
    k,
    average_risk,
    highest_risk,
  })),
};

/** How many rows have each value, the most frequent first. */
export function countValues(values: Iterable<Cell>): [Cell, number][] {
  const counts = new Map<Cell, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1] || String(a[0]).localeCompare(String(b[0])));
}
