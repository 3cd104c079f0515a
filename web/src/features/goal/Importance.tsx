/** How much each column matters: a choice of three beside its name, by keyboard and touch. */
import { SegmentedControl, Text } from "@mantine/core";
import type { ReactElement } from "react";
import { useLanguage } from "@/i18n/LanguageProvider";
import classes from "./Goal.module.css";
import { rankOf, RANKS, setRank, type Groups, type Rank } from "./importance";

interface Props {
  names: readonly string[];
  groups: Groups;
  disabled: boolean;
  onChange: (groups: string[][]) => void;
}

export function Importance({ names, groups, disabled, onChange }: Props): ReactElement {
  const { t } = useLanguage();
  if (!names.length) return <Text>{t("goal.whatNone")}</Text>;
  const data = RANKS.toReversed().map((rank) => ({ value: rank, label: t(`goal.ranks.${rank}`) }));
  return (
    <>
      <Text c="dimmed">{t("goal.whatLead")}</Text>
      <ul className={classes.columns}>
        {names.map((name) => (
          <li key={name} className={classes.column}>
            <span className={classes.columnName}>{name}</span>
            <SegmentedControl<Rank>
              size="xs"
              aria-label={t("goal.matters", { name })}
              data={data}
              value={rankOf(groups, name)}
              disabled={disabled}
              onChange={(rank) => onChange(setRank(groups, name, rank))}
            />
          </li>
        ))}
      </ul>
    </>
  );
}
