/** Proposals for the goal of a dataset: `const query = useProposals(view)`. */
import { useQuery } from "@tanstack/react-query";
import { answer, api } from "@/api/client";
import { useChange, type Change } from "@/api/dataset";
import type { JobStarted } from "@/api/jobs";
import { keys } from "@/api/keys";
import type { DatasetView } from "@/api/types";

const ofDataset = (id: string) => ({ path: { dataset_id: id } });

export function useProposals({ id, revision, goal }: DatasetView) {
  return useQuery({
    queryKey: keys.derived(id, "proposals", revision, goal),
    queryFn: ({ signal }) => answer(api.GET("/api/v1/datasets/{dataset_id}/proposals", { params: ofDataset(id), signal })),
  });
}

export function startProposals(id: string): Promise<JobStarted> {
  return answer(api.POST("/api/v1/datasets/{dataset_id}/proposals", { params: ofDataset(id) }));
}

export function useAdopt(id: string): Change<string> {
  return useChange(id, (run, revision) =>
    answer(api.POST("/api/v1/datasets/{dataset_id}/automatic/{run_id}/adopt", { params: { path: { dataset_id: id, run_id: run } }, body: { revision } })),
  );
}
