/** How far long work is, in a bar and in words, with a way to stop it. */
import { Button, Text } from "@mantine/core";
import type { ReactElement } from "react";
import type { BusyStage } from "@/api/useJob";
import { useLanguage } from "@/i18n/LanguageProvider";
import classes from "./JobProgress.module.css";
import { ProgressBar } from "./ProgressBar";

interface Props {
  stage: BusyStage;
  /** What is done, before what is just being done. */
  title?: string;
  onCancel: () => void;
  /** In one line beside other things, or with the bar above the words. */
  inline?: boolean;
}

export function JobProgress({ stage, title = "", onCancel, inline = false }: Props): ReactElement {
  const { t, format } = useLanguage();
  const share = stage.at === "sending" ? stage.sent / Math.max(stage.total, 1) : stage.progress;
  const sent = stage.at === "sending" ? t("start.sent", { sent: format.bytes(stage.sent), total: format.bytes(stage.total) }) : stage.step;
  return (
    <div className={classes.job} data-inline={inline || undefined}>
      <Text component="span" role="status" size="xs" className={`numeric ${classes.words}`}>
        {title} {sent}
      </Text>
      <ProgressBar share={share} name={t("start.progress")} size="md" className={classes.bar} />
      <Button size="compact-sm" variant="default" onClick={onCancel}>
        {t("start.cancel")}
      </Button>
    </div>
  );
}
