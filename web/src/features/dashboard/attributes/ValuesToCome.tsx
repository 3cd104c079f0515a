/** What the most frequent values of an attribute become at the level that is tried: `34 → 30-39`. */
import { useQuery } from "@tanstack/react-query";
import type { ReactElement } from "react";
import { answer, api } from "@/api/client";
import { keys } from "@/api/keys";
import type { Generalization, HierarchyView } from "@/api/types";
import { useLanguage } from "@/i18n/LanguageProvider";
import classes from "./AttributesTab.module.css";
import { levelLabel } from "./levels";
import { valuesToCome } from "./valuesToCome";

interface ValuesToComeProps {
  datasetId: string;
  revision: number;
  step: Generalization;
  level: number;
}

export function ValuesToCome({ datasetId, revision, step, level }: ValuesToComeProps): ReactElement {
  const { t } = useLanguage();
  const { data } = useHierarchyOf(datasetId, revision, step.attribute);
  const now = (step.levels[0]?.level ?? 1) - 1;
  const pairs = data ? valuesToCome(data, now, level) : [];
  return (
    <p className={classes.toCome}>
      {t("journey.safe.becomesAll")}{" "}
      {pairs.map(({ from, to }) => (
        <span key={from}>
          {from} → <strong>{levelLabel(to, t)}</strong>
        </span>
      ))}
    </p>
  );
}

function useHierarchyOf(id: string, revision: number, attribute: string) {
  return useQuery<HierarchyView>({
    queryKey: keys.derived(id, "hierarchy", revision, attribute),
    queryFn: ({ signal }) =>
      answer(api.GET("/api/v1/datasets/{dataset_id}/hierarchies/{attribute}", { params: { path: { dataset_id: id, attribute } }, signal })),
    staleTime: Infinity,
    retry: false,
  });
}
