/** From what betrays people to the step that helps: the attribute that is advised first. */
import { useCallback } from "react";
import { useSearchParams } from "wouter";
import type { Generalization, MeasuredView } from "@/api/types";
import { useRecommendations } from "../api/derived";

/** Of some attributes the one whose step ranks first; without advice the first of them. */
export function remedyFor(members: readonly string[], steps: readonly Pick<Generalization, "attribute">[]): string | undefined {
  return steps.find(({ attribute }) => members.includes(attribute))?.attribute ?? members[0];
}

export interface Remedy {
  /** The attribute to generalise. */
  of: (members: readonly string[]) => string | undefined;
  /** Go to its step. */
  go: (members: readonly string[]) => void;
}

export function useRemedy(view: MeasuredView): Remedy {
  const [, ask] = useSearchParams();
  const { data } = useRecommendations(view.id, view.revision);
  const steps = data?.generalizations;
  const of = useCallback((members: readonly string[]) => remedyFor(members, steps ?? []), [steps]);
  const go = useCallback(
    (members: readonly string[]) => {
      const attribute = of(members);
      ask({ tab: "attributes", ...(attribute === undefined ? {} : { attribute }) });
    },
    [ask, of],
  );
  return { of, go };
}
