/** The recipe of a data set, and a recipe of other data tried and taken over. */
import { useMutation } from "@tanstack/react-query";
import { address, answer, api, ApiError } from "@/api/client";
import { useChange } from "@/api/dataset";
import type { components } from "@/api/generated";
import { ofDataset } from "../api/derived";

export type Recipe = Record<string, unknown>;
export type RecipeTrial = components["schemas"]["RecipeTrial"];

export const recipeAddress = (id: string): string => address("/api/v1/datasets/{dataset_id}/recipe", { dataset_id: id });

/** Look at what a recipe would do: `trial.mutate(file)`; the words are for a file that is no JSON. */
export function useTrial(id: string, noJson: string) {
  return useMutation({
    mutationFn: async (file: File) => {
      const recipe = parse(await file.text(), noJson);
      const trial = await answer(api.POST("/api/v1/datasets/{dataset_id}/recipe/preview", { params: ofDataset(id), body: { recipe } }));
      return { recipe, trial };
    },
  });
}

function parse(text: string, noJson: string): Recipe {
  try {
    return JSON.parse(text) as Recipe;
  } catch {
    throw new ApiError(400, { code: "malformed_data", message: noJson, hint: "", errors: [] });
  }
}

/** Take the decisions of a recipe. */
export function useAdoptRecipe(id: string) {
  return useChange(id, (recipe: Recipe, revision) =>
    answer(api.POST("/api/v1/datasets/{dataset_id}/recipe", { params: ofDataset(id), body: { recipe, revision } })),
  );
}
