/** Sample and noise: choose, see the effect on values and risks, and make a copy with it; the original stays. */
import { Alert, Button, Group, Text } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import type { ReactElement } from "react";
import { useLocation } from "wouter";
import { answer, api } from "@/api/client";
import { useCatalogue } from "@/api/dataset";
import { keys } from "@/api/keys";
import type { DatasetResult, DatasetView, MeasuredView, TechniqueEffects } from "@/api/types";
import { useCachedInput, useCachedState } from "@/api/useCachedState";
import { useJob } from "@/api/useJob";
import { ErrorNotice } from "@/components/ErrorNotice";
import { FOCUSABLE } from "@/components/focusable";
import { Icon } from "@/components/Icon";
import { useLanguage } from "@/i18n/LanguageProvider";
import { ofDataset } from "../api/derived";
import { RowSkeletons } from "../DashboardSkeleton";
import { useEffects } from "./api";
import { NOTHING, type Choice } from "./choice";
import { EffectView } from "./EffectView";
import { TechniqueForm } from "./TechniqueForm";
import classes from "./TechniquesTab.module.css";

export function TechniquesTab({ view }: { view: MeasuredView }): ReactElement {
  const { t } = useLanguage();
  const { data: catalogue } = useCatalogue();
  const [choice, change] = useCachedInput<Choice>(view.id, "technique choice", NOTHING);
  const [shown, show] = useCachedState<string | null>(view.id, "technique shown", null);
  const { data, error, isFetching, refetch } = useEffects(view.id, view.revision, shown === null ? null : [shown]);
  if (view.place !== null) {
    return (
      <Text size="sm" p="md">
        {t("techniques.place")}
      </Text>
    );
  }
  return (
    <div className={classes.tab}>
      <TechniqueForm view={view} offer={catalogue?.techniques ?? []} choice={choice} busy={isFetching} onChange={change} onShow={show} />
      <div className={classes.scroll} role="group" aria-label={t("techniques.effect")} aria-busy={isFetching} {...FOCUSABLE}>
        <ChangedValues view={view} />
        {error ? <ErrorNotice error={error} onRetry={() => void refetch()} /> : null}
        {!error && isFetching ? <RowSkeletons rows={6} /> : null}
        {!error && !isFetching && data && shown !== null ? (
          <>
            <MakeCopy view={view} technique={shown} effects={data} />
            <EffectView effects={data} />
          </>
        ) : null}
        {shown === null ? (
          <Text size="sm" c="dimmed">
            {t("techniques.empty")}
          </Text>
        ) : null}
      </div>
    </div>
  );
}

interface CopyProps {
  view: MeasuredView;
  technique: string;
  effects: TechniqueEffects;
}

/** The copy has exactly the effect that was shown: it is drawn by the same seed. */
function MakeCopy({ view, technique, effects }: CopyProps): ReactElement {
  const { t } = useLanguage();
  const client = useQueryClient();
  const [, goTo] = useLocation();
  const job = useJob<DatasetResult>();
  const seed = effects.techniques.find((step) => step.seed)?.seed ?? null;
  const make = (): void =>
    job.run(
      t("techniques.copying"),
      () => answer(api.POST("/api/v1/datasets/{dataset_id}/techniques", { params: ofDataset(view.id), body: { techniques: [technique], seed } })),
      ({ dataset }) => goTo(`~/datasets/${dataset}/safe?tab=techniques`),
      () => void client.invalidateQueries({ queryKey: keys.datasets }),
    );
  return (
    <>
      <Group gap="xs" mb="xs">
        <Button size="xs" loading={job.busy} onClick={make}>
          {t("techniques.copy")}
        </Button>
        <Text size="sm" fw={600}>
          {technique}
        </Text>
      </Group>
      <ErrorNotice error={job.stage.at === "failed" ? job.stage.error : null} onClose={job.close} />
    </>
  );
}

/** What was done to the values of a copy, for as long as it is there. */
export function ChangedValues({ view }: { view: DatasetView }): ReactElement | null {
  const { t } = useLanguage();
  if (view.changed_values.length === 0) return null;
  return (
    <Alert color="blue" icon={<Icon name="table" />} title={t("techniques.done")} role="note" mb="xs">
      {view.changed_values.map((sentence) => (
        <Text key={sentence} size="sm" c="var(--mantine-color-text)">
          {sentence}
        </Text>
      ))}
    </Alert>
  );
}
