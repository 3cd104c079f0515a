/** How wide the columns of a result are: enough for their names and what the first rows hold. */
import type { QueryResult } from "../types";

/** The number of the row stands before the columns and stays when these scroll. */
export const LEAD = 64;
const LETTER = 7.4;

export function columnWidths(columns: QueryResult["columns"], rows: ReadonlyMap<number, { cells: readonly (string | null)[] }>): number[] {
  const first = [...rows.values()].slice(0, 50);
  return columns.map(({ name, type }, index) => {
    const longest = Math.max(name.length, type.length * 0.85, ...first.map(({ cells }) => cells[index]?.length ?? 0));
    return Math.round(Math.min(Math.max(longest * LETTER + 28, 84), 230));
  });
}
