/** What the page asks of the API: sources looked into step by step, tables, queries, results. */
import { keepPreviousData, skipToken, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { answer, api } from "@/api/client";
import type { JobStarted } from "@/api/jobs";
import { inSource, SOURCES } from "@/api/sources";
import type { RowSource } from "@/components/grid/rowSource";
import type { Fact, QueryDraft, QueryRequest, QueryTable, ResultCheckRequest, ResultScanRequest, Source, TableRequest } from "@/api/types";

export const TABLES = ["queries", "tables"] as const;

const ofSource = (id: string) => ({ path: { source_id: id } });
const ofQuery = (id: string) => ({ path: { query_id: id } });

/** What a source holds is what it was when somebody looked: asked again only on demand. */
const LOOKED = { staleTime: Infinity, retry: false } as const;

export function useSources() {
  return useQuery({ queryKey: [...SOURCES, "all"], queryFn: () => answer(api.GET("/api/v1/sources")) });
}

export function useAddSource() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (asked: { name: string; url: string }) => answer(api.POST("/api/v1/sources", { body: asked })),
    onSuccess: () => client.invalidateQueries({ queryKey: [...SOURCES, "all"] }),
  });
}

/** The sources as they are now. */
export function useFetchSources(): () => Promise<Source[]> {
  const client = useQueryClient();
  return () => client.query({ queryKey: [...SOURCES, "all"], queryFn: () => answer(api.GET("/api/v1/sources")), staleTime: 0 });
}

export function useRemoveSource() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => answer(api.DELETE("/api/v1/sources/{source_id}", { params: ofSource(id) })),
    onSuccess: (_, id) => {
      client.removeQueries({ queryKey: inSource(id) });
      return client.invalidateQueries({ queryKey: [...SOURCES, "all"] });
    },
  });
}

export function useSchemas(id: string, enabled: boolean) {
  return useQuery({ queryKey: [...inSource(id), "schemas"], queryFn: () => answer(api.GET("/api/v1/sources/{source_id}/schemas", { params: ofSource(id) })), enabled, ...LOOKED });
}

export function useTables(id: string, schema: string, enabled: boolean) {
  return useQuery({
    queryKey: [...inSource(id), "tables", schema],
    queryFn: () => answer(api.GET("/api/v1/sources/{source_id}/tables", { params: { ...ofSource(id), query: { schema } } })),
    enabled,
    ...LOOKED,
  });
}

export function useColumns(id: string, schema: string, table: string, enabled: boolean) {
  return useQuery({
    queryKey: [...inSource(id), "columns", schema, table],
    queryFn: () => answer(api.GET("/api/v1/sources/{source_id}/columns", { params: { ...ofSource(id), query: { schema, table } } })),
    enabled,
    ...LOOKED,
  });
}

/** The tables that can be queried. */
export function useQueryTables() {
  return useQuery({ queryKey: TABLES, queryFn: () => answer(api.GET("/api/v1/queries/tables")) });
}

export const addTable = (asked: TableRequest): Promise<JobStarted> => answer(api.POST("/api/v1/queries/tables", { body: asked }));

/** Make a table of a source a data set: one of a file is read, one of a server is counted where it is. */
export const openTable = (source: string, schema: string, table: string): Promise<JobStarted> =>
  answer(api.POST("/api/v1/sources/{source_id}/datasets", { params: ofSource(source), body: { schema, table, name: table } }));

export function useRemoveTable() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (name: string) => answer(api.DELETE("/api/v1/queries/tables/{name}", { params: { path: { name } } })),
    onSettled: () => client.invalidateQueries({ queryKey: TABLES }),
  });
}

/** The SQL of a query that is put together; `tables` because it changes with them. */
export function useSql(built: QueryDraft | null, tables: readonly QueryTable[]) {
  return useQuery({
    queryKey: ["queries", "sql", built, tables.map(({ name }) => name)],
    queryFn: built ? ({ signal }) => answer(api.POST("/api/v1/queries/sql", { body: built, signal })) : skipToken,
    placeholderData: keepPreviousData,
    retry: false,
  });
}

export const runQuery = (asked: QueryRequest): Promise<JobStarted> => answer(api.POST("/api/v1/queries", { body: asked }));

export function useResult(id: string) {
  return useQuery({ queryKey: ["result", id], queryFn: () => answer(api.GET("/api/v1/queries/{query_id}", { params: ofQuery(id) })), ...LOOKED });
}

/** The rows of a result, marked if something is known about somebody. */
export function rowsOf(id: string, know: readonly Fact[] = []): RowSource {
  return {
    key: ["result", id, know],
    fetch: async (offset, limit, signal) => {
      if (!know.length) {
        const page = await answer(api.GET("/api/v1/queries/{query_id}/rows", { params: { ...ofQuery(id), query: { offset, limit } }, signal }));
        return { offset: page.offset, rows: page.rows.map((cells) => ({ cells, matches: false })) };
      }
      const page = await answer(api.POST("/api/v1/queries/{query_id}/rows", { params: ofQuery(id), body: { know: [...know], offset, limit }, signal }));
      return { offset: page.offset, rows: page.rows.map((cells, index) => ({ cells, matches: page.matches[index] === true, number: page.numbers[index] })) };
    },
  };
}

export interface WhatIfRequest {
  know: Fact[];
  sensitive: string[];
  threshold: number;
  person?: string;
}

export function useResultWhatIf(id: string, asked: WhatIfRequest) {
  return useQuery({
    queryKey: ["result", id, "what-if", asked],
    queryFn: ({ signal }) => answer(api.POST("/api/v1/queries/{query_id}/what-if", { params: ofQuery(id), body: asked, signal })),
    enabled: asked.sensitive.length > 0,
    placeholderData: keepPreviousData,
    ...LOOKED,
  });
}

export type ScanRequest = Required<Omit<ResultScanRequest, "person">> & { person?: string };

export const scanResult = (id: string, asked: ScanRequest): Promise<JobStarted> => answer(api.POST("/api/v1/queries/{query_id}/scan", { params: ofQuery(id), body: asked }));

export function useResultScan(id: string | null) {
  return useQuery({
    enabled: id !== null,
    queryKey: ["result", "scan", id],
    queryFn: ({ signal }) => answer(api.GET("/api/v1/queries/scans/{scan_id}", { params: { path: { scan_id: id ?? "" } }, signal })),
    ...LOOKED,
  });
}

export function useResultCheck(id: string, asked: ResultCheckRequest) {
  return useQuery({
    queryKey: ["result", id, "check", asked],
    queryFn: ({ signal }) => answer(api.POST("/api/v1/queries/{query_id}/check", { params: ofQuery(id), body: asked, signal })),
    enabled: asked.quasi.length > 0,
    placeholderData: keepPreviousData,
    ...LOOKED,
  });
}

/** Check a result by what its columns look like. */
export const startLeakCheck = (id: string): Promise<JobStarted> => answer(api.POST("/api/v1/queries/{query_id}/leaks", { params: ofQuery(id) }));

export const keepResult = (id: string, name: string): Promise<JobStarted> => answer(api.POST("/api/v1/queries/{query_id}/dataset", { params: ofQuery(id), body: { name } }));
