/** How far long work is, in one line, with a way to stop it. */
import { Button, Progress } from "@mantine/core";
import type { ReactElement } from "react";
import { useLanguage } from "@/i18n/LanguageProvider";
import classes from "./QueryPage.module.css";
import type { JobStage } from "./useJob";

interface Props {
  stage: Extract<JobStage, { at: "working" }>;
  title: string;
  onCancel: () => void;
}

export function JobLine({ stage, title, onCancel }: Props): ReactElement {
  const { t } = useLanguage();
  const { progress, step } = stage;
  return (
    <div className={classes.job}>
      <span role="status" className={classes.jobText}>
        {title} {step}
      </span>
      <Progress.Root size="md" radius="xl" className={classes.jobBar}>
        <Progress.Section
          value={progress === null ? 100 : 100 * progress}
          animated={progress === null}
          striped={progress === null}
          aria-label={t("query.progress")}
        />
      </Progress.Root>
      <Button size="compact-sm" variant="default" onClick={onCancel}>
        {t("query.cancel")}
      </Button>
    </div>
  );
}
