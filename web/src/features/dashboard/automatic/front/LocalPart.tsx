/** Results row by row: look for them, go along them, see what each does, use one. */
import { Button, Group, Text } from "@mantine/core";
import type { ReactElement } from "react";
import type { AutomaticRun, LocalFront, LocalPoint, MeasuredView } from "@/api/types";
import { useCatalogue } from "@/api/dataset";
import { useFigures } from "@/charts/useFigures";
import { ChangeError } from "@/components/ChangeError";
import { ErrorNotice } from "@/components/ErrorNotice";
import { ProgressBar } from "@/components/ProgressBar";
import { useLanguage } from "@/i18n/LanguageProvider";
import { EffectFigures } from "../../EffectFigures";
import { useAdopt, useRuns } from "../api";
import classes from "../AutomaticTab.module.css";
import { recodingOf, UndoRecoding } from "../RecodedNotice";
import type { LocalSearch } from "./localFront";

interface LocalPartProps {
  view: MeasuredView;
  local: LocalSearch;
  point: LocalPoint | undefined;
  onShow: (run: string) => void;
}

export function LocalPart({ view, local, point, onShow }: LocalPartProps): ReactElement {
  const { data: runs } = useRuns(view.id, view.revision);
  const run = runs?.find(({ id }) => id === point?.run);
  return (
    <>
      <ErrorNotice error={local.error} />
      <Search local={local} />
      {run && point && <PointResult view={view} run={run} point={point} rows={local.front?.rows ?? 0} onShow={onShow} />}
    </>
  );
}

/** Start looking, or how far that is. */
function Search({ local }: { local: LocalSearch }): ReactElement {
  const { t } = useLanguage();
  const { front } = local;
  const job = front?.job ?? null;
  const found = front?.points.length ?? 0;
  if (job) {
    return (
      <div>
        <ProgressBar share={job.progress} name={t("automatic.front.localProgress")} />
        <Group justify="space-between" wrap="nowrap" mt={4}>
          <Text size="sm" c="dimmed" role="status">
            {t("automatic.front.localFound", { count: found })}
          </Text>
          <Group gap={6} wrap="nowrap">
            <Button size="compact-sm" variant="light" title={t("automatic.front.localFinishHelp")} onClick={() => local.finish(job.id)}>
              {t("automatic.finish")}
            </Button>
            <Button size="compact-sm" variant="default" onClick={() => local.cancel(job.id)}>
              {t("automatic.cancel")}
            </Button>
          </Group>
        </Group>
      </div>
    );
  }
  return (
    <div className={classes.apply}>
      <Text size="sm" c="dimmed">
        {found > 0 ? t("automatic.front.localFound", { count: found }) : t("automatic.front.localHint")}
      </Text>
      <Button size="compact-sm" variant={found > 0 ? "default" : "filled"} loading={local.starting} disabled={!local.start} onClick={local.start}>
        {t(found > 0 ? "automatic.front.localAgain" : "automatic.front.localStart")}
      </Button>
      <Missing front={front} />
    </div>
  );
}

/** Points that cannot be had, and why. */
function Missing({ front }: { front: LocalFront | undefined }): ReactElement | null {
  const { t } = useLanguage();
  if (!front?.missing.length) return null;
  return (
    <Text size="xs" c="dimmed" w="100%">
      {front.missing.map(({ k, words }) => t("automatic.front.localMissing", { k, words })).join(" ")}
    </Text>
  );
}

interface PointResultProps {
  view: MeasuredView;
  run: AutomaticRun;
  point: LocalPoint;
  rows: number;
  onShow: (run: string) => void;
}

function PointResult({ view, run, point, rows, onShow }: PointResultProps): ReactElement {
  const { t } = useLanguage();
  const figures = useFigures();
  const adopt = useAdopt(view.id);
  const strength = useStrengthTitle();
  const recoding = recodingOf(view);
  const { after } = run.result;
  return (
    <>
      <div className={classes.gauges}>
        <EffectFigures
          captions
          now={view.risk}
          effect={after}
          distributionName={t("automatic.front.distribution", { bars: figures.bars(after.distribution) })}
        />
      </div>
      <p className={classes.dimmed}>
        {t("automatic.front.localPoint", { k: point.k })}
        {point.strength !== null && ` · ${t("automatic.strength.title")}: ${strength(point.strength)}`}
        {point.first_kept !== null && ` · ${t("automatic.front.firstKept", { share: figures.share(point.first_kept) })}`}
        {" · "}
        {t("dashboard.rows.leaves", { count: point.suppressed_rows, share: figures.share(point.suppressed_rows / Math.max(rows, 1)) })}
      </p>
      <Group gap={6}>
        {recoding ? (
          <UndoRecoding other view={view} recoding={recoding} />
        ) : (
          <Button size="compact-sm" loading={adopt.isPending} onClick={() => adopt.mutate(run.id)}>
            {t("automatic.result.adopt")}
          </Button>
        )}
        <Button size="compact-sm" variant="default" onClick={() => onShow(run.id)}>
          {t("automatic.front.localShow")}
        </Button>
      </Group>
      <ChangeError change={adopt} />
    </>
  );
}

/** What a strength of ranks is called. */
export function useStrengthTitle(): (name: string) => string {
  const { data: offer } = useCatalogue();
  return (name) => offer?.strengths.find((one) => one.name === name)?.title ?? name;
}
