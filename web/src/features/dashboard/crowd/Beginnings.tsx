/** Columns that the database generalises before it counts, and a way back. */
import { Alert, Button, Stack, Text } from "@mantine/core";
import type { ReactElement } from "react";
import type { DatasetView } from "@/api/types";
import { ErrorNotice } from "@/components/ErrorNotice";
import { Icon } from "@/components/Icon";
import { useLanguage } from "@/i18n/LanguageProvider";
import { useLevels } from "./api";

export function Beginnings({ view }: { view: DatasetView }): ReactElement | null {
  const { t } = useLanguage();
  const { job, choose } = useLevels(view);
  if (view.beginnings.length === 0) return null;
  return (
    <Alert color="blue" icon={<Icon name="table" />} title={t("crowd.begun")} role="note">
      <Stack gap={4} align="flex-start">
        {view.beginnings.map((sentence) => (
          <Text key={sentence} size="sm" c="var(--mantine-color-text)">
            {sentence}
          </Text>
        ))}
        <Button size="compact-sm" variant="default" loading={job.busy} onClick={() => choose(t("crowd.raise.applying"), {})}>
          {t("crowd.anew")}
        </Button>
        <ErrorNotice error={job.stage.at === "failed" ? job.stage.error : null} onClose={job.close} />
      </Stack>
    </Alert>
  );
}
