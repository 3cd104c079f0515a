/** A dataset without a quasi-identifier: what is missing, where to choose it, and what can be undone. */
import { Button } from "@mantine/core";
import type { ReactElement } from "react";
import { Link } from "wouter";
import type { DatasetView } from "@/api/types";
import { EmptyState } from "@/components/EmptyState";
import { useLanguage } from "@/i18n/LanguageProvider";
import { AppliedSteps } from "./AppliedSteps";

export function NothingToMeasure({ view }: { view: DatasetView }): ReactElement {
  const { t } = useLanguage();
  return (
    <>
      <EmptyState page icon="table" title={t("dashboard.nothing.title")} text={t("dashboard.nothing.text")}>
        <Button component={Link} href="/columns">
          {t("dashboard.nothing.toRoles")}
        </Button>
      </EmptyState>
      {view.decisions.length + view.redoable.length > 0 && <AppliedSteps view={view} />}
    </>
  );
}
