/** The datasets that are already here: open one, delete one. */
import { ActionIcon, Anchor, Table, Text, Title, VisuallyHidden } from "@mantine/core";
import { useState } from "react";
import { Link } from "wouter";
import type { DatasetSummary } from "@/api/types";
import { ConfirmDialog } from "@/components/ConfirmDialog";
import { ErrorNotice } from "@/components/ErrorNotice";
import { Icon } from "@/components/Icon";
import { Loading } from "@/components/Loading";
import { PlaceBadge } from "@/components/PlaceBadge";
import { RightBadge } from "@/components/RightBadge";
import { useLanguage } from "@/i18n/LanguageProvider";
import { useDatasets, useDeleteDataset } from "@/api/datasets";
import classes from "./Start.module.css";

export function DatasetList() {
  const { t } = useLanguage();
  const { data, error, isPending, refetch } = useDatasets();
  return (
    <section aria-labelledby="datasets">
      <Title order={2} size="h5" id="datasets" mb="xs">
        {t("start.datasets")}
      </Title>
      <ErrorNotice error={error} onRetry={() => void refetch()} />
      {isPending ? <Loading /> : null}
      {data?.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t("start.none")}. {t("start.noneText")}
        </Text>
      ) : null}
      {data?.length ? <Datasets datasets={data} /> : null}
    </section>
  );
}

function Datasets({ datasets }: { datasets: DatasetSummary[] }) {
  const { t } = useLanguage();
  const removal = useDeleteDataset();
  const [chosen, setChosen] = useState<DatasetSummary | null>(null);
  const close = (): void => {
    setChosen(null);
    removal.reset();
  };
  return (
    <div className={classes.card}>
      <Table highlightOnHover verticalSpacing={8}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t("start.columnName")}</Table.Th>
            <Table.Th ta="right">{t("start.columnRows")}</Table.Th>
            <Table.Th ta="right" visibleFrom="sm">{t("start.columnColumns")}</Table.Th>
            <Table.Th ta="right" visibleFrom="sm">{t("start.columnDecisions")}</Table.Th>
            <Table.Th visibleFrom="sm">{t("start.columnCreated")}</Table.Th>
            <Table.Th>
              <VisuallyHidden>{t("start.columnActions")}</VisuallyHidden>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {datasets.map((dataset) => (
            <DatasetRow key={dataset.id} dataset={dataset} onDelete={() => setChosen(dataset)} />
          ))}
        </Table.Tbody>
      </Table>
      <ConfirmDialog
        opened={chosen !== null}
        title={t("start.removeTitle", { name: chosen?.name ?? "" })}
        text={t(chosen?.place == null ? "start.removeText" : "start.removeAddress")}
        action={t("start.removeAction")}
        busy={removal.isPending}
        error={removal.error}
        onConfirm={() => chosen && removal.mutate(chosen.id, { onSuccess: close })}
        onClose={close}
      />
    </div>
  );
}

function DatasetRow({ dataset, onDelete }: { dataset: DatasetSummary; onDelete: () => void }) {
  const { t, format } = useLanguage();
  const { id, name, rows, columns, revision, created, place, right } = dataset;
  return (
    <Table.Tr>
      <Table.Td>
        <Anchor component={Link} href={`/datasets/${encodeURIComponent(id)}`} fw={600} aria-label={t("start.open", { name })} style={{ overflowWrap: "anywhere" }}>
          {name}
        </Anchor>
        {place === null ? null : (
          <div className={classes.place}>
            <PlaceBadge place={place} />
          </div>
        )}
      </Table.Td>
      <Table.Td ta="right" className="numeric">
        {format.number(rows)}
      </Table.Td>
      <Table.Td ta="right" className="numeric" visibleFrom="sm">
        {format.number(columns)}
      </Table.Td>
      <Table.Td ta="right" className="numeric" visibleFrom="sm">
        {format.number(revision)}
      </Table.Td>
      <Table.Td visibleFrom="sm">
        <Text size="sm" c="dimmed">
          {format.date(created)}
        </Text>
      </Table.Td>
      <Table.Td ta="right">
        {right === "own" ? (
          <ActionIcon variant="subtle" color="gray" aria-label={t("start.remove", { name })} onClick={onDelete}>
            <Icon name="trash" />
          </ActionIcon>
        ) : (
          <RightBadge right={right} />
        )}
      </Table.Td>
    </Table.Tr>
  );
}
