/** What the start page asks of the API: samples, datasets, uploads. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { get, post, remove } from "@/api/client";
import type { JobStarted } from "@/api/jobs";
import { keys } from "@/api/keys";
import type { DatasetSummary, Sample } from "@/api/types";

export function useSamples() {
  return useQuery({ queryKey: keys.samples, queryFn: () => get<Sample[]>("/samples"), staleTime: Infinity });
}

export function useDatasets() {
  return useQuery({ queryKey: keys.datasets, queryFn: () => get<DatasetSummary[]>("/datasets"), staleTime: 0 });
}

export function useDeleteDataset() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => remove<null>(`/datasets/${encodeURIComponent(id)}`),
    onSuccess: (_, id) => {
      client.removeQueries({ queryKey: keys.dataset(id) });
      return client.invalidateQueries({ queryKey: keys.datasets });
    },
  });
}

export function openSample(name: string): Promise<JobStarted> {
  return post<JobStarted>("/datasets/sample", { name });
}
