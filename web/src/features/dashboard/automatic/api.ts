/** Automatic runs and the trade-off as the server answers them: `const runs = useRuns(id, revision)`. */
import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { answer, api } from "@/api/client";
import { useChange, type Change } from "@/api/dataset";
import { keys } from "@/api/keys";
import type { AutomaticRun, ResultComparison, StateRequest } from "@/api/types";
import { ofDataset } from "../api/derived";

const ofRun = (id: string, run: string) => ({ path: { dataset_id: id, run_id: run } });

/** All results that nobody discarded, the newest first. */
export function useRuns(id: string, revision: number) {
  return useQuery<AutomaticRun[]>({
    queryKey: keys.derived(id, "automatic", revision),
    queryFn: async ({ signal }) => (await answer(api.GET("/api/v1/datasets/{dataset_id}/automatic", { params: ofDataset(id), signal }))).toReversed(),
    placeholderData: keepPreviousData,
  });
}

export const PAIRS = 50;

export function usePairs(id: string, run: string, offset: number) {
  return useQuery({
    queryKey: ["dataset", id, "pairs", run, offset],
    queryFn: ({ signal }) => answer(api.GET("/api/v1/datasets/{dataset_id}/automatic/{run_id}/rows", { params: { ...ofRun(id, run), query: { offset, limit: PAIRS } }, signal })),
    placeholderData: keepPreviousData,
    staleTime: Infinity,
  });
}

export function useAdopt(id: string): Change<string> {
  return useChange(id, (run, revision) => answer(api.POST("/api/v1/datasets/{dataset_id}/automatic/{run_id}/adopt", { params: ofRun(id, run), body: { revision } })));
}

export function useDiscard(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (run: string) => answer(api.DELETE("/api/v1/datasets/{dataset_id}/automatic/{run_id}", { params: ofRun(id, run) })),
    onSuccess: () => client.invalidateQueries({ queryKey: ["dataset", id, "automatic"] }),
  });
}

/** Give a result a name, or take it away. */
export function useRename(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ run, name }: { run: string; name: string | null }) =>
      answer(api.PATCH("/api/v1/datasets/{dataset_id}/automatic/{run_id}", { params: ofRun(id, run), body: { name } })),
    onSuccess: () => client.invalidateQueries({ queryKey: ["dataset", id, "automatic"] }),
  });
}

export function useFront(id: string, revision: number) {
  return useQuery({
    queryKey: keys.derived(id, "front", revision),
    queryFn: ({ signal }) => answer(api.GET("/api/v1/datasets/{dataset_id}/front", { params: ofDataset(id), signal })),
    placeholderData: keepPreviousData,
    staleTime: Infinity,
  });
}

type Chosen = Pick<StateRequest, "levels" | "k">;

/** The figures of a state that is only looked at; all its levels are named, so that it stands for itself. */
export function usePreview(id: string, revision: number, { levels, k }: Chosen) {
  return useQuery({
    queryKey: keys.derived(id, "preview", revision, levels, k),
    queryFn: ({ signal }) => answer(api.GET("/api/v1/datasets/{dataset_id}/preview", { params: { ...ofDataset(id), query: { levels: JSON.stringify(levels), k } }, signal })),
    placeholderData: keepPreviousData,
  });
}

/** Go to a state at once; each step of it can be undone alone. */
export function useGoTo(id: string): Change<Chosen> {
  return useChange(id, ({ levels, k }, revision) =>
    answer(api.POST("/api/v1/datasets/{dataset_id}/state", { params: ofDataset(id), body: { levels, k, revision } })),
  );
}

/** What became of results that are gone. */
export function useNotes(id: string, revision: number) {
  return useQuery({
    queryKey: keys.derived(id, "automatic", revision, "notes"),
    queryFn: async ({ signal }) => (await answer(api.GET("/api/v1/datasets/{dataset_id}/automatic/notes", { params: ofDataset(id), signal }))).notes,
  });
}

/** The name of the table as it is now, in place of the id of a result. */
export const NOW = "now";

/** Two results side by side; without a column, rows are not grouped. */
export function useCompared(id: string, revision: number, one: string, other: string, by: string | null) {
  return useQuery<ResultComparison>({
    queryKey: keys.derived(id, "automatic", revision, "compared", one, other, by),
    queryFn: ({ signal }) =>
      answer(
        api.GET("/api/v1/datasets/{dataset_id}/automatic/{run_id}/compare/{other_id}", {
          params: { path: { dataset_id: id, run_id: one, other_id: other }, query: by === null ? {} : { by } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });
}
