/** The outline of a step while its figures are on their way. */
import { Group, Skeleton, Stack, VisuallyHidden } from "@mantine/core";
import type { ReactElement } from "react";
import { useLanguage } from "@/i18n/LanguageProvider";
import { Estimate } from "./Estimate";
import classes from "./StepPage.module.css";

export function DashboardSkeleton({ datasetId }: { datasetId: string }): ReactElement {
  const { t } = useLanguage();
  return (
    <div className={classes.page} role="status" aria-busy="true">
      <VisuallyHidden>{t("app.loading")}</VisuallyHidden>
      <Estimate datasetId={datasetId} />
      <Skeleton height={28} width="min(24rem, 80%)" />
      <Group grow>
        <Skeleton height={70} />
        <Skeleton height={70} />
        <Skeleton height={70} />
      </Group>
      <div className={classes.pane}>
        <RowSkeletons rows={12} />
      </div>
    </div>
  );
}

/** Lines where rows will be. */
export function RowSkeletons({ rows }: { rows: number }): ReactElement {
  return (
    <Stack p="sm" gap={10} aria-hidden="true">
      {Array.from({ length: rows }, (_, index) => (
        <Skeleton key={index} height={18} />
      ))}
    </Stack>
  );
}
