/** The figures of a result against those of the data as it was. */
import { Text } from "@mantine/core";
import type { ReactElement } from "react";
import type { AutomaticRun } from "@/api/types";
import { Icon } from "@/components/Icon";
import { useLanguage } from "@/i18n/LanguageProvider";
import { EffectFigures } from "../../EffectFigures";
import classes from "../AutomaticTab.module.css";
import { Causes } from "../../protections/Causes";
import { useKeyFigures } from "./keyFigures";

export function RunFigures({ run }: { run: AutomaticRun }): ReactElement {
  const facts = useKeyFigures(run);
  const { before, after } = run.result;
  return (
    <>
      <Exposed people={run.result.exposed_people} />
      <Lost run={run} />
      <div className={classes.gauges}>
        <EffectFigures
          captions
          now={before}
          effect={after}
        />
        <dl className={classes.facts}>
          {facts.map(({ name, text }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      </div>
      <Causes k={run.wish.k} by={run.result.suppressed_by} />
    </>
  );
}

/** What the numbers of groups lost, column by column, in the words of the server. */
function Lost({ run }: { run: AutomaticRun }): ReactElement | null {
  const { t } = useLanguage();
  const lost = run.result.aggregation ?? [];
  if (lost.length === 0) return null;
  return (
    <ul className={classes.lost} aria-label={t("automatic.numbers.lost")}>
      {lost.map(({ attribute, words }) => (
        <li key={attribute}>{words}</li>
      ))}
    </ul>
  );
}

/** People who can be told apart in spite of everything: never to be overlooked. */
export function Exposed({ people }: { people: number }): ReactElement | null {
  const { t } = useLanguage();
  if (people === 0) return null;
  return (
    <Text fz="sm" fw={600} c="var(--mantine-color-error)" className={classes.exposed} role="alert">
      <Icon name="alert" size={15} /> {t("automatic.result.exposedWarning", { count: people })}
    </Text>
  );
}
