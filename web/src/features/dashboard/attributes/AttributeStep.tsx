/** One attribute: slider and select over its levels, the figures of the level tried, Apply. */
import { Button, NativeSelect, Slider } from "@mantine/core";
import { useState, type ReactElement } from "react";
import type { Gauges, Generalization, LevelChoice } from "@/api/types";
import { useLanguage } from "@/i18n/LanguageProvider";
import { EffectFigures } from "../EffectFigures";
import { useFigures } from "@/charts/useFigures";
import classes from "./AttributesTab.module.css";
import { levelLabel } from "./levels";
import { ValuesToCome } from "./ValuesToCome";

interface AttributeStepProps {
  datasetId: string;
  revision: number;
  step: Generalization;
  rank: number;
  now: Gauges;
  busy: boolean;
  /** The level that somebody came to try, if it is still above the one of now. */
  wanted?: number;
  onApply: (level: number) => void;
}

export function AttributeStep({ datasetId, revision, step, rank, now, busy, wanted, onApply }: AttributeStepProps): ReactElement | null {
  const { t } = useLanguage();
  const figures = useFigures();
  const sought = step.levels.find((one) => one.level === wanted);
  const [level, setLevel] = useState(sought?.level ?? step.best_level);
  const [looked, look] = useState(false);
  const tried = step.levels.find((one) => one.level === level) ?? step.levels[0];
  if (!tried) return null;
  const label = levelLabel(tried.label, t);
  /** Whoever comes near sees what the values become. */
  const near = { onPointerEnter: () => look(true), onFocus: () => look(true) };
  return (
    <li
      className={classes.step}
      aria-label={t("dashboard.attributes.step", { rank, attribute: step.attribute })}
      data-attribute={step.attribute}
      tabIndex={-1}
    >
      <span className={classes.rank}>{rank}</span>
      <span className={classes.attribute} title={step.attribute}>
        {step.attribute}
      </span>
      {step.levels.length > 1 ? (
        <LevelPicker step={step} tried={tried} near={near} onPick={setLevel} />
      ) : (
        <span className={classes.single}>{label}</span>
      )}
      <EffectFigures
        captions
        now={now}
        effect={tried}
        distributionName={t("dashboard.attributes.distribution", { label, bars: figures.bars(tried.distribution) })}
      />
      <Button
        size="compact-sm"
        variant="light"
        {...near}
        disabled={busy}
        aria-label={t("dashboard.attributes.applyTo", { attribute: step.attribute, label })}
        onClick={() => onApply(tried.level)}
      >
        {t("dashboard.attributes.apply")}
      </Button>
      {looked && <ValuesToCome datasetId={datasetId} revision={revision} step={step} level={tried.level} />}
    </li>
  );
}

interface LevelPickerProps {
  step: Generalization;
  tried: LevelChoice;
  near: { onPointerEnter: () => void; onFocus: () => void };
  onPick: (level: number) => void;
}

/** Slider and select move together; both start one above the level of now. */
function LevelPicker({ step, tried, near, onPick }: LevelPickerProps): ReactElement {
  const { t } = useLanguage();
  const figures = useFigures();
  const { attribute, levels } = step;
  const told = t("dashboard.attributes.valueText", {
    level: tried.level,
    label: levelLabel(tried.label, t),
    average: figures.percent(tried.average_risk),
    highest: figures.percent(tried.highest_risk),
    loss: figures.percent(tried.utility_loss),
  });
  return (
    <>
      <Slider
        {...near}
        size="sm"
        min={levels[0]?.level}
        max={levels.at(-1)?.level}
        marks={levels.map(({ level }) => ({ value: level }))}
        value={tried.level}
        onChange={onPick}
        label={null}
        thumbLabel={t("dashboard.attributes.level", { attribute })}
        thumbValueText={told}
      />
      <NativeSelect
        {...near}
        size="xs"
        aria-label={t("dashboard.attributes.choose", { attribute })}
        value={String(tried.level)}
        data={levels.map((one) => ({
          value: String(one.level),
          label: t("dashboard.attributes.option", { level: one.level, label: levelLabel(one.label, t) }),
        }))}
        onChange={(event) => onPick(Number(event.currentTarget.value))}
      />
    </>
  );
}
