/** Adopt a result, which makes decisions of it, or discard it. */
import { Alert, Button, Group, Text } from "@mantine/core";
import type { ReactElement } from "react";
import { ApiError } from "@/api/client";
import type { AutomaticRun, MeasuredView } from "@/api/types";
import { MiniDistribution } from "@/charts/MiniDistribution";
import { useFigures } from "@/charts/useFigures";
import { ChangeError } from "@/components/ChangeError";
import { Icon } from "@/components/Icon";
import { useLanguage } from "@/i18n/LanguageProvider";
import { useAdopt, useDiscard } from "../api";
import classes from "../AutomaticTab.module.css";
import { recodingOf, UndoRecoding } from "../RecodedNotice";

export function Verdict({ view, run }: { view: MeasuredView; run: AutomaticRun }): ReactElement {
  const { t } = useLanguage();
  const figures = useFigures();
  const adopt = useAdopt(view.id);
  const discard = useDiscard(view.id);
  const recoding = recodingOf(view);
  const busy = adopt.isPending || discard.isPending;
  return (
    <>
      <Group gap={6}>
        {recoding ? (
          <UndoRecoding other view={view} recoding={recoding} />
        ) : (
          <Button size="compact-sm" disabled={busy} onClick={() => adopt.mutate(run.id)}>
            {t("automatic.result.adopt")}
          </Button>
        )}
        <Button size="compact-sm" variant="default" disabled={busy} onClick={() => discard.mutate(run.id)}>
          {t("automatic.result.discard")}
        </Button>
        <span className={classes.distribution}>
          <MiniDistribution
            buckets={run.result.after.distribution}
            name={t("automatic.result.distribution", { bars: figures.bars(run.result.after.distribution) })}
            height={28}
          />
        </span>
      </Group>
      <Text size="xs" role="status" className={classes.told}>
        {adopt.isSuccess && recoding ? t("automatic.result.adopted") : run.current ? "" : t("automatic.result.older")}
      </Text>
      <Outdated error={adopt.error} />
      <ChangeError change={adopt.error ? adopt : discard} />
    </>
  );
}

/** Why a result does not fit any more; other conflicts are told for the whole page. */
function Outdated({ error }: { error: Error | null }): ReactElement | null {
  if (!(error instanceof ApiError && error.isConflict)) return null;
  return (
    <Alert role="alert" color="red" icon={<Icon name="alert" />} p={6}>
      <Text size="xs" c="var(--mantine-color-text)">
        {error.message} {error.hint}
      </Text>
    </Alert>
  );
}
