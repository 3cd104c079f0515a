/** The roles of the columns: what was guessed, why, and a way to change it. */
import { Alert, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { useDataset } from "@/api/dataset";
import type { Role } from "@/api/types";
import { ErrorNotice } from "@/components/ErrorNotice";
import { Icon } from "@/components/Icon";
import { Loading } from "@/components/Loading";
import { PersonWarning } from "@/components/PersonWarning";
import { PageTitle } from "@/components/PageTitle";
import { useLanguage } from "@/i18n/LanguageProvider";
import { useColumns } from "./api";
import { ColumnTable } from "./ColumnTable";
import { RoleLegend } from "./RoleLegend";
import classes from "./Roles.module.css";

interface RolesPageProps {
  datasetId: string;
  /** How the file was read, and what else stands above its columns. */
  children?: ReactNode;
}

export default function RolesPage({ datasetId, children }: RolesPageProps) {
  const { t } = useLanguage();
  const view = useDataset(datasetId);
  const columns = useColumns(datasetId, view.data?.revision);
  const error = view.error ?? columns.error;
  const retry = (): void => void (view.error ? view.refetch() : columns.refetch());
  const lacks = (role: Role): boolean => columns.data?.every((column) => column.role !== role) ?? false;
  return (
    <div className={classes.page}>
      <div className={classes.head}>
        <div>
          <PageTitle size="h3" text={t("columns.title")} />
          <Text c="dimmed">{t("columns.lead")}</Text>
        </div>
      </div>
      {children}
      <ErrorNotice error={error} onRetry={retry} />
      {columns.isPending && !error ? <Loading /> : null}
      {columns.data ? <RoleLegend columns={columns.data} /> : null}
      <PersonWarning warning={view.data?.person_warning ?? null} />
      {lacks("quasi") ? <Note text={t("columns.noQuasi")} /> : null}
      {lacks("sensitive") ? <Note text={t("columns.noSensitive")} /> : null}
      {columns.data ? <ColumnTable datasetId={datasetId} columns={columns.data} /> : null}
    </div>
  );
}

function Note({ text }: { text: string }) {
  return (
    <Alert color="yellow" icon={<Icon name="alert" />} role="status">
      <Text size="sm" c="var(--mantine-color-text)">
        {text}
      </Text>
    </Alert>
  );
}
