/** What is derived from the state of a dataset; a new revision fetches it anew. */
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { get } from "@/api/client";
import { keys } from "@/api/keys";
import type { Comparison, History, Recommendations, RiskyRow } from "@/api/types";

export const RISKY_ROWS = 50;

export function path(id: string, ...rest: string[]): string {
  return ["/datasets", id, ...rest].map((part, index) => (index ? encodeURIComponent(part) : part)).join("/");
}

function useDerived<T>(id: string, revision: number, what: string, query?: Record<string, number>) {
  return useQuery({
    queryKey: keys.derived(id, what, revision),
    queryFn: ({ signal }) => get<T>(path(id, what), query, signal),
    // The old figures stay until the new ones are there, so that nothing jumps.
    placeholderData: keepPreviousData,
  });
}

/** Every next step with its exact effect: sliders read from this and ask nothing more. */
export function useRecommendations(id: string, revision: number) {
  return useDerived<Recommendations>(id, revision, "recommendations");
}

export function useRiskyRows(id: string, revision: number) {
  return useDerived<RiskyRow[]>(id, revision, "risky-rows", { limit: RISKY_ROWS });
}

export function useHistory(id: string, revision: number) {
  return useDerived<History>(id, revision, "history");
}

export function useComparison(id: string, revision: number) {
  return useDerived<Comparison>(id, revision, "compare");
}
