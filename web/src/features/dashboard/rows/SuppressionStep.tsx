/** The slider for k, from one above the k of now, with the exact effect of each k. */
import { Button, Slider, Text } from "@mantine/core";
import { useState, type ReactElement } from "react";
import { useDecide } from "@/api/dataset";
import type { MeasuredView, Recommendations, Suppression } from "@/api/types";
import { EmptyState } from "@/components/EmptyState";
import { ChangeError } from "@/components/ChangeError";
import { HelpText } from "@/components/Help";
import { useLanguage } from "@/i18n/LanguageProvider";
import { EffectFigures } from "../EffectFigures";
import { useFigures } from "@/charts/useFigures";
import { Causes } from "../protections/Causes";
import { ProtectionLine } from "../protections/ProtectionLine";
import classes from "./RowsTab.module.css";

interface SuppressionStepProps {
  view: MeasuredView;
  advice: Recommendations;
}

export function SuppressionStep({ view, advice }: SuppressionStepProps): ReactElement {
  const { t } = useLanguage();
  const figures = useFigures();
  const decide = useDecide(view.id);
  const [k, setK] = useState(advice.suppression[0]?.k ?? 0);
  const tried = advice.suppression.find((one) => one.k === k);
  return (
    <>
      {tried ? (
        <>
          <div className={classes.head}>
            <Text size="sm" fw={600}>
              {t("dashboard.rows.slider")}: {tried.k}
            </Text>
            <HelpText title={t("dashboard.rows.slider")} text={t("dashboard.rows.lesson")} field={t("glossary.suppress.field")} />
            <Button ml="auto" size="compact-sm" variant="light" loading={decide.isPending} onClick={() => decide.mutate({ kind: "suppress", k })}>
              {t("dashboard.rows.apply", { k })}
            </Button>
          </div>
          <KSlider choices={advice.suppression} tried={tried} onPick={setK} />
          <div className={classes.figures}>
            <EffectFigures
              captions
              now={advice.now}
              effect={tried}
              distributionName={t("dashboard.rows.distribution", { k, bars: figures.bars(tried.distribution) })}
            />
          </div>
          <Balance view={view} tried={tried} />
          <Causes k={k} by={tried.suppressed_by} />
        </>
      ) : (
        <EmptyState icon="check" title={t("dashboard.rows.done")} text={t("dashboard.rows.doneHint", { k: advice.k })} />
      )}
      <ProtectionLine view={view} />
      <ChangeError change={decide} />
    </>
  );
}

interface KSliderProps {
  choices: readonly Suppression[];
  tried: Suppression;
  onPick: (k: number) => void;
}

function KSlider({ choices, tried, onPick }: KSliderProps): ReactElement {
  const { t, format } = useLanguage();
  const figures = useFigures();
  const first = choices[0]?.k ?? tried.k;
  const last = choices.at(-1)?.k ?? tried.k;
  return (
    <div>
      <Slider
        size="sm"
        mx={6}
        mb="md"
        min={first}
        max={last}
        disabled={first === last}
        marks={[first, 5, 10, 15, last]
          .filter((k, index, all) => k >= first && k <= last && all.indexOf(k) === index)
          .map((k) => ({ value: k, label: k }))}
        value={tried.k}
        onChange={onPick}
        thumbLabel={t("dashboard.rows.slider")}
        thumbValueText={t("dashboard.rows.valueText", {
          k: tried.k,
          average: tried.rows === 0 ? t("dashboard.gauges.nothing") : figures.percent(tried.average_risk),
          highest: tried.rows === 0 ? t("dashboard.gauges.nothing") : figures.percent(tried.highest_risk),
          loss: figures.percent(tried.utility_loss),
          rows: format.number(tried.suppressed_rows),
        })}
      />
    </div>
  );
}

function Balance({ view, tried }: { view: MeasuredView; tried: Suppression }): ReactElement {
  const { t } = useLanguage();
  const figures = useFigures();
  const share = figures.share(tried.suppressed_rows / Math.max(view.rows, 1));
  return (
    <Text fz="sm" lh={1.3} fw={600} className="numeric">
      {t("dashboard.rows.leaves", { count: tried.suppressed_rows, share })}
      {tried.suppressed_persons != null && `, ${t("app.people", { count: tried.suppressed_persons })}`} ·{" "}
      {t("dashboard.rows.keeps", { count: tried.rows })}
      {tried.persons != null && `, ${t("app.people", { count: tried.persons })}`}
    </Text>
  );
}
