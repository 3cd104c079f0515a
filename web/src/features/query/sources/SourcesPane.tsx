/** Where tables come from, and which of them can be queried now. */
import { Button, Text } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState, type ReactElement } from "react";
import { useLocation } from "wouter";
import { keys } from "@/api/keys";
import { useJob } from "@/api/useJob";
import { ErrorNotice } from "@/components/ErrorNotice";
import { Icon } from "@/components/Icon";
import { JobProgress } from "@/components/JobProgress";
import { Loading } from "@/components/Loading";
import { useDatasets } from "@/api/datasets";
import { useLanguage } from "@/i18n/LanguageProvider";
import { addTable, openTable, TABLES, useSources } from "../api";
import type { QueryTable } from "@/api/types";
import type { Place, TablePlace } from "../types";
import { AddSource } from "./AddSource";
import { Chosen } from "./Chosen";
import { QueryTableList } from "./QueryTableList";
import { freeName } from "./names";
import classes from "./Sources.module.css";
import { SourceTree } from "./SourceTree";
import { keyOf } from "./tree";

export function SourcesPane({ tables }: { tables: readonly QueryTable[] }): ReactElement {
  const { t } = useLanguage();
  const [adding, setAdding] = useState(false);
  const [chosen, choose] = useState<Place | null>(null);
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const { stage, busy, add, open: openDataset, again, cancel, close } = useReading();
  const proposed = chosen ? freeName(chosen, tables) : "";

  function open(key: string, wanted: boolean): void {
    setOpened((before) => new Set(wanted ? [...before, key] : [...before].filter((one) => one !== key)));
  }

  return (
    <div className={classes.pane}>
      <div className={classes.head}>
        <h2 className={classes.title}>{t("query.sources.title")}</h2>
        <Button size="compact-xs" variant="light" leftSection={<Icon name="plus" size={13} />} onClick={() => setAdding(true)}>
          {t("query.sources.addShort")}
        </Button>
      </div>
      <Browser
        chosen={chosen}
        opened={opened}
        onChoose={choose}
        onOpen={open}
        onTake={(place) => add(place, freeName(place, tables))}
      />
      <Chosen
        place={chosen}
        proposed={proposed}
        busy={busy}
        onAdd={add}
        onDataset={openDataset}
        onOpened={(place) => open(keyOf(place), true)}
        onRemoved={() => choose(null)}
      />
      {stage.at === "working" ? <JobProgress stage={stage} title={t("query.tables.reading", { name: stage.name })} onCancel={cancel} /> : null}
      {stage.at === "failed" ? (
        <ErrorNotice error={stage.error} title={t("query.tables.failed", { name: stage.name })} onRetry={again} onClose={close} />
      ) : null}
      <QueryTableList tables={tables} />
      <AddSource
        opened={adding}
        onClose={() => setAdding(false)}
        onAdded={(source) => {
          setAdding(false);
          choose({ kind: "source", source });
          open(keyOf({ kind: "source", source }), true);
        }}
      />
    </div>
  );
}

/** Add a table to the query, or make it a data set: a job reads it. */
function useReading() {
  const client = useQueryClient();
  const [, go] = useLocation();
  const job = useJob<{ table?: string; dataset?: string }>();
  function open({ source, schema, table }: TablePlace): void {
    job.run(
      table,
      () => openTable(source.id, schema, table),
      ({ dataset }) => dataset && go(`/datasets/${encodeURIComponent(dataset)}/columns`),
      () => void client.invalidateQueries({ queryKey: keys.datasets }),
    );
  }
  function add(place: Place, name: string): void {
    const from =
      place.kind === "dataset"
        ? { dataset: place.dataset }
        : place.kind === "table"
          ? { source: place.source.id, schema: place.schema, table: place.table }
          : null;
    if (from === null || job.busy) return;
    const asked = { name, schema: "", table: "", ...from };
    job.run(name, () => addTable(asked), () => void client.invalidateQueries({ queryKey: TABLES }));
  }
  return { ...job, add, open };
}

type BrowserProps = Omit<Parameters<typeof SourceTree>[0], "sources" | "datasets">;

function Browser(props: BrowserProps): ReactElement {
  const { t } = useLanguage();
  const sources = useSources();
  const datasets = useDatasets();
  const error = sources.error ?? datasets.error;
  if (error) {
    return (
      <ErrorNotice
        error={error}
        onRetry={() => {
          void sources.refetch();
          void datasets.refetch();
        }}
      />
    );
  }
  if (!sources.data || !datasets.data) return <Loading />;
  const nothing = !sources.data.length && !datasets.data.length;
  return (
    <div className={classes.scroll}>
      {nothing ? (
        <Text size="sm" c="dimmed" p="sm">
          {t("query.sources.none")}
        </Text>
      ) : (
        <SourceTree {...props} sources={sources.data} datasets={datasets.data} />
      )}
    </div>
  );
}
