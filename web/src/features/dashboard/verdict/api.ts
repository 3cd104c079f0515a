/** Choose for whom data is meant, and keep presets of one's own. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { answer, api } from "@/api/client";
import { keys } from "@/api/keys";
import { ofDataset } from "../api/derived";

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
