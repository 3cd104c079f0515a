/** What is promised of the release as a whole, each with its share; rows of the smallest groups are removed for it. */
import { NumberInput, Text } from "@mantine/core";
import type { ReactElement } from "react";
import { HelpText } from "@/components/Help";
import { Labelled } from "@/components/Labelled";
import { useLanguage } from "@/i18n/LanguageProvider";
import classes from "./AutomaticTab.module.css";
import { given, needsPeople, promise, releasePromisesOf } from "./choices";
import type { ChoicesProps } from "./WishForm";

const MOST_PEOPLE = 1_000_000_000_000;

export function ReleasePromises({ offer, choices, onChange }: ChoicesProps): ReactElement | null {
  const { t } = useLanguage();
  const able = releasePromisesOf(offer);
  if (able.length === 0) return null;
  const title = t("automatic.promises.title");
  const people = needsPeople(offer, choices);
  return (
    <section aria-label={title}>
      <Text size="xs" fw={600} mb={4}>
        {title} <HelpText title={title} text={t("automatic.promises.help")} />
      </Text>
      <div className={classes.numbers}>
        {able.map(({ promise: name, title: label, explanation }) => (
          <Labelled key={name} label={t("automatic.promises.most", { label })} help={explanation}>
            {(id) => (
              <NumberInput
                id={id}
                size="xs"
                placeholder={t("automatic.none")}
                min={0}
                max={100}
                decimalScale={4}
                suffix=" %"
                clampBehavior="blur"
                value={percentOf(choices.promised?.[name])}
                onChange={given((share) => onChange(promise(choices, name, share === null ? null : share / 100)))}
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

/** 0.07 is 7 %, not 7.000000000000001 %. */
function percentOf(share: number | undefined): number | "" {
  return share === undefined ? "" : Math.round(share * 1e8) / 1e6;
}
