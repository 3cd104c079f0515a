/** Try changes to a hierarchy: each is previewed by the server and kept only if it is possible. */
import { useMutation } from "@tanstack/react-query";
import { useReducer } from "react";
import type { HierarchyEdit, HierarchyPreview } from "@/api/types";
import { previewHierarchy } from "./api";
import { addEdit, EMPTY, reduceDraft, type Draft } from "./draft";

export interface Drafting {
  draft: Draft;
  error: Error | null;
  busy: boolean;
  change: (change: HierarchyPreview) => void;
  edit: (edit: HierarchyEdit) => void;
  undo: () => void;
  redo: () => void;
  clear: () => void;
  forgive: () => void;
}

export function useDraft(datasetId: string, attribute: string): Drafting {
  const [draft, dispatch] = useReducer(reduceDraft, EMPTY);
  const preview = useMutation({
    mutationFn: (change: HierarchyPreview) => previewHierarchy(datasetId, attribute, change),
    onSuccess: (view, change) => dispatch({ do: "push", step: { change, view } }),
  });
  return {
    draft,
    error: preview.error,
    busy: preview.isPending,
    change: (change) => preview.mutate(change),
    edit: (edit) => preview.mutate(addEdit(draft, edit)),
    undo: () => dispatch({ do: "undo" }),
    redo: () => dispatch({ do: "redo" }),
    clear: () => dispatch({ do: "clear" }),
    forgive: () => preview.reset(),
  };
}
