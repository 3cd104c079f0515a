/** One dataset and what can be decided about it: `const { data } = useDataset(id)`. */
import { useMutation, useQuery, useQueryClient, type UseMutationResult } from "@tanstack/react-query";
import { answer, api, ApiError } from "./client";
import { isLinked, keys } from "./keys";
import type { DatasetView, Decision, MeasuredView } from "./types";

const ofDataset = (id: string) => ({ path: { dataset_id: id } });
const ofDecision = (id: string, decision: string) => ({ path: { dataset_id: id, decision_id: decision } });

export function useStatus() {
  return useQuery({ queryKey: keys.status, queryFn: () => answer(api.GET("/api/v1/status")), staleTime: Infinity });
}

/** Measures, builders, presets and bands, as they describe themselves. */
export function useCatalogue() {
  return useQuery({
    queryKey: keys.catalogue,
    queryFn: () => answer(api.GET("/api/v1/catalogue")),
    staleTime: Infinity,
  });
}

export function useDataset(id: string) {
  return useQuery({ queryKey: keys.view(id), queryFn: () => answer(api.GET("/api/v1/datasets/{dataset_id}", { params: ofDataset(id) })) });
}

/** Whether there is a risk to show: without a quasi-identifier there is none. */
export function isMeasured(view: DatasetView): view is MeasuredView {
  return view.risk !== null;
}

export type Change<Input> = UseMutationResult<DatasetView, Error, Input>;

/** Every change sends the revision it was made on, and takes over the view that it answers. */
export function useChange<Input>(id: string, send: (input: Input, revision?: number) => Promise<DatasetView>): Change<Input> {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: Input) => send(input, client.getQueryData<DatasetView>(keys.view(id))?.revision),
    onSuccess: (view) => {
      client.setQueryData(keys.view(id), view);
      void client.invalidateQueries({ queryKey: keys.datasets });
      client.removeQueries({ predicate: isLinked });
    },
    onError: (error) => {
      if (error instanceof ApiError && error.isConflict) {
        void client.invalidateQueries({ queryKey: keys.dataset(id) });
      }
    },
  });
}

/** Append a decision: `decide.mutate({ kind: "generalize", attribute: "age", level: 2 })`. */
export function useDecide(id: string): Change<Decision> {
  return useChange(id, (decision, revision) =>
    answer(api.POST("/api/v1/datasets/{dataset_id}/decisions", { params: ofDataset(id), body: { ...decision, revision } })),
  );
}

/** Undo one decision by its id, whichever it is. */
export function useUndo(id: string): Change<string> {
  return useChange(id, (decision, revision) =>
    answer(api.DELETE("/api/v1/datasets/{dataset_id}/decisions/{decision_id}", { params: { ...ofDecision(id, decision), query: { revision } } })),
  );
}

export function useRedo(id: string): Change<string> {
  return useChange(id, (decision, revision) =>
    answer(api.POST("/api/v1/datasets/{dataset_id}/decisions/{decision_id}/redo", { params: ofDecision(id, decision), body: { revision } })),
  );
}

/** Go back (or forward) to the decisions that were active after this many events. */
/** Undo every decision that was made after one that is in force. */
export function useGoBack(id: string): Change<string> {
  return useChange(id, (decision, revision) =>
    answer(api.POST("/api/v1/datasets/{dataset_id}/back", { params: ofDataset(id), body: { decision, revision } })),
  );
}

export function useJump(id: string): Change<number> {
  return useChange(id, (target, revision) =>
    answer(api.POST("/api/v1/datasets/{dataset_id}/jump", { params: ofDataset(id), body: { revision_of_state: target, revision } })),
  );
}
