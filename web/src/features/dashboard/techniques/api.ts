/** What sampling and noise would do, and a copy of the data with it. */
import { useQuery } from "@tanstack/react-query";
import { answer, api } from "@/api/client";
import { keys } from "@/api/keys";
import { ofDataset } from "../api/derived";

/** The effect of techniques on the data as it is; the answer tells the seed by which a copy is the same. */
export function useEffects(id: string, revision: number, techniques: readonly string[] | null) {
  return useQuery({
    queryKey: keys.derived(id, "techniques", revision, techniques),
    queryFn: ({ signal }) =>
      answer(api.POST("/api/v1/datasets/{dataset_id}/techniques/preview", { params: ofDataset(id), body: { techniques: [...(techniques ?? [])] }, signal })),
    enabled: techniques !== null,
    // Drawn anew, the figures would be others than those that were looked at.
    staleTime: Infinity,
    retry: false,
  });
}
