/** Says that a copy without some rows took the place of a release, and takes that back. */
import { Button, Text } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import type { ReactElement } from "react";
import { useSearchParams } from "wouter";
import { ErrorNotice } from "@/components/ErrorNotice";
import { useDeleteDataset } from "@/api/datasets";
import { useLanguage } from "@/i18n/LanguageProvider";
import { useCachedState } from "@/api/useCachedState";
import { keepCopy, type Copied } from "../copies";
import { keptOf, type Linking } from "../useLinking";
import classes from "./WhatIf.module.css";

export function CopyNotice({ linking }: { linking: Linking }): ReactElement | null {
  const { t } = useLanguage();
  const client = useQueryClient();
  const [, ask] = useSearchParams();
  const drop = useDeleteDataset();
  const [copied] = useCachedState<Copied | null>(keptOf(linking.datasets), "copied", null);
  if (copied === null) return null;
  const name = linking.proposal.sources.find(({ dataset }) => dataset === copied.copy)?.name ?? "";
  const undo = (): void => {
    keepCopy(client, linking.datasets, copied.before, null);
    ask((before) => {
      before.set("data", copied.before.join());
      return before;
    }, { replace: true });
    drop.mutate(copied.copy);
  };
  return (
    <div className={classes.copied} role="status">
      <Text size="sm">{t("linked.repair.copied", { name })}</Text>
      <Button size="compact-xs" variant="default" loading={drop.isPending} onClick={undo}>
        {t("linked.repair.undo")}
      </Button>
      <ErrorNotice error={drop.error} onClose={drop.reset} />
    </div>
  );
}
