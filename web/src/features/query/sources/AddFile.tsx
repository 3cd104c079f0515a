/** Add a file of DuckDB or SQLite: it is sent, checked from end to end, and then browsed like a server. */
import { Stack, Text } from "@mantine/core";
import { useEffect, type ReactElement } from "react";
import { sendFile } from "@/api/upload";
import { useJob } from "@/api/useJob";
import { ErrorNotice } from "@/components/ErrorNotice";
import { JobProgress } from "@/components/JobProgress";
import { useHeldFocus } from "@/components/useHeldFocus";
import { DropZone } from "@/components/DropZone";
import { useLanguage } from "@/i18n/LanguageProvider";
import { useFetchSources } from "../api";
import type { Source } from "@/api/types";

const ENDINGS = ".duckdb,.ddb,.db,.db3,.sqlite,.sqlite3";

export function AddFile({ onAdded }: { onAdded: (source: Source) => void }): ReactElement {
  const { t } = useLanguage();
  const { stage, run, fail, cancel, close } = useJob<{ source: string }>();
  const fetchSources = useFetchSources();
  // Whoever closes the dialog does not want the file any more.
  useEffect(() => cancel, [cancel]);

  function send(file: File): void {
    run(
      file.name,
      (sending) => sendFile("/api/v1/sources/files", file, sending),
      ({ source }) =>
        void fetchSources().then(
          (all) => {
            const added = all.find(({ id }) => id === source);
            if (added) onAdded(added);
          },
          (error: unknown) => fail(file.name, error instanceof Error ? error : new Error(String(error))),
        ),
    );
  }

  return (
    <div {...useHeldFocus()} style={{ outline: "none" }}>
      <Stack gap="sm">
        {stage.at === "failed" ? <ErrorNotice error={stage.error} title={t("query.sources.fileFailed", { name: stage.name })} onClose={close} /> : null}
        {stage.at === "sending" || stage.at === "working" ? (
          <JobProgress stage={stage} title={t(stage.at === "sending" ? "start.sending" : "query.sources.checking", { name: stage.name })} onCancel={cancel} />
        ) : (
          <DropZone small formats={t("query.sources.formats")} accept={ENDINGS} onFile={send} onRefuse={fail} />
        )}
        <Text size="xs" c="dimmed">
          {t("query.sources.fileHelp")}
        </Text>
      </Stack>
    </div>
  );
}
