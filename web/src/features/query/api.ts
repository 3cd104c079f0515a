/** What the page asks of the API: sources looked into step by step, tables, queries, results. */
import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { ApiError, get, post, remove } from "@/api/client";
import type { JobStarted } from "@/api/jobs";
import type { RowSource } from "@/components/grid/rowSource";
import type { Fact, MarkedRows, QueryDraft, QueryRequest, QueryResult, QueryTable, ResultCheck, ResultCheckRequest, ResultRows, ResultScanRequest, ResultWhatIf, Scan, Source, SourceColumn, TableRequest } from "@/api/types";

export const SOURCES = ["sources"] as const;
export const TABLES = ["desk", "tables"] as const;

const at = (id: string, part = ""): string => `/sources/${encodeURIComponent(id)}${part}`;
const resultAt = (id: string, part = ""): string => `/queries/${encodeURIComponent(id)}${part}`;

/** What a source holds is what it was when somebody looked: asked again only on demand. */
const LOOKED = { staleTime: Infinity, retry: false } as const;

export const inSource = (id: string) => [...SOURCES, id] as const;

/** Whether a database asks for a password, or for another one. */
export function asksForPassword(error: Error | null): boolean {
  return error instanceof ApiError && error.code === "password_needed";
}

export function useSources() {
  return useQuery({ queryKey: [...SOURCES, "all"], queryFn: () => get<Source[]>("/sources") });
}

export function useAddSource() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (asked: { name: string; url: string }) => post<Source>("/sources", asked),
    onSuccess: () => client.invalidateQueries({ queryKey: [...SOURCES, "all"] }),
  });
}

/** The sources as they are now. */
export function useFetchSources(): () => Promise<Source[]> {
  const client = useQueryClient();
  return () => client.query({ queryKey: [...SOURCES, "all"], queryFn: () => get<Source[]>("/sources"), staleTime: 0 });
}

export function useRemoveSource() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => remove<null>(at(id)),
    onSuccess: (_, id) => {
      client.removeQueries({ queryKey: inSource(id) });
      return client.invalidateQueries({ queryKey: [...SOURCES, "all"] });
    },
  });
}

/** The password goes to the server and nowhere else; what was refused for lack of it is asked again. */
export function useUnlock(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (password: string) => post<null>(at(id, "/password"), { password }),
    gcTime: 0,
    onSuccess: () => client.resetQueries({ queryKey: inSource(id) }),
  });
}

export function useSchemas(id: string, enabled: boolean) {
  return useQuery({ queryKey: [...inSource(id), "schemas"], queryFn: () => get<string[]>(at(id, "/schemas")), enabled, ...LOOKED });
}

export function useTables(id: string, schema: string, enabled: boolean) {
  return useQuery({
    queryKey: [...inSource(id), "tables", schema],
    queryFn: () => get<string[]>(at(id, "/tables"), { schema }),
    enabled,
    ...LOOKED,
  });
}

export function useColumns(id: string, schema: string, table: string, enabled: boolean) {
  return useQuery({
    queryKey: [...inSource(id), "columns", schema, table],
    queryFn: () => get<SourceColumn[]>(at(id, "/columns"), { schema, table }),
    enabled,
    ...LOOKED,
  });
}

/** The tables that can be queried. */
export function useDesk() {
  return useQuery({ queryKey: TABLES, queryFn: () => get<QueryTable[]>("/queries/tables") });
}

export const layTable = (asked: TableRequest): Promise<JobStarted> => post<JobStarted>("/queries/tables", asked);

/** Read a table of a source into the workspace: a job does it. */
export const openTable = (source: string, schema: string, table: string): Promise<JobStarted> =>
  post<JobStarted>(at(source, "/datasets"), { schema, table, name: table });

export function useTakeTable() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (name: string) => remove<null>(`/queries/tables/${encodeURIComponent(name)}`),
    onSettled: () => client.invalidateQueries({ queryKey: TABLES }),
  });
}

/** The SQL of a query that is put together; `tables` because it changes with them. */
export function useSql(built: QueryDraft | null, tables: readonly QueryTable[]) {
  return useQuery({
    queryKey: ["desk", "sql", built, tables.map(({ name }) => name)],
    queryFn: ({ signal }) => post<{ sql: string }>("/queries/sql", built, signal),
    enabled: built !== null,
    placeholderData: keepPreviousData,
    retry: false,
  });
}

export const runQuery = (asked: QueryRequest): Promise<JobStarted> => post<JobStarted>("/queries", asked);

export function useResult(id: string) {
  return useQuery({ queryKey: ["result", id], queryFn: () => get<QueryResult>(resultAt(id)), ...LOOKED });
}

/** The rows of a result, marked if something is known about somebody. */
export function rowsOf(id: string, know: readonly Fact[] = []): RowSource {
  return {
    key: ["result", id, know],
    fetch: async (offset, limit, signal) => {
      if (!know.length) {
        const page = await get<ResultRows>(resultAt(id, "/rows"), { offset, limit }, signal);
        return { offset: page.offset, rows: page.rows.map((cells) => ({ cells, matches: false })) };
      }
      const page = await post<MarkedRows>(resultAt(id, "/rows"), { know, offset, limit }, signal);
      return { offset: page.offset, rows: page.rows.map((cells, index) => ({ cells, matches: page.matches[index] === true, number: page.numbers[index] })) };
    },
  };
}

export interface WhatIfRequest {
  know: readonly Fact[];
  sensitive: readonly string[];
  threshold: number;
}

export function useResultWhatIf(id: string, asked: WhatIfRequest) {
  return useQuery({
    queryKey: ["result", id, "what-if", asked],
    queryFn: ({ signal }) => post<ResultWhatIf>(resultAt(id, "/what-if"), asked, signal),
    enabled: asked.sensitive.length > 0,
    placeholderData: keepPreviousData,
    ...LOOKED,
  });
}

export type ScanRequest = Required<ResultScanRequest>;

export const scanResult = (id: string, asked: ScanRequest): Promise<JobStarted> => post<JobStarted>(resultAt(id, "/scan"), asked);

export function useResultScan(id: string | null) {
  return useQuery({
    enabled: id !== null,
    queryKey: ["result", "scan", id],
    queryFn: ({ signal }) => get<Scan>(`/queries/scans/${encodeURIComponent(id ?? "")}`, {}, signal),
    ...LOOKED,
  });
}

export function useResultCheck(id: string, asked: ResultCheckRequest) {
  return useQuery({
    queryKey: ["result", id, "check", asked],
    queryFn: ({ signal }) => post<ResultCheck[]>(resultAt(id, "/check"), asked, signal),
    enabled: asked.quasi.length > 0,
    placeholderData: keepPreviousData,
    ...LOOKED,
  });
}

export const keepResult = (id: string, name: string): Promise<JobStarted> => post<JobStarted>(resultAt(id, "/dataset"), { name });
