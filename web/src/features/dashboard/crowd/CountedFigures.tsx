/** What the database counted for one choice of levels: gauges, counts, next steps, and a way to open it. */
import { Button, List, Text, Title } from "@mantine/core";
import type { ReactElement } from "react";
import type { CountedState, Generalization } from "@/api/types";
import { Gauge } from "@/charts/Gauge";
import { GAUGES, useFigures } from "@/charts/useFigures";
import { useLanguage } from "@/i18n/LanguageProvider";
import { levelLabel } from "../attributes/levels";
import classes from "./CountOne.module.css";

interface Props {
  state: CountedState;
  /** Whether something else is chosen now than was counted. */
  changed: boolean;
  busy: boolean;
  onTake: (attribute: string, level: number) => void;
  /** Makes these levels the first ones; not where rows are kept here. */
  onOpen?: (levels: Record<string, number>) => void;
}

export function CountedFigures({ state, changed, busy, onTake, onOpen }: Props): ReactElement {
  const { t } = useLanguage();
  const figures = useFigures();
  const { risk } = state;
  // Without a row there is no risk to be low.
  const nothing = risk.rows === 0;
  return (
    <section aria-label={t("crowd.count.result")} className={classes.result} data-changed={changed || undefined}>
      {changed && (
        <Text role="status" size="sm" className={classes.changed}>
          {t("crowd.count.changed")}
        </Text>
      )}
      <div className={classes.gauges}>
        {GAUGES.map((name) => (
          <Gauge
            key={name}
            name={t(`dashboard.gauges.${name}`)}
            value={risk[name]}
            text={nothing && name !== "utility_loss" ? "–" : figures.percent(risk[name])}
            word={nothing ? t("dashboard.gauges.nothing") : figures.word(risk[name], name)}
          />
        ))}
      </div>
      <Facts state={state} />
      {state.notes.map((note) => (
        <Text key={note} size="sm" c="dimmed">
          {note}
        </Text>
      ))}
      <NextSteps state={state} busy={busy} onTake={onTake} />
      {onOpen && <Opening state={state} disabled={busy || changed} onOpen={onOpen} />}
    </section>
  );
}

function Facts({ state }: { state: CountedState }): ReactElement {
  const { t, format } = useLanguage();
  const { risk } = state;
  const sizes = Object.keys(risk.class_sizes).map(Number);
  const facts = [
    { name: t("crowd.count.unique"), text: format.number(risk.uniques) },
    { name: t("crowd.count.smallest"), text: sizes.length ? format.number(Math.min(...sizes)) : "–" },
    { name: t("crowd.count.left"), text: t("crowd.count.of", { part: format.number(risk.suppressed_rows), whole: format.number(risk.original_rows) }) },
    { name: t("crowd.count.combinations"), text: format.number(state.combinations) },
  ];
  return (
    <dl className={classes.facts}>
      {facts.map(({ name, text }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className="numeric">{text}</dd>
        </div>
      ))}
    </dl>
  );
}

function NextSteps({ state, busy, onTake }: Pick<Props, "state" | "busy" | "onTake">): ReactElement | null {
  const { t } = useLanguage();
  const steps = state.generalizations.filter(({ levels }) => levels.length > 0);
  if (steps.length === 0) return null;
  return (
    <section aria-label={t("crowd.count.next")} className={classes.steps}>
      <Title order={3} size="h6">
        {t("crowd.count.next")}
      </Title>
      <List listStyleType="none" spacing={0}>
        {steps.map((step) => (
          <NextStep key={step.attribute} step={step} before={state.risk.average_risk} busy={busy} onTake={onTake} />
        ))}
      </List>
    </section>
  );
}

interface NextStepProps {
  step: Generalization;
  before: number;
  busy: boolean;
  onTake: Props["onTake"];
}

/** The best level of one attribute, and what it does to the average risk. */
function NextStep({ step, before, busy, onTake }: NextStepProps): ReactElement | null {
  const { t, format } = useLanguage();
  const figures = useFigures();
  const best = step.levels.find(({ level }) => level === step.best_level);
  if (!best) return null;
  const title = levelLabel(best.label, t);
  const after = best.average_risk;
  const way = after < before ? "falls" : after > before ? "rises" : "stays";
  const told = { before: figures.percent(before), after: figures.percent(after), rows: format.number(best.uniques) };
  return (
    <List.Item className={classes.step}>
      <div>
        <Text size="sm" fw={600}>
          {t("crowd.count.step", { attribute: step.attribute, title })}
        </Text>
        <Text size="sm" c="dimmed">
          {t(`crowd.count.${way}`, told)}
        </Text>
      </div>
      <Button
        size="compact-sm"
        variant="default"
        disabled={busy}
        aria-label={t("crowd.count.takeStep", { attribute: step.attribute, title })}
        onClick={() => onTake(step.attribute, best.level)}
      >
        {t("crowd.count.take")}
      </Button>
    </List.Item>
  );
}

interface OpeningProps {
  state: CountedState;
  disabled: boolean;
  onOpen: (levels: Record<string, number>) => void;
}

function Opening({ state, disabled, onOpen }: OpeningProps): ReactElement {
  const { t, format } = useLanguage();
  const levels = Object.fromEntries(Object.entries(state.levels).filter(([, level]) => level > 0));
  if (state.combinations > state.most) {
    const figures = { combinations: format.number(state.combinations), most: format.number(state.most) };
    return <Text size="sm">{t("crowd.count.tooMany", figures)}</Text>;
  }
  if (Object.keys(levels).length === 0) return <Text size="sm">{t("crowd.count.nothing")}</Text>;
  return (
    <div className={classes.opening}>
      <Button disabled={disabled} onClick={() => onOpen(levels)}>
        {t("crowd.count.open")}
      </Button>
      <Text size="sm" c="dimmed">
        {t("crowd.count.openText")}
      </Text>
    </div>
  );
}
