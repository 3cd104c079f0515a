/** What the published rows mean for the people they were sampled from. */
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { answer, api } from "@/api/client";
import { keys } from "@/api/keys";
import { ofDataset } from "../api/derived";

/** One of the three ways to say among whom the table was sampled. */
export type Population = { population_size: number } | { sampling_fraction: number } | { population: string };

export function usePopulationRisk(id: string, revision: number, population: Population | null) {
  return useQuery({
    queryKey: keys.derived(id, "population-risk", revision, population),
    queryFn: ({ signal }) =>
      answer(api.GET("/api/v1/datasets/{dataset_id}/population-risk", { params: { ...ofDataset(id), query: population ?? {} }, signal })),
    enabled: population !== null,
    // The old figures stay until the new ones are there, so that nothing jumps.
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    retry: false,
  });
}
