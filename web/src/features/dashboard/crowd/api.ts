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

/** What can be chosen, and which choice was counted last. */
export function useStates(view: DatasetView) {
  return useQuery({
    queryKey: keys.derived(view.id, "states", view.revision),
    queryFn: () => answer(api.GET("/api/v1/datasets/{dataset_id}/states", { params: ofDataset(view.id) })),
  });
}

interface Counting {
  job: RunningJob<DatasetResult>;
  look: (name: string) => void;
  count: (name: string, levels: Record<string, number>, k: number) => void;
}

/** Have the values of every column looked at, or one choice counted; only that is asked for anew then. */
export function useCounting(view: DatasetView): Counting {
  const client = useQueryClient();
  const job = useJob<DatasetResult>();
  const renew = (): void => void client.invalidateQueries({ queryKey: keys.derived(view.id, "states", view.revision) });
  const params = ofDataset(view.id);
  return {
    job,
    look: (name) => job.run(name, () => answer(api.POST("/api/v1/datasets/{dataset_id}/states/levels", { params })), renew),
    count: (name, levels, k) =>
      job.run(name, () => answer(api.POST("/api/v1/datasets/{dataset_id}/states", { params, body: { levels, k } })), renew),
  };
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
