/** The one screen: the data and its risk above, the next steps below. */
import { VisuallyHidden } from "@mantine/core";
import type { ReactElement } from "react";
import { useDataset } from "@/api/dataset";
import { ErrorNotice } from "@/components/ErrorNotice";
import { useLanguage } from "@/i18n/LanguageProvider";
import classes from "./DashboardPage.module.css";
import { DashboardSkeleton } from "./DashboardSkeleton";
import { ExportDialog } from "./export/ExportDialog";
import { DataPane } from "./grid/DataPane";
import { RiskPane } from "./risk/RiskPane";
import { StepTabs } from "./StepTabs";

export default function DashboardPage({ datasetId }: { datasetId: string }): ReactElement {
  const { t } = useLanguage();
  const { data: view, error, refetch } = useDataset(datasetId);
  if (!view) {
    return error ? <ErrorNotice error={error} onRetry={() => void refetch()} /> : <DashboardSkeleton />;
  }
  return (
    <div className={classes.page}>
      <VisuallyHidden>
        <h1>{`${t("dashboard.title")}: ${view.name}`}</h1>
      </VisuallyHidden>
      <div className={classes.top}>
        <section className={classes.pane} aria-label={t("dashboard.grid.title")}>
          <DataPane view={view} />
        </section>
        <section className={classes.pane} aria-label={t("dashboard.gauges.group")}>
          <RiskPane view={view} />
        </section>
      </div>
      <section className={classes.pane} aria-label={t("dashboard.tabs.label")}>
        <StepTabs view={view} />
      </section>
      <ExportDialog view={view} />
    </div>
  );
}
