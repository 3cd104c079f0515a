/** The columns of a dataset, as the roles page shows them. */
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { get } from "@/api/client";
import { keys } from "@/api/keys";
import type { ColumnView } from "@/api/types";

export function useColumns(id: string, revision: number | undefined) {
  return useQuery({
    queryKey: keys.derived(id, "columns", revision ?? -1),
    queryFn: () => get<ColumnView[]>(`/datasets/${encodeURIComponent(id)}/columns`),
    enabled: revision !== undefined,
    placeholderData: keepPreviousData,
  });
}
