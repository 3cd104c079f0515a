/** From which share on a guess is too good, with the words that help to choose. */
import { NativeSelect, NumberInput, Text } from "@mantine/core";
import { useState, type ReactElement } from "react";
import { useLanguage } from "@/i18n/LanguageProvider";

/** The presets of the threshold, the strictest first. */
const THRESHOLDS = [
  ["public", 0.05],
  ["research", 0.2],
  ["partners", 0.33],
  ["likely", 0.5],
] as const;

interface ChoiceProps {
  threshold: number;
  onChange: (threshold: number) => void;
  /** Seen above the choice, where no title says what is chosen. */
  label?: string;
}

/** A preset, or any share. */
export function ThresholdChoice({ threshold, onChange, label }: ChoiceProps): ReactElement {
  const { t } = useLanguage();
  const preset = THRESHOLDS.find(([, value]) => value === threshold)?.[0];
  const [own, setOwn] = useState(preset === undefined);
  const shown = own ? "own" : (preset ?? "own");
  return (
    <>
      <NativeSelect
        size="xs"
        label={label}
        aria-label={label === undefined ? t("linked.threshold.label") : undefined}
        value={shown}
        data={[...THRESHOLDS.map(([name]) => ({ value: name, label: t(`linked.threshold.${name}`) })), { value: "own", label: t("linked.threshold.own") }]}
        onChange={(event) => {
          const found = THRESHOLDS.find(([name]) => name === event.currentTarget.value);
          setOwn(!found);
          if (found) onChange(found[1]);
        }}
      />
      {shown === "own" ? (
        <NumberInput
          size="xs"
          label={t("linked.threshold.value")}
          min={0.1}
          max={100}
          decimalScale={2}
          suffix=" %"
          clampBehavior="blur"
          value={Math.round(threshold * 1e4) / 100}
          onChange={(percent) => typeof percent === "number" && percent > 0 && percent <= 100 && onChange(percent / 100)}
        />
      ) : null}
      {label === undefined ? (
        <Text size="xs" c="dimmed">
          {t(`linked.threshold.text.${shown}`)}
        </Text>
      ) : null}
    </>
  );
}
