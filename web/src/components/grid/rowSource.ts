/** Rows that are fetched page by page when they come into sight, and how wide their columns are. */
import { useQueries } from "@tanstack/react-query";

export const PAGE = 100;

/** The pages that hold the rows from `first` to `last`: `pagesOf(90, 110)` is `[0, 1]`. */
export function pagesOf(first: number, last: number): number[] {
  const from = Math.floor(Math.max(first, 0) / PAGE);
  const to = Math.floor(Math.max(last, 0) / PAGE);
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

export interface FetchedRow {
  cells: readonly (string | null)[];
  /** Whether it may be about the person something is known of. */
  matches: boolean;
  /** Its number where rows do not stand in their own order. */
  number?: number;
}

export interface FetchedPage {
  offset: number;
  rows: readonly FetchedRow[];
}

export interface RowSource {
  /** What these rows are, so that none is fetched twice. */
  key: readonly unknown[];
  fetch: (offset: number, limit: number, signal: AbortSignal) => Promise<FetchedPage>;
}

export type Rows = ReadonlyMap<number, FetchedRow>;

/** Rows by their place; not there while they are fetched. */
export function useSourceRows(source: RowSource, first: number, last: number) {
  return useQueries({
    queries: pagesOf(first, last).map((page) => ({
      queryKey: [...source.key, "rows", page],
      queryFn: ({ signal }: { signal: AbortSignal }) => source.fetch(page * PAGE, PAGE, signal),
      staleTime: Infinity,
      retry: false,
    })),
    combine: (answers) => ({
      rows: new Map(answers.flatMap(({ data }) => (data ? data.rows.map((row, index) => [data.offset + index, row] as const) : []))),
      error: answers.find(({ error }) => error)?.error ?? null,
      retry: () => answers.forEach(({ error, refetch }) => error && void refetch()),
    }),
  });
}

/** The number of the row stands before the columns and stays when these scroll. */
export const LEAD = 64;
const LETTER = 7.4;

export interface GridColumn {
  name: string;
  /** Told in small below the name. */
  note: string;
}

/** Wide enough for names and for what the first rows hold, within reason. */
export function rowGridWidths(columns: readonly GridColumn[], rows: Rows): number[] {
  const first = [...rows.values()].slice(0, 50);
  return columns.map(({ name, note }, index) => {
    const longest = Math.max(name.length, note.length * 0.85, ...first.map(({ cells }) => cells[index]?.length ?? 0));
    return Math.round(Math.min(Math.max(longest * LETTER + 28, 84), 230));
  });
}
