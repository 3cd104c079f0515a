/** What the rows that match tell: N, V, P and the rule, in figures, words and bars. */
import { NativeSelect, Text } from "@mantine/core";
import { useState, type ReactElement, type ReactNode } from "react";
import { HelpText } from "../Help";
import { Icon, type IconName } from "../Icon";
import { PersonWarning } from "../PersonWarning";
import { Terms } from "../Terms";
import { useLanguage } from "@/i18n/LanguageProvider";
import type { Composition, WhatIf } from "@/api/types";
import { ShareBars } from "@/charts/ShareBars";
import classes from "./WhatIf.module.css";

export type Kind = "leak" | "breach" | "safe" | "nobody" | "unasked";

const ICONS: Record<Kind, IconName> = { leak: "alert", breach: "alert", safe: "check", nobody: "search", unasked: "help" };

export function kindOf({ n, rule, breach }: { n: number; rule: number | null; breach: boolean }): Kind {
  if (n === 0) return "nobody";
  if (!breach) return "safe";
  return rule === 1 ? "leak" : "breach";
}

/** What is shown, of linked releases or of anything else. */
type Shown = Omit<Composition, "rule"> & { rule: number | null };

interface Props {
  found: Pick<WhatIf, "threshold" | "sentences" | "unit" | "warnings"> & { compositions: readonly Shown[] };
  /** What the values are of, if not of releases. */
  named?: (about: string) => string;
  /** Whether anything was asked: without a fact, nothing that was found is good news. */
  asked?: boolean;
  children?: ReactNode;
}

export function Verdict({ found, named, asked = true, children }: Props): ReactElement {
  const { t } = useLanguage();
  const [wanted, want] = useState("pair");
  const shown = found.compositions.find(({ about }) => about === wanted) ?? found.compositions[0];
  const release = (about: string): string =>
    about === "pair" || about === "unordered" ? t(`linked.whatif.${about}`) : t("linked.whatif.source", { number: about });
  if (!shown) return <></>;
  const told = kindOf(shown);
  const kind = !asked && told === "safe" ? "unasked" : told;
  return (
    <div className={classes.verdict}>
      {found.compositions.length > 1 ? (
        <NativeSelect
          size="xs"
          label={t("linked.whatif.about")}
          value={shown.about}
          data={found.compositions.map(({ about }) => ({ value: about, label: (named ?? release)(about) }))}
          onChange={(event) => want(event.currentTarget.value)}
        />
      ) : null}
      <div className={classes.badge} data-kind={kind}>
        <Icon name={ICONS[kind]} size={18} />
        {t(`linked.whatif.${kind}`)}
        <HelpText title={t("linked.whatif.rulesTitle")} text={t("linked.whatif.rules")} />
      </div>
      {found.warnings.map((warning) => (
        <PersonWarning key={warning} warning={warning} />
      ))}
      <Figures of={shown} unit={found.unit} />
      <div role="status" className={classes.sentences}>
        {found.sentences.filter((one) => !found.warnings.includes(one)).map((sentence) => (
          <Text key={sentence} size="sm">
            {sentence}
          </Text>
        ))}
      </div>
      <ShareBars values={shown.values} threshold={found.threshold} unit={found.unit} />
      <Terms names={["attribute", "homogeneity", "negative", "background"]} />
      {children}
    </div>
  );
}

const N = { rows: "n", people: "nPeople", combinations: "nCombinations" } as const;

function Figures({ of: { n, v, p, rule }, unit }: { of: Shown; unit: WhatIf["unit"] }): ReactElement {
  const { t, format } = useLanguage();
  const figures = [
    [N[unit], format.number(n)],
    ["v", format.number(v)],
    ["p", p === null ? "–" : format.percent(100 * p)],
    ["rule", rule === null ? t("linked.whatif.noRule") : String(rule)],
  ] as const;
  return (
    <dl className={classes.figures} aria-label={t("linked.whatif.figures")}>
      {figures.map(([name, value]) => (
        <div key={name}>
          <dt>{t(`linked.whatif.${name}`)}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
