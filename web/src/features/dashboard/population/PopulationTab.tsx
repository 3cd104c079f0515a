/** The table as a sample: how many of all people would be unique, by which model, and what strangers find. */
import { Text } from "@mantine/core";
import type { ReactElement } from "react";
import type { MeasuredView } from "@/api/types";
import { useCachedState } from "@/api/useCachedState";
import { ErrorNotice } from "@/components/ErrorNotice";
import { FOCUSABLE } from "@/components/focusable";
import { useLanguage } from "@/i18n/LanguageProvider";
import { RowSkeletons } from "../DashboardSkeleton";
import { usePopulationRisk, type Population } from "./api";
import { PopulationForm } from "./PopulationForm";
import { PopulationResult } from "./PopulationResult";
import classes from "./PopulationTab.module.css";

export function PopulationTab({ view }: { view: MeasuredView }): ReactElement {
  const { t } = useLanguage();
  const [population, choose] = useCachedState<Population | null>(view.id, "population", null);
  const { data, error, isFetching, refetch } = usePopulationRisk(view.id, view.revision, population);
  return (
    <div className={classes.tab}>
      <PopulationForm view={view} onChoose={choose} />
      <div className={classes.scroll} role="group" aria-label={t("population.title")} aria-busy={isFetching} {...FOCUSABLE}>
        {error ? <ErrorNotice error={error} onRetry={() => void refetch()} /> : null}
        {!error && data ? <PopulationResult risk={data} /> : null}
        {!error && !data && isFetching ? <RowSkeletons rows={6} /> : null}
        {population === null ? (
          <Text size="sm" c="dimmed">
            {t("population.empty")}
          </Text>
        ) : null}
      </div>
    </div>
  );
}
