/** From which levels on a data set is counted: what would fit, and what was chosen. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { answer, api } from "@/api/client";
import { keys } from "@/api/keys";
import type { DatasetResult, DatasetView } from "@/api/types";
import { useJob, type RunningJob } from "@/api/useJob";

const ofDataset = (id: string) => ({ path: { dataset_id: id } });

/** The levels that fit, once somebody had them looked for. */
export function useProposal(view: DatasetView) {
  return useQuery({
    queryKey: keys.derived(view.id, "first-levels", view.revision),
    queryFn: () => answer(api.GET("/api/v1/datasets/{dataset_id}/first-levels", { params: ofDataset(view.id) })),
  });
}

interface Levels {
  job: RunningJob<DatasetResult>;
  propose: (name: string) => void;
  choose: (name: string, levels: Record<string, number>) => void;
}

/** Have levels looked for, or count from some levels on; everything of the data set is asked for anew then. */
export function useLevels(view: DatasetView): Levels {
  const client = useQueryClient();
  const job = useJob<DatasetResult>();
  const renew = (): void => void client.invalidateQueries({ queryKey: keys.dataset(view.id) });
  const params = ofDataset(view.id);
  return {
    job,
    propose: (name) => job.run(name, () => answer(api.POST("/api/v1/datasets/{dataset_id}/first-levels/proposal", { params })), renew),
    choose: (name, levels) =>
      job.run(name, () => answer(api.POST("/api/v1/datasets/{dataset_id}/first-levels", { params, body: { levels } })), renew),
  };
}
