/** Linked data sets as the server answers: `const whatIf = useWhatIf(request, know, threshold)`. */
import { keepPreviousData, useQueries, useQuery } from "@tanstack/react-query";
import { answer, api } from "@/api/client";
import { useSought, type Sought } from "@/api/useSought";
import type { AdviceRequest, CheckRequest, JoinedRows, JoinedRowsRequest, LinkAdvice, LinkRange, LinkRequest, MarkedRow, Proposal, RepairList, Taxonomy, WhatIfRequest } from "@/api/types";

interface Start {
  datasets: readonly string[];
  /** Guessed unless they were chosen. */
  ranges: readonly LinkRange[] | null;
  taxonomies: readonly Taxonomy[];
}

export const propose = (start: Start, signal?: AbortSignal): Promise<Proposal> => answer(api.POST("/api/v1/linked/proposal", { body: { ...start, datasets: [...start.datasets], ranges: start.ranges && [...start.ranges], taxonomies: [...start.taxonomies] }, signal }));

/** Under which a proposal is kept. */
export const proposalKey = (start: Start) => ["linked", "proposal", start] as const;

export function useProposal(start: Start) {
  return useQuery({
    enabled: start.datasets.length > 1,
    queryKey: proposalKey(start),
    queryFn: ({ signal }) => propose(start, signal),
    staleTime: 0,
    retry: false,
  });
}

export function useWhatIf(asked: LinkRequest, know: Record<string, string>, threshold: number, possible: boolean) {
  return useQuery({
    enabled: possible,
    queryKey: ["linked", "what-if", asked, know, threshold],
    queryFn: ({ signal }) => answer(api.POST("/api/v1/linked/what-if", { body: { ...asked, know, threshold }, signal })),
    placeholderData: keepPreviousData,
    retry: false,
  });
}

/** What a job found, as it is read: the job tells under which name the server keeps it. */
export interface SoughtAnswer<Answer> extends Omit<Sought<unknown>, "found"> {
  data: Answer | undefined;
}

type Fetch<Answer> = (id: string, signal: AbortSignal) => Promise<Answer>;

function useAnswer<Answer>(what: string, sought: Sought<Record<string, string>>, fetch: Fetch<Answer>): SoughtAnswer<Answer> {
  const id = sought.found?.[what] ?? null;
  const { data, error } = useQuery({
    enabled: id !== null,
    queryKey: ["linked", what, id, sought.foundAt],
    queryFn: ({ signal }) => fetch(id ?? "", signal),
    staleTime: Infinity,
    retry: false,
  });
  // The server forgets in time; whoever asks again has it looked for again.
  return { ...sought, data: id === null ? undefined : data, error: sought.error ?? error };
}

export function useRepairs(asked: LinkRequest, know: Record<string, string>, threshold: number, wanted: boolean): SoughtAnswer<RepairList> {
  const body: WhatIfRequest = { ...asked, know, threshold };
  const sought = useSought<{ repairs: string }>(["linked", "seeking repairs", body], () => answer(api.POST("/api/v1/linked/repairs", { body })), wanted);
  return useAnswer("repairs", sought, (id, signal) => answer(api.GET("/api/v1/linked/repairs/{repairs_id}", { params: { path: { repairs_id: id } }, signal })));
}

export function useLinkAdvice(asked: LinkRequest, threshold: number): SoughtAnswer<LinkAdvice> {
  const body: AdviceRequest = { ...asked, threshold };
  const sought = useSought<{ advice: string }>(["linked", "seeking advice", body], () => answer(api.POST("/api/v1/linked/advice", { body })));
  return useAnswer("advice", sought, (id, signal) => answer(api.GET("/api/v1/linked/advice/{advice_id}", { params: { path: { advice_id: id } }, signal })));
}

/** Whether the people of all data sets can be put together, and why not. */
export function useTogetherPlan(asked: LinkRequest) {
  return useQuery({
    queryKey: ["linked", "together", asked],
    queryFn: ({ signal }) => answer(api.POST("/api/v1/linked/together/plan", { body: asked, signal })),
    retry: false,
  });
}

export const PAGE = 100;

const askRows = (body: JoinedRowsRequest, signal?: AbortSignal): Promise<JoinedRows> => answer(api.POST("/api/v1/linked/rows", { body, signal }));

/** The first rows, which also tell the columns and how many there are. */
export function useFirstRows(asked: LinkRequest, know: Record<string, string>, possible: boolean) {
  return useQuery({
    enabled: possible,
    queryKey: ["linked", "rows", asked, know, 0],
    queryFn: ({ signal }) => askRows({ ...asked, know, offset: 0, limit: PAGE }, signal),
    placeholderData: keepPreviousData,
    retry: false,
  });
}

/** The rows of some pages by their place. */
export function useRowsInSight(asked: LinkRequest, know: Record<string, string>, pages: readonly number[]): Map<number, MarkedRow> {
  return useQueries({
    queries: pages.map((page) => ({
      queryKey: ["linked", "rows", asked, know, page],
      queryFn: ({ signal }: { signal: AbortSignal }) => askRows({ ...asked, know, offset: page * PAGE, limit: PAGE }, signal),
      retry: false,
    })),
    combine,
  });
}

function combine(answers: { data: JoinedRows | undefined }[]): Map<number, MarkedRow> {
  return new Map(answers.flatMap(({ data }) => data?.rows.map((row, index) => [data.offset + index, row] as const) ?? []));
}

export function useScan(id: string | null) {
  return useQuery({
    enabled: id !== null,
    queryKey: ["linked", "scan", id],
    queryFn: ({ signal }) => answer(api.GET("/api/v1/linked/scans/{scan_id}", { params: { path: { scan_id: id ?? "" } }, signal })),
    staleTime: Infinity,
    retry: false,
  });
}

export function useCheck(asked: CheckRequest, possible: boolean) {
  return useQuery({
    enabled: possible,
    queryKey: ["linked", "check", asked],
    queryFn: ({ signal }) => answer(api.POST("/api/v1/linked/check", { body: asked, signal })),
    placeholderData: keepPreviousData,
    retry: false,
  });
}
