/** The hierarchy of one attribute, and what it would look like after a change. */
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { answer, api } from "@/api/client";
import { keys } from "@/api/keys";
import type { HierarchyPreview, HierarchyView, LevelQuestion } from "@/api/types";

const ofAttribute = (id: string, attribute: string) => ({ path: { dataset_id: id, attribute } });

export function useHierarchy(id: string, attribute: string, revision: number) {
  return useQuery({
    queryKey: keys.derived(id, "hierarchy", revision, attribute),
    queryFn: () => answer(api.GET("/api/v1/datasets/{dataset_id}/hierarchies/{attribute}", { params: ofAttribute(id, attribute) })),
  });
}

/** Which rows would be at risk at a level of a hierarchy as it is edited. */
export function useLevelRisk(id: string, attribute: string, revision: number, asked: LevelQuestion) {
  return useQuery({
    queryKey: keys.derived(id, "level-risk", revision, attribute, asked),
    queryFn: ({ signal }) =>
      answer(api.POST("/api/v1/datasets/{dataset_id}/hierarchies/{attribute}/risk", { params: ofAttribute(id, attribute), body: asked, signal })),
    placeholderData: keepPreviousData,
    retry: false,
  });
}

/** Nothing is applied by asking. */
export function previewHierarchy(id: string, attribute: string, change: HierarchyPreview): Promise<HierarchyView> {
  return answer(api.POST("/api/v1/datasets/{dataset_id}/hierarchies/{attribute}/preview", { params: ofAttribute(id, attribute), body: change }));
}
