/** The one screen: the data and its risk above, the next steps below. */
import { Button, VisuallyHidden } from "@mantine/core";
import { useMemo, type ReactElement } from "react";
import { Link, useSearchParams } from "wouter";
import { isMeasured, useDataset } from "@/api/dataset";
import type { MeasuredView } from "@/api/types";
import { Limits, limitsOf } from "@/charts/limits";
import { PageError } from "@/components/PageError";
import { PersonWarning } from "@/components/PersonWarning";
import { PageTitle } from "@/components/PageTitle";
import { useLanguage } from "@/i18n/LanguageProvider";
import { Beginnings } from "./crowd/Beginnings";
import { TooLarge } from "./crowd/TooLarge";
import classes from "./DashboardPage.module.css";
import { DashboardSkeleton } from "./DashboardSkeleton";
import { ExportDialog } from "./export/ExportDialog";
import { DataPane } from "./grid/DataPane";
import { NothingToMeasure } from "./NothingToMeasure";
import { RiskPane } from "./risk/RiskPane";
import { StepTabs } from "./StepTabs";
import { ActionButton } from "./verdict/ActionButton";
import { usePreset, useVerdict } from "./verdict/api";
import { VerdictBar } from "./verdict/VerdictBar";

export default function DashboardPage({ datasetId }: { datasetId: string }): ReactElement {
  const { data: view, error, refetch } = useDataset(datasetId);
  if (!view) {
    return error ? <PageError error={error} onRetry={() => void refetch()} /> : <DashboardSkeleton datasetId={datasetId} />;
  }
  if (view.too_large) return <TooLarge view={view} size={view.too_large} />;
  return isMeasured(view) ? <Dashboard view={view} /> : <NothingToMeasure view={view} />;
}

function Dashboard({ view }: { view: MeasuredView }): ReactElement {
  const { t } = useLanguage();
  const [asked] = useSearchParams();
  const preset = usePreset(view);
  const limits = useMemo(() => limitsOf(preset), [preset]);
  const title = t(asked.get("tab") === "compare" ? "app.compare" : "dashboard.title");
  return (
    <Limits value={limits}>
      <div className={classes.page}>
        <VisuallyHidden>
          <PageTitle text={`${title}: ${view.name}`} />
        </VisuallyHidden>
        <div className={classes.head}>
          <PersonWarning warning={view.person_warning}>
            <ChoosePerson view={view} />
          </PersonWarning>
          <Beginnings view={view} />
          <VerdictBar view={view} />
        </div>
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
    </Limits>
  );
}

/** The check of the verdict knows which column it would be; until it is there, the roles are a click away. */
function ChoosePerson({ view }: { view: MeasuredView }): ReactElement {
  const { t } = useLanguage();
  const action = useVerdict(view).data?.checks.find(({ name }) => name === "persons")?.action;
  if (action) return <ActionButton view={view} action={action} onLeave={() => undefined} />;
  return (
    <Button component={Link} href="/roles" size="compact-sm">
      {t("persons.choose")}
    </Button>
  );
}
