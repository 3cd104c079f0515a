/** How the file was read, in words, and a way to read it differently right here. */
import { Text } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import type { ReactElement } from "react";
import { useDataset } from "@/api/dataset";
import { keys } from "@/api/keys";
import type { FileReading } from "@/api/types";
import { useJob } from "@/api/useJob";
import { ErrorNotice } from "@/components/ErrorNotice";
import { JobProgress } from "@/components/JobProgress";
import { useLanguage } from "@/i18n/LanguageProvider";
import { readAgain, useReading } from "./api";
import classes from "./Reading.module.css";
import { ReadingForm } from "./ReadingForm";

export function Reading({ datasetId }: { datasetId: string }): ReactElement | null {
  const { t } = useLanguage();
  const client = useQueryClient();
  const view = useDataset(datasetId);
  const reading = useReading(datasetId, view.data?.revision);
  const job = useJob<unknown>();
  const renew = (): void => void client.invalidateQueries({ queryKey: keys.dataset(datasetId) });
  if (!reading.data) return <ErrorNotice error={reading.error} onRetry={() => void reading.refetch()} />;
  const { data } = reading;
  return (
    <section className={classes.reading} aria-label={t("reading.title")}>
      <Text fw={600}>{t("reading.title")}</Text>
      <Facts reading={data} />
      {job.stage.at === "sending" || job.stage.at === "working" ? <JobProgress stage={job.stage} title={t("reading.working")} onCancel={job.cancel} /> : null}
      <ErrorNotice error={job.stage.at === "failed" ? job.stage.error : null} />
      {data.changeable && view.data?.right !== "view" ? (
        <details className={classes.change}>
          <summary>{t("reading.change")}</summary>
          <ReadingForm reading={data} busy={job.busy} onRead={(request) => job.run("", () => readAgain(datasetId, request), renew)} />
        </details>
      ) : (
        <Text size="sm" c="dimmed">
          {data.obstacle}
        </Text>
      )}
    </section>
  );
}

function Facts({ reading }: { reading: FileReading }): ReactElement {
  const { t } = useLanguage();
  const told = reading.missing.flatMap(({ attribute, missing, markers }) => [
    ...(missing ? [t("reading.missing", { name: attribute, count: missing })] : []),
    ...(markers.length ? [t("reading.markers", { name: attribute, markers: markers.join(", ") })] : []),
  ]);
  return (
    <>
      <Text size="sm">{reading.words.join(" ")}</Text>
      {told.length ? (
        <ul className={classes.missing}>
          {told.map((words) => (
            <li key={words}>{words}</li>
          ))}
        </ul>
      ) : null}
    </>
  );
}
