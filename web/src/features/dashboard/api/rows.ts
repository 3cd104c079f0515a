/** The rows that are on the screen, by pages of 100: the whole table never comes to the browser. */
import { keepPreviousData, useQueries, useQuery } from "@tanstack/react-query";
import { answer, api } from "@/api/client";
import { keys } from "@/api/keys";
import type { RowFilter, RowView, RowsPage } from "@/api/types";
import { PAGE } from "@/components/grid/rowSource";
import { ofDataset } from "./derived";

export interface RowsView {
  sort: string | null;
  descending: boolean;
  filters: readonly RowFilter[];
  suppressed: boolean;
  /** Only rows whose risk lies in this bar of the distribution, the riskiest first. */
  risk: string | null;
}

export const AS_IS: RowsView = { sort: null, descending: false, filters: [], suppressed: false, risk: null };

/** What rows can be sorted by beside their columns: the riskiest come first. */
export const RISK = "risk";

function pageQuery(id: string, revision: number, view: RowsView, page: number) {
  return {
    queryKey: keys.derived(id, "rows", revision, view, page),
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      answer(api.GET("/api/v1/datasets/{dataset_id}/rows", { params: { ...ofDataset(id), query: { ...asked(view), offset: page * PAGE, limit: PAGE } }, signal })),
    staleTime: Infinity,
    // Rows carry their place, so old ones may stand in until the new ones are here.
    placeholderData: keepPreviousData,
  };
}

/** A view as the server is asked for it. */
function asked(view: RowsView) {
  return {
    sort: view.sort,
    descending: view.sort === null ? undefined : view.descending,
    risk: view.risk ?? undefined,
    filter: view.filters.length ? JSON.stringify(view.filters) : undefined,
    suppressed: view.suppressed ? true : undefined,
  };
}

/** The first page tells the columns and how many rows there are. */
export function useFirstPage(id: string, revision: number, view: RowsView) {
  return useQuery(pageQuery(id, revision, view, 0));
}

export interface LoadedRows {
  /** By their place in the sorted and filtered table; not there while they are fetched. */
  rows: ReadonlyMap<number, RowView>;
  /** Why some of them cannot be fetched. */
  error: Error | null;
  retry: () => void;
}

export function useRows(id: string, revision: number, view: RowsView, pages: readonly number[]): LoadedRows {
  return useQueries({
    queries: pages.map((page) => pageQuery(id, revision, view, page)),
    combine: (answers) => {
      const failed = answers.filter(({ error, data }) => error !== null && data === undefined);
      return {
        rows: new Map(answers.flatMap(({ data }) => (data ? placed(data) : []))),
        error: failed[0]?.error ?? null,
        retry: () => failed.forEach(({ refetch }) => void refetch()),
      };
    },
  });
}

function placed(page: RowsPage): (readonly [number, RowView])[] {
  return page.rows.map((row, index) => [page.offset + index, row] as const);
}
