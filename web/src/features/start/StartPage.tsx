/** The first page: drop a file, or pick a sample, or go on with a dataset that is here. */
import { Text } from "@mantine/core";
import { useCallback } from "react";
import { Link, useLocation } from "wouter";
import { ErrorNotice } from "@/components/ErrorNotice";
import { Icon } from "@/components/Icon";
import { PageTitle } from "@/components/PageTitle";
import { useLanguage } from "@/i18n/LanguageProvider";
import { DatasetList } from "./DatasetList";
import { DropZone } from "@/components/DropZone";
import { OpeningProgress } from "./OpeningProgress";
import { Samples } from "./Samples";
import classes from "./Start.module.css";
import { useOpening } from "./useOpening";

export default function StartPage() {
  const { t } = useLanguage();
  const [, navigate] = useLocation();
  const toRoles = useCallback(
    (id: string) => navigate(`/datasets/${encodeURIComponent(id)}/columns`),
    [navigate],
  );
  const opening = useOpening(toRoles);
  const { stage } = opening;
  return (
    <div className={classes.page}>
      <div className={classes.intro}>
        <PageTitle className={classes.title} text={t("start.title")} />
        <Text size="lg" c="dimmed" maw={720}>
          {t("start.lead")}
        </Text>
      </div>
      {stage.at === "failed" ? (
        <ErrorNotice
          title={t("start.failed", { name: stage.name })}
          error={stage.error}
          onClose={opening.close}
        />
      ) : null}
      <div className={classes.columns}>
        {stage.at === "sending" || stage.at === "working" ? (
          <OpeningProgress stage={stage} onCancel={opening.cancel} />
        ) : (
          <DropZone onFile={opening.openFile} onRefuse={opening.fail} />
        )}
        <Samples busy={opening.busy} onOpen={opening.openSample} />
      </div>
      <Link href="/linked" className={classes.linked}>
        <Icon name="merge" size={20} />
        <span>{t("linked.card")}</span>
        <span className={classes.linkedAction}>{t("linked.open")}</span>
      </Link>
      <DatasetList />
    </div>
  );
}
