/** How the file of a dataset was read: `const { data } = useReading(id, revision)`. */
import { useQuery } from "@tanstack/react-query";
import { answer, api } from "@/api/client";
import type { JobStarted } from "@/api/jobs";
import { keys } from "@/api/keys";
import type { ReadingRequest } from "@/api/types";

const ofDataset = (id: string) => ({ path: { dataset_id: id } });

export function useReading(id: string, revision: number | undefined) {
  return useQuery({
    queryKey: keys.derived(id, "reading", revision ?? -1),
    queryFn: ({ signal }) => answer(api.GET("/api/v1/datasets/{dataset_id}/reading", { params: ofDataset(id), signal })),
    enabled: revision !== undefined,
  });
}

export function readAgain(id: string, body: ReadingRequest): Promise<JobStarted> {
  return answer(api.POST("/api/v1/datasets/{dataset_id}/reading", { params: ofDataset(id), body }));
}
