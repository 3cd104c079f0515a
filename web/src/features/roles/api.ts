/** The columns of a dataset, as the roles page shows them. */
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { answer, api } from "@/api/client";
import { keys } from "@/api/keys";

export function useColumns(id: string, revision: number | undefined) {
  return useQuery({
    queryKey: keys.derived(id, "columns", revision ?? -1),
    queryFn: () => answer(api.GET("/api/v1/datasets/{dataset_id}/columns", { params: { path: { dataset_id: id } } })),
    enabled: revision !== undefined,
    placeholderData: keepPreviousData,
  });
}
