/** Figures as CSV that a spreadsheet reads and does not run: `csvOf([["a", 1]])` is "a,1\r\n". */
import type { Subsets } from "@/api/types";

type Cell = string | number | null;

const RISKY = /^'*[=+\-@\t\r\n]/;
const NUMBER = /^[+-]?(?:\d+(?:[.,]\d*)?|[.,]\d+)(?:[eE][+-]?\d+)?$/;

function write(cell: Cell): string {
  const text = cell === null ? "" : String(cell);
  // As the server guards what it exports.
  const safe = RISKY.test(text) && !NUMBER.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export function csvOf(rows: readonly (readonly Cell[])[]): string {
  return rows.map((row) => `${row.map(write).join(",")}\r\n`).join("");
}

/** One line for every attribute, pair, merge, releasable and maximal subset. */
export function subsetsCsv(found: Subsets): string {
  const { attributes, measure } = found;
  const value = (a: string, b: string): Cell => measure.cells[attributes.indexOf(a)]?.[attributes.indexOf(b)] ?? null;
  return csvOf([
    ["kind", "attributes", "k", measure.name],
    ...attributes.map((a) => ["attribute", a, found.single[a] ?? null, value(a, a)]),
    ...found.pairs.map(({ a, b, k }) => ["pair", `${a} + ${b}`, k, value(a, b)]),
    ["whole", attributes.join(" + "), found.k, measure.whole],
    ...found.merges.map(({ members, k }) => ["merge", members.join(" + "), k, null]),
    ...found.guide.map(({ members, k }) => ["releasable", members.join(" + "), k, null]),
    ...found.maximal.map(({ members, k }) => ["maximal", members.join(" + "), k, null]),
  ]);
}
