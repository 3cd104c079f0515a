/** What is derived from the state of a dataset; a new revision fetches it anew. */
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { answer, api } from "@/api/client";
import { keys } from "@/api/keys";

export const RISKY_ROWS = 50;

/** The part of an address that names a dataset. */
export const ofDataset = (id: string) => ({ path: { dataset_id: id } });

function useDerived<T>(id: string, revision: number, what: string, fetch: (signal: AbortSignal) => Promise<T>) {
  return useQuery<T>({
    queryKey: keys.derived(id, what, revision),
    queryFn: ({ signal }) => fetch(signal),
    // The old figures stay until the new ones are there, so that nothing jumps.
    placeholderData: keepPreviousData,
  });
}

/** Every next step with its exact effect: sliders read from this and ask nothing more. */
export function useRecommendations(id: string, revision: number) {
  return useDerived(id, revision, "recommendations", (signal) =>
    answer(api.GET("/api/v1/datasets/{dataset_id}/recommendations", { params: ofDataset(id), signal })),
  );
}

export function useRiskyRows(id: string, revision: number) {
  return useDerived(id, revision, "risky-rows", (signal) =>
    answer(api.GET("/api/v1/datasets/{dataset_id}/risky-rows", { params: { ...ofDataset(id), query: { limit: RISKY_ROWS } }, signal })),
  );
}

export function useHistory(id: string, revision: number) {
  return useDerived(id, revision, "history", (signal) => answer(api.GET("/api/v1/datasets/{dataset_id}/history", { params: ofDataset(id), signal })));
}

export function useComparison(id: string, revision: number, use: string) {
  return useDerived(id, revision, `compare ${use}`, (signal) => answer(api.GET("/api/v1/datasets/{dataset_id}/compare", { params: ofDataset(id), signal })));
}
