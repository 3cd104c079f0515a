/** The data sets of the workspace: `const { data } = useDatasets()`. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { get, remove } from "./client";
import { keys } from "./keys";
import type { DatasetSummary } from "./types";

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
