/** Edits that are not applied yet: a stack of previews with undo and redo. */
import type { Decision, HierarchyEdit, HierarchyPreview, HierarchyView } from "@/api/types";

export interface Step {
  change: HierarchyPreview;
  view: HierarchyView;
}

export interface Draft {
  done: readonly Step[];
  undone: readonly Step[];
}

export const EMPTY: Draft = { done: [], undone: [] };

export type DraftAction = { do: "push"; step: Step } | { do: "undo" } | { do: "redo" } | { do: "clear" };

export function reduceDraft(draft: Draft, action: DraftAction): Draft {
  switch (action.do) {
    case "push":
      return { done: [...draft.done, action.step], undone: [] };
    case "undo":
      return move(draft.done, draft.undone, (done, undone) => ({ done, undone }));
    case "redo":
      return move(draft.undone, draft.done, (undone, done) => ({ done, undone }));
    case "clear":
      return EMPTY;
  }
}

function move(
  from: readonly Step[],
  to: readonly Step[],
  make: (from: readonly Step[], to: readonly Step[]) => Draft,
): Draft {
  return make(from.slice(0, -1), [...to, ...from.slice(-1)]);
}

/** What is shown: the newest preview, or the hierarchy as it is applied. */
export function shownView(draft: Draft, applied: HierarchyView): HierarchyView {
  return draft.done.at(-1)?.view ?? applied;
}

/** One more edit on top of what was done so far; a builder or a file begins anew. */
export function addEdit(draft: Draft, edit: HierarchyEdit): HierarchyPreview {
  const change = draft.done.at(-1)?.change ?? {};
  return { ...change, edits: [...(change.edits ?? []), edit] };
}

/** The same change, whose last merge may merge the groups above, too. */
export function withParents(change: HierarchyPreview): HierarchyPreview {
  const edits = change.edits ?? [];
  const last = edits.at(-1);
  if (last?.edit !== "merge") return change;
  return { ...change, edits: [...edits.slice(0, -1), { ...last, parents: true }] };
}

/** The decision that applies the draft: a builder by name, a file as it was given, anything else by its lines. */
export function toDecision(draft: Draft, attribute: string): Decision | null {
  const last = draft.done.at(-1);
  if (!last) return null;
  const { builder, csv, edits } = last.change;
  if (edits?.length) return { kind: "hierarchy", attribute, csv: last.view.csv };
  if (builder !== undefined) return { kind: "hierarchy", attribute, builder };
  // What was noticed in a file is said again wherever it is read, so it is not tidied up here.
  return { kind: "hierarchy", attribute, csv: csv ?? last.view.csv };
}
