/** Try changes to a hierarchy: each is previewed by the server and kept only if it is possible. */
import { useMutation } from "@tanstack/react-query";
import type { HierarchyEdit, HierarchyPreview } from "@/api/types";
import { ApiError } from "@/api/client";
import { useCachedInput } from "@/api/useCachedState";
import { previewHierarchy } from "./api";
import { addEdit, EMPTY, reduceDraft, withParents, type Draft, type DraftAction } from "./draft";

export interface Question {
  message: string;
  consequences: readonly string[];
  agree: () => void;
}

export interface Drafting {
  draft: Draft;
  error: Error | null;
  /** A merge that would merge groups above, too, and waits for a yes. */
  question: Question | null;
  busy: boolean;
  change: (change: HierarchyPreview) => void;
  edit: (edit: HierarchyEdit) => void;
  undo: () => void;
  redo: () => void;
  clear: () => void;
  /** Try the last change once more, where that may help. */
  again?: () => void;
  forgive: () => void;
}

export function useDraft(datasetId: string, attribute: string): Drafting {
  // Kept while the page is open, so that nothing is lost by looking elsewhere.
  const [draft, keep] = useCachedInput<Draft>(datasetId, `hierarchy ${attribute}`, EMPTY);
  const dispatch = (action: DraftAction): void => keep(reduceDraft(draft, action));
  const preview = useMutation({
    mutationFn: (change: HierarchyPreview) => previewHierarchy(datasetId, attribute, change),
    onSuccess: (view, change) => dispatch({ do: "push", step: { change, view } }),
  });
  const { error, variables } = preview;
  const asking = error instanceof ApiError && error.code === "parents_differ" && variables ? error : null;
  return {
    draft,
    error: asking ? null : error,
    question: asking && variables
      ? { message: asking.message, consequences: asking.errors, agree: () => preview.mutate(withParents(variables)) }
      : null,
    busy: preview.isPending,
    change: (change) => preview.mutate(change),
    edit: (edit) => preview.mutate(addEdit(draft, edit)),
    undo: () => dispatch({ do: "undo" }),
    redo: () => dispatch({ do: "redo" }),
    clear: () => dispatch({ do: "clear" }),
    again: error instanceof ApiError && error.isPassing && variables ? () => preview.mutate(variables) : undefined,
    forgive: () => preview.reset(),
  };
}
