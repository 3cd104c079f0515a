/** What an attack found: in words, as bars by probability, as two risks, and person by person. */
import { Text } from "@mantine/core";
import type { ReactElement } from "react";
import type { Attack } from "@/api/types";
import { Gauge } from "@/charts/Gauge";
import { HelpText } from "@/components/Help";
import { Terms } from "@/components/Terms";
import { useFigures } from "@/charts/useFigures";
import { useLanguage } from "@/i18n/LanguageProvider";
import classes from "./Attack.module.css";
import { FoundPeople } from "./FoundPeople";

export function AttackFound({ id, attack }: { id: string; attack: Attack }): ReactElement {
  const [first = ""] = attack.sentences;
  return (
    <>
      <Text size="sm" fw={600} role="status">
        {first}
      </Text>
      <Terms names={["identity", "membership"]} />
      <div className={classes.pictures}>
        <Chances attack={attack} />
        <Risks attack={attack} />
      </div>
      <FoundPeople key={id} id={id} attack={attack} />
    </>
  );
}

/** All that is said after the first sentence. */
export function AttackWords({ attack }: { attack: Attack }): ReactElement {
  return (
    <ul className={classes.words}>
      {attack.sentences.slice(1).map((one) => (
        <li key={one}>{one}</li>
      ))}
    </ul>
  );
}

/** Where the bars of the chart begin: certain, 1 in 2, 1 in 3, 1 in 4 to 5 and so on. */
const STEPS = [1, 2, 3, 4, 6, 11, 21] as const;

interface Bar {
  from: number;
  /** None after the last step. */
  to: number | null;
  people: number;
}

/** People by the probability to find them; `from` is 0 for those whom no row fits. */
export function bars(attack: Attack): Bar[] {
  const steps = STEPS.map((from, place): Bar => {
    const next = STEPS[place + 1];
    const fits = attack.probable.filter(({ candidates }) => candidates >= from && (next === undefined || candidates < next));
    return { from, to: next === undefined ? null : next - 1, people: fits.reduce((sum, { people }) => sum + people, 0) };
  });
  return [...steps, { from: 0, to: 0, people: attack.people.rows - attack.matched }];
}

function Chances({ attack }: { attack: Attack }): ReactElement {
  const { t, format } = useLanguage();
  const shown = bars(attack).filter(({ people, from }) => people > 0 || from === 1);
  // Of everybody on the list: three in a hundred are a short bar.
  const all = Math.max(attack.people.rows, 1);
  const label = ({ from, to }: Bar): string => {
    if (from === 0) return t("attack.unmatched");
    if (from === 1) return t("attack.certain");
    if (to === null) return t("attack.oneInMore", { from });
    return to === from ? t("attack.oneIn", { from }) : t("attack.oneInRange", { from, to });
  };
  return (
    <ul className={classes.chances} aria-label={t("attack.chart")}>
      {shown.map((bar) => (
        <li key={bar.from}>
          <span>{label(bar)}</span>
          <span className={classes.track} aria-hidden="true">
            <span data-kind={bar.from === 1 ? "certain" : bar.from ? "probable" : "unmatched"} style={{ width: `${(100 * bar.people) / all}%` }} />
          </span>
          <span className="numeric">{format.number(bar.people)}</span>
        </li>
      ))}
    </ul>
  );
}

function Risks({ attack }: { attack: Attack }): ReactElement {
  const { t } = useLanguage();
  const figures = useFigures();
  return (
    <div className={classes.risks}>
      {(["journalist", "marketer"] as const).map((name) => {
        const value = attack[`${name}_risk`];
        return (
          <Gauge
            key={name}
            name={t(`attack.${name}`)}
            value={value}
            text={figures.percent(value)}
            word={figures.word(value)}
            help={<HelpText title={t(`attack.${name}`)} text={t(`attack.${name}Help`)} />}
          />
        );
      })}
    </div>
  );
}
