/** The data sets of the workspace: `const { data } = useDatasets()`. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { answer, api } from "./client";
import { keys } from "./keys";

export function useDatasets() {
  return useQuery({ queryKey: keys.datasets, queryFn: () => answer(api.GET("/api/v1/datasets")), staleTime: 0 });
}

export function useDeleteDataset() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => answer(api.DELETE("/api/v1/datasets/{dataset_id}", { params: { path: { dataset_id: id } } })),
    onSuccess: (_, id) => {
      client.removeQueries({ queryKey: keys.dataset(id) });
      return client.invalidateQueries({ queryKey: keys.datasets });
    },
  });
}
