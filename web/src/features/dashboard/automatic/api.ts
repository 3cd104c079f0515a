/** Automatic runs and the trade-off as the server answers them: `const runs = useRuns(id, revision)`. */
import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { get, post, remove } from "@/api/client";
import { useChange, type Change } from "@/api/dataset";
import { keys } from "@/api/keys";
import type { AutomaticRun, DatasetView, Front, PairedRows, Risk, StateRequest } from "@/api/types";
import { path } from "../api/derived";

/** The latest results, the newest first. */
export function useRuns(id: string, revision: number) {
  return useQuery<AutomaticRun[]>({
    queryKey: keys.derived(id, "automatic", revision),
    queryFn: async ({ signal }) => (await get<AutomaticRun[]>(path(id, "automatic"), {}, signal)).toReversed(),
    placeholderData: keepPreviousData,
  });
}

export const PAIRS = 50;

export function usePairs(id: string, run: string, offset: number) {
  return useQuery({
    queryKey: ["dataset", id, "pairs", run, offset],
    queryFn: ({ signal }) => get<PairedRows>(path(id, "automatic", run, "rows"), { offset, limit: PAIRS }, signal),
    placeholderData: keepPreviousData,
    staleTime: Infinity,
  });
}

export function useAdopt(id: string): Change<string> {
  return useChange(id, (run, revision) => post<DatasetView>(path(id, "automatic", run, "adopt"), { revision }));
}

export function useDiscard(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (run: string) => remove<null>(path(id, "automatic", run)),
    onSuccess: () => client.invalidateQueries({ queryKey: ["dataset", id, "automatic"] }),
  });
}

export function useFront(id: string, revision: number) {
  return useQuery({
    queryKey: keys.derived(id, "front", revision),
    queryFn: ({ signal }) => get<Front>(path(id, "front"), {}, signal),
    placeholderData: keepPreviousData,
    staleTime: Infinity,
  });
}

type Chosen = Pick<StateRequest, "levels" | "k">;

/** The figures of a state that is only looked at; all its levels are named, so that it stands for itself. */
export function usePreview(id: string, revision: number, { levels, k }: Chosen) {
  return useQuery({
    queryKey: keys.derived(id, "preview", revision, levels, k),
    queryFn: ({ signal }) => get<{ risk: Risk }>(path(id, "preview"), { levels: JSON.stringify(levels), k }, signal),
    placeholderData: keepPreviousData,
  });
}

/** Go to a state at once; each step of it can be undone alone. */
export function useGoTo(id: string): Change<Chosen> {
  return useChange(id, ({ levels, k }, revision) =>
    post<DatasetView>(path(id, "state"), { levels, k, revision } satisfies StateRequest),
  );
}
