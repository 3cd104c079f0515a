/** The goal of a dataset: `const { mutate } = useSetGoal(id); mutate({ use: "learning" })`. */
import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { answer, api } from "@/api/client";
import { keys } from "@/api/keys";
import type { DatasetView, Goal, GoalRequest } from "@/api/types";

const ofDataset = (id: string) => ({ path: { dataset_id: id } });

/** What follows from the goal, in words. */
export function useGoalReport(id: string, goal: Goal | undefined) {
  return useQuery({
    queryKey: ["dataset", id, "goal", goal],
    queryFn: ({ signal }) => answer(api.GET("/api/v1/datasets/{dataset_id}/goal", { params: ofDataset(id), signal })),
    enabled: goal !== undefined,
    placeholderData: keepPreviousData,
  });
}

/** Changes are sent one after the other, and show before the server answers. */
export function useSetGoal(id: string) {
  const client = useQueryClient();
  return useMutation({
    scope: { id: `goal ${id}` },
    mutationFn: (goal: GoalRequest) => answer(api.PUT("/api/v1/datasets/{dataset_id}/goal", { params: ofDataset(id), body: goal })),
    onSuccess: (view) => client.setQueryData<DatasetView>(keys.view(id), view),
  });
}
