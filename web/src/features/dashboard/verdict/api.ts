/** For whom data is meant, what the checks say of it, and presets of one's own: `useVerdict(view)`. */
import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { answer, api } from "@/api/client";
import { keys } from "@/api/keys";
import { useCatalogue } from "@/api/dataset";
import type { DatasetView, Preset } from "@/api/types";
import { ofDataset } from "../api/derived";

/** The preset that a data set is meant for. */
export function usePreset(view: DatasetView): Preset | undefined {
  return useCatalogue().data?.presets.find(({ name }) => name === view.preset);
}

export function useVerdict({ id, revision, preset }: DatasetView) {
  return useQuery({
    queryKey: keys.derived(id, "verdict", revision, preset),
    queryFn: ({ signal }) => answer(api.GET("/api/v1/datasets/{dataset_id}/verdict", { params: ofDataset(id), signal })),
    // The old verdict stays in sight, marked as old, until the new one is there.
    placeholderData: keepPreviousData,
  });
}

export function useChoosePreset(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (preset: string) => answer(api.PUT("/api/v1/datasets/{dataset_id}/preset", { params: ofDataset(id), body: { preset } })),
    onSuccess: (view) => client.setQueryData(keys.view(id), view),
  });
}

export interface OwnPreset {
  name: string;
  title: string;
  limits: Record<string, number>;
}

/** Keep limits under a name; all presets are read anew then, and the verdicts by them. */
export function useSavePreset() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ name, title, limits }: OwnPreset) =>
      answer(api.PUT("/api/v1/presets/{name}", { params: { path: { name } }, body: { title, limits, explanation: "" } })),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: keys.catalogue });
      await client.invalidateQueries({ queryKey: ["dataset"] });
    },
  });
}

/** Data that was meant for a deleted preset is then for public release. */
export function useDeletePreset() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (name: string) => answer(api.DELETE("/api/v1/presets/{name}", { params: { path: { name } } })),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ["dataset"] });
      await client.invalidateQueries({ queryKey: keys.catalogue });
    },
  });
}
