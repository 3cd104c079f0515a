/** What is asked for: k, how many rows may be left out, the method, and how much a rank counts. */
import { NativeSelect, NumberInput, Radio } from "@mantine/core";
import type { ReactElement } from "react";
import { Labelled } from "@/components/Labelled";
import { useLanguage } from "@/i18n/LanguageProvider";
import classes from "./AutomaticTab.module.css";
import { given, isWithin, LIMITS, promisedOf, strengthOf, strengthsOf, takes, type Choices, type Offer, type Strength } from "./choices";

export interface ChoicesProps {
  offer: Offer;
  choices: Choices;
  onChange: (choices: Choices) => void;
}

export function MethodCards({ offer, choices, onChange }: ChoicesProps): ReactElement {
  const { t } = useLanguage();
  return (
    <Radio.Group
      aria-label={t("automatic.method")}
      value={choices.method}
      onChange={(method) => onChange({ ...choices, method })}
      className={classes.methods}
    >
      {offer.methods.map(({ name, title, explanation }) => (
        <Radio.Card key={name} value={name} className={classes.method}>
          <Radio.Indicator size="xs" />
          <span>
            <strong>{title}</strong> <span className={classes.hint}>{explanation}</span>
          </span>
        </Radio.Card>
      ))}
    </Radio.Group>
  );
}

export function Numbers({ offer, choices, onChange }: ChoicesProps): ReactElement {
  const { t } = useLanguage();
  // Groups of one row are possible where something else is promised.
  const least = promisedOf(offer, choices).length > 0 ? 1 : LIMITS.k[0];
  return (
    <>
      <NumberInput
        size="xs"
        label={t("automatic.k")}
        min={least}
        max={LIMITS.k[1]}
        error={choices.k !== least && !isWithin("k", choices.k)}
        allowDecimal={false}
        clampBehavior="blur"
        value={choices.k ?? ""}
        onChange={(k) => typeof k === "number" && onChange({ ...choices, k })}
      />
      {takes(offer, choices, "max_suppression") && (
        <NumberInput
          size="xs"
          label={t("automatic.limit")}
          min={0}
          max={100}
          decimalScale={2}
          suffix=" %"
          clampBehavior="blur"
          value={roundShare(choices.max_suppression)}
          onChange={(share) => typeof share === "number" && onChange({ ...choices, max_suppression: share / 100 })}
        />
      )}
    </>
  );
}

/** How long it may search; empty for as long as the method usually takes. */
export function TimeLimit({ choices, onChange }: ChoicesProps): ReactElement {
  const { t } = useLanguage();
  return (
    <Labelled label={t("automatic.seconds")} help={t("automatic.secondsHelp")}>
      {(id) => (
        <NumberInput
          id={id}
          size="xs"
          placeholder={t("automatic.secondsUsual")}
          min={LIMITS.seconds[0]}
          max={LIMITS.seconds[1]}
          allowDecimal={false}
          clampBehavior="none"
          error={!isWithin("seconds", choices.seconds)}
          value={choices.seconds ?? ""}
          onChange={given((seconds) => onChange({ ...choices, seconds: seconds ?? undefined }))}
        />
      )}
    </Labelled>
  );
}

/** How much a rank counts, where the method leaves a choice; while all share one rank there is nothing to count. */
export function StrengthChoice({ offer, choices, onChange, ranked }: ChoicesProps & { ranked: boolean }): ReactElement | null {
  const { t } = useLanguage();
  const able = strengthsOf(offer, choices);
  if (able.length < 2) return null;
  return (
    <Labelled label={t("automatic.strength.title")} help={ranked ? able.map(({ title, explanation }) => `${title}: ${explanation}`).join(" ") : t("automatic.strength.unranked")}>
      {(id) => (
        <NativeSelect
          id={id}
          size="xs"
          disabled={!ranked}
          value={strengthOf(offer, choices)?.name}
          data={able.map(({ name, title }) => ({ value: name, label: title }))}
          onChange={(event) => onChange({ ...choices, strength: event.currentTarget.value as Strength })}
        />
      )}
    </Labelled>
  );
}

/** 0.07 of the rows is 7 %, not 7.000000000000001 %. */
function roundShare(share: number): number {
  return Math.round(share * 1e6) / 1e4;
}
