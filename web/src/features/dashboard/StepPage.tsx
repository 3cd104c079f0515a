/** What the steps See, Make it safe, Check and Take it share: heading, warnings, and what is shown before there is a risk. */
import { Button, Text } from "@mantine/core";
import { useMemo, type ReactElement, type ReactNode } from "react";
import { Link } from "wouter";
import { isMeasured, useDataset } from "@/api/dataset";
import type { MeasuredView } from "@/api/types";
import { usePreset, useVerdict } from "@/api/verdict";
import { Limits, limitsOf } from "@/charts/limits";
import { PageError } from "@/components/PageError";
import { PageTitle } from "@/components/PageTitle";
import { PersonWarning } from "@/components/PersonWarning";
import { useLanguage } from "@/i18n/LanguageProvider";
import { Beginnings } from "./crowd/Beginnings";
import { TooLarge } from "./crowd/TooLarge";
import { DashboardSkeleton } from "./DashboardSkeleton";
import { NothingToMeasure } from "./NothingToMeasure";
import classes from "./StepPage.module.css";
import { ActionButton } from "./verdict/ActionButton";

export interface StepPageProps {
  datasetId: string;
  title: string;
  lead: string;
  /** Stands beside the heading. */
  aside?: (view: MeasuredView) => ReactNode;
  /** Whether the page scrolls as a whole; otherwise its panes have the height of the window. */
  scrolls?: boolean;
  children: (view: MeasuredView) => ReactNode;
}

export function StepPage({ datasetId, ...page }: StepPageProps): ReactElement {
  const { data: view, error, refetch } = useDataset(datasetId);
  if (!view) {
    return error ? <PageError error={error} onRetry={() => void refetch()} /> : <DashboardSkeleton datasetId={datasetId} />;
  }
  if (view.too_large) return <TooLarge view={view} size={view.too_large} />;
  return isMeasured(view) ? <Measured view={view} {...page} /> : <NothingToMeasure view={view} />;
}

type MeasuredProps = Omit<StepPageProps, "datasetId"> & { view: MeasuredView };

function Measured({ view, title, lead, aside, scrolls = false, children }: MeasuredProps): ReactElement {
  const preset = usePreset(view);
  const limits = useMemo(() => limitsOf(preset), [preset]);
  return (
    <Limits value={limits}>
      <div className={classes.page} data-scrolls={scrolls || undefined}>
        <div className={classes.head}>
          <div className={classes.title}>
            <PageTitle size="h3" text={title} />
            <Text c="dimmed" className={classes.lead}>
              {lead}
            </Text>
          </div>
          {aside?.(view)}
        </div>
        <PersonWarning warning={view.person_warning}>
          <ChoosePerson view={view} />
        </PersonWarning>
        <Beginnings view={view} />
        <div className={classes.body}>{children(view)}</div>
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
    <Button component={Link} href="/columns" size="compact-sm" variant="light">
      {t("persons.choose")}
    </Button>
  );
}
