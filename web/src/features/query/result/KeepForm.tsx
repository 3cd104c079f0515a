/** Keep a result as a data set, to be linked with others or anonymised. */
import { Button, Group, Modal, Stack, Text, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState, type ReactElement, type SyntheticEvent } from "react";
import { useLocation } from "wouter";
import { keys } from "@/api/keys";
import type { DatasetResult } from "@/api/types";
import { useJob } from "@/api/useJob";
import { ErrorNotice } from "@/components/ErrorNotice";
import { JobProgress } from "@/components/JobProgress";
import { useLanguage } from "@/i18n/LanguageProvider";
import { keepResult } from "../api";

export function KeepForm({ id, disabled }: { id: string; disabled: boolean }): ReactElement {
  const { t } = useLanguage();
  const [opened, setOpened] = useState(false);
  const [name, setName] = useState("");
  const [, go] = useLocation();
  const client = useQueryClient();
  const job = useJob<DatasetResult>();
  function send(event: SyntheticEvent): void {
    event.preventDefault();
    job.run(name, () => keepResult(id, name.trim()), ({ dataset }) => {
      void client.invalidateQueries({ queryKey: keys.datasets });
      go(`/datasets/${encodeURIComponent(dataset)}/columns`);
    });
  }
  return (
    <>
      <Button size="compact-xs" variant="default" disabled={disabled} onClick={() => setOpened(true)}>
        {t("query.result.keep")}
      </Button>
      <Modal
        opened={opened}
        onClose={() => setOpened(false)}
        title={<Text component="span" fw={600}>{t("query.result.keepTitle")}</Text>}
        closeButtonProps={{ "aria-label": t("errors.close") }}
      >
        <form onSubmit={send}>
          <Stack gap="sm">
            <TextInput
              label={t("query.result.keepName")}
              description={t("query.result.keepHelp")}
              maxLength={200}
              data-autofocus
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
            />
            {job.stage.at === "working" ? <JobProgress stage={job.stage} onCancel={job.cancel} /> : null}
            {job.stage.at === "failed" ? <ErrorNotice error={job.stage.error} /> : null}
            <Group justify="flex-end">
              <Button type="submit" disabled={!name.trim() || job.stage.at === "working"}>
                {t("query.result.keepDo")}
              </Button>
            </Group>
          </Stack>
        </form>
      </Modal>
    </>
  );
}
