/** Which value becomes which: read from the lines of a hierarchy, each from a value to its coarsest label. */
import type { HierarchyView } from "@/api/types";

export interface Change {
  from: string;
  to: string;
}

const MOST = 4;

/** The most frequent values first, each once; a value that stays as it is needs no telling. */
export function valuesToCome({ csv, levels }: Pick<HierarchyView, "csv" | "levels">, now: number, level: number): Change[] {
  const frequent = new Map(levels.find((one) => one.level === now)?.groups.map(({ label, rows }) => [label, rows]));
  const changes = new Map<string, Change>();
  for (const line of csv.split(/\r?\n/u)) {
    const cells = cellsOf(line);
    const [from, to] = [cells[now], cells[level]];
    if (from !== undefined && to !== undefined && from !== to && !changes.has(from)) changes.set(from, { from, to });
  }
  return [...changes.values()].sort((one, other) => (frequent.get(other.from) ?? 0) - (frequent.get(one.from) ?? 0)).slice(0, MOST);
}

/** The cells of a line with semicolons; quotes keep semicolons and quotes inside. */
export function cellsOf(line: string): string[] {
  if (line === "") return [];
  return [...line.matchAll(/(?:^|;)(?:"((?:[^"]|"")*)"|([^;]*))/gu)].map(([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? "");
}
