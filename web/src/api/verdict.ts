/** For whom data is meant, and what the checks say of it: `useVerdict(view)`. */
import { keepPreviousData, skipToken, useQuery } from "@tanstack/react-query";
import { answer, api } from "./client";
import { useCatalogue } from "./dataset";
import { keys } from "./keys";
import type { DatasetView, Preset } from "./types";

/** The preset that a data set is meant for. */
export function usePreset(view: DatasetView): Preset | undefined {
  return useCatalogue().data?.presets.find(({ name }) => name === view.preset);
}

/** Nothing is asked until the data set is there and has a risk to be checked. */
export function useVerdict(view: DatasetView | undefined) {
  return useQuery({
    queryKey: keys.derived(view?.id ?? "", "verdict", view?.revision ?? -1, view?.preset),
    queryFn: view?.risk
      ? ({ signal }) => answer(api.GET("/api/v1/datasets/{dataset_id}/verdict", { params: { path: { dataset_id: view.id } }, signal }))
      : skipToken,
    // The old verdict stays in sight, marked as old, until the new one is there.
    placeholderData: keepPreviousData,
  });
}
