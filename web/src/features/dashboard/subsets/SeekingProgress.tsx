/** How far the search for stand-outs is, with a way to stop it; what went wrong, if it did. */
import { Button, Group, Text } from "@mantine/core";
import type { ReactElement } from "react";
import { ErrorNotice } from "@/components/ErrorNotice";
import { ProgressBar } from "@/components/ProgressBar";
import { useLanguage } from "@/i18n/LanguageProvider";
import classes from "./SubsetsTab.module.css";
import type { Seeking } from "./useSeeking";

export function SeekingProgress({ seeking }: { seeking: Seeking }): ReactElement {
  const { t } = useLanguage();
  if (seeking.error) return <ErrorNotice error={seeking.error} onRetry={seeking.again} />;
  if (seeking.stopped) {
    return (
      <Group gap="sm" align="center" className={classes.seeking}>
        <Text size="sm" role="status">
          {t("subsets.standouts.stopped")}
        </Text>
        <Button size="compact-sm" variant="default" onClick={seeking.again}>
          {t("subsets.standouts.again")}
        </Button>
      </Group>
    );
  }
  return (
    <div className={classes.seeking}>
      <ProgressBar share={seeking.progress} name={t("subsets.standouts.progress")} />
      <Group justify="space-between" wrap="nowrap" mt={4}>
        <Text size="sm" c="dimmed" role="status">
          {seeking.step || t("subsets.standouts.looking")}
        </Text>
        <Button size="compact-sm" variant="default" onClick={seeking.stop}>
          {t("subsets.standouts.stop")}
        </Button>
      </Group>
    </div>
  );
}
