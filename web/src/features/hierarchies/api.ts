/** The hierarchy of one attribute, and what it would look like after a change. */
import { useQuery } from "@tanstack/react-query";
import { get, post } from "@/api/client";
import { keys } from "@/api/keys";
import type { HierarchyPreview, HierarchyView } from "@/api/types";

const path = (id: string, attribute: string): string =>
  `/datasets/${encodeURIComponent(id)}/hierarchies/${encodeURIComponent(attribute)}`;

export function useHierarchy(id: string, attribute: string, revision: number) {
  return useQuery({
    queryKey: keys.derived(id, "hierarchy", revision, attribute),
    queryFn: () => get<HierarchyView>(path(id, attribute)),
  });
}

/** Nothing is applied by asking. */
export function previewHierarchy(id: string, attribute: string, change: HierarchyPreview): Promise<HierarchyView> {
  return post<HierarchyView>(`${path(id, attribute)}/preview`, change);
}
