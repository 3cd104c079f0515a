/** What is promised of the release as a whole, each with its number; rows are removed for it. */
import { NumberInput, Text } from "@mantine/core";
import type { ReactElement } from "react";
import { HelpText } from "@/components/Help";
import { Labelled } from "@/components/Labelled";
import { useLanguage } from "@/i18n/LanguageProvider";
import classes from "./AutomaticTab.module.css";
import { given, needsPeople, parameter, parametersOf, promise, releasePromisesOf, type ReleasePromise } from "./choices";
import type { ChoicesProps } from "./WishForm";

const MOST_PEOPLE = 1_000_000_000_000;
const HELPS = {
  m: "automatic.promises.factsHelp",
  significance: "automatic.promises.significanceHelp",
  gain: "automatic.promises.gainHelp",
  cost: "automatic.promises.costHelp",
} as const;

export function ReleasePromises({ offer, choices, onChange }: ChoicesProps): ReactElement | null {
  const { t } = useLanguage();
  const able = releasePromisesOf(offer);
  if (able.length === 0) return null;
  const title = t("automatic.promises.title");
  const people = needsPeople(offer, choices);
  const helpOf = (name: string) => (name in HELPS ? t(HELPS[name as keyof typeof HELPS]) : "");
  return (
    <section aria-label={title}>
      <Text size="xs" fw={600} mb={4}>
        {title} <HelpText title={title} text={t("automatic.promises.help")} />
      </Text>
      <div className={classes.numbers}>
        {able.map((each) => (
          <Threshold key={each.promise} promise={each} value={choices.promised?.[each.promise]} onChange={(value) => onChange(promise(choices, each.promise, value))} />
        ))}
        {parametersOf(offer, choices).map((each) => (
          <Labelled key={each.name} label={each.title} help={helpOf(each.name)}>
            {(id) => (
              <NumberInput
                id={id}
                size="xs"
                placeholder={String(each.default)}
                min={each.minimum}
                max={each.maximum}
                allowDecimal={!each.whole}
                clampBehavior="blur"
                value={choices.parameters?.[each.name] ?? ""}
                onChange={given((value) => onChange(parameter(choices, each.name, value)))}
              />
            )}
          </Labelled>
        ))}
        {people && (
          <Labelled label={t("automatic.promises.people")} help={t("automatic.promises.peopleHelp")}>
            {(id) => (
              <NumberInput
                id={id}
                size="xs"
                min={1}
                max={MOST_PEOPLE}
                allowDecimal={false}
                clampBehavior="blur"
                error={!choices.people && t("automatic.promises.peopleMissing")}
                value={choices.people ?? ""}
                onChange={given((count) => onChange({ ...choices, people: count }))}
              />
            )}
          </Labelled>
        )}
      </div>
    </section>
  );
}

interface ThresholdProps {
  promise: ReleasePromise;
  value: number | undefined;
  onChange: (value: number | null) => void;
}

/** The number of a promise: a share in percent, people or rows, or an amount. */
function Threshold({ promise: { title, explanation, bound, kind }, value, onChange }: ThresholdProps): ReactElement {
  const { t } = useLanguage();
  const label = t(bound === "at_least" ? "automatic.promises.least" : "automatic.promises.most", { label: title });
  const share = kind === "share";
  const limits = share ? { min: 0, max: 100, decimalScale: 4, suffix: " %" } : kind === "count" ? { min: 1, allowDecimal: false } : { min: 0 };
  return (
    <Labelled label={label} help={explanation}>
      {(id) => (
        <NumberInput
          id={id}
          size="xs"
          placeholder={t("automatic.none")}
          clampBehavior="blur"
          {...limits}
          value={share ? percentOf(value) : (value ?? "")}
          onChange={given((typed) => onChange(share && typed !== null ? typed / 100 : typed))}
        />
      )}
    </Labelled>
  );
}

/** 0.07 is 7 %, not 7.000000000000001 %. */
function percentOf(share: number | undefined): number | "" {
  return share === undefined ? "" : Math.round(share * 1e8) / 1e6;
}
