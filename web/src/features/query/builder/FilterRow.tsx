/** One condition that rows have to fulfil: a column, an operator, and as many values as it needs. */
import { NativeSelect, TagsInput, TextInput } from "@mantine/core";
import type { ReactElement } from "react";
import { useLanguage } from "@/i18n/LanguageProvider";
import type { Operator } from "@/api/types";
import classes from "./Build.module.css";
import { CellChoice } from "./Choice";
import { OPERATORS, valuesOf, type Cell, type FilterDraft } from "./draft";
import { Remove } from "./JoinRow";

interface Props {
  number: number;
  filter: FilterDraft;
  known: readonly Cell[];
  onChange: (filter: FilterDraft | null) => void;
}

/** What is written in the choice: signs for themselves, the others in words. */
const WORDED = { between: "between", in: "in", "not in": "notIn", like: "like", "not like": "notLike", null: "null", "not null": "notNull" } as const;

export function FilterRow({ number, filter, known, onChange }: Props): ReactElement {
  const { t } = useLanguage();
  const named = (operator: Operator): string =>
    operator in WORDED ? t(`query.build.operators.${WORDED[operator as keyof typeof WORDED]}`) : operator;
  return (
    <div className={classes.line}>
      <CellChoice
        label={t("query.build.filterColumn", { number })}
        cell={filter.cell}
        known={known}
        onChange={(cell) => onChange({ ...filter, cell })}
      />
      <NativeSelect
        size="xs"
        className={classes.operator}
        aria-label={t("query.build.operator", { number })}
        value={filter.operator}
        data={OPERATORS.map((operator) => ({ value: operator, label: named(operator) }))}
        onChange={(event) => onChange({ ...filter, operator: event.currentTarget.value as Operator })}
      />
      <div className={classes.values}>
        <Values number={number} filter={filter} onChange={onChange} />
        <Remove label={t("query.build.removeFilter", { number })} onClick={() => onChange(null)} />
      </div>
    </div>
  );
}

function Values({ number, filter, onChange }: Omit<Props, "known">): ReactElement | null {
  const { t } = useLanguage();
  const { operator, values } = filter;
  const needed = valuesOf(operator);
  if (needed === "many") {
    return (
      <TagsInput
        size="xs"
        className={classes.wide}
        aria-label={t("query.build.values", { number })}
        placeholder={values.length ? undefined : t("query.build.valuesHint")}
        acceptValueOnBlur
        maxTags={1000}
        value={values}
        onChange={(next) => onChange({ ...filter, values: next })}
      />
    );
  }
  const put = (place: number, text: string): void =>
    onChange({ ...filter, values: Array.from({ length: Math.max(needed, values.length) }, (_, index) => (index === place ? text : (values[index] ?? ""))) });
  const field = (place: number, label: string): ReactElement => (
    <TextInput size="xs" className={classes.value} aria-label={label} placeholder={operator.includes("like") ? t("query.build.likeHint") : undefined} value={values[place] ?? ""} onChange={(event) => put(place, event.currentTarget.value)} />
  );
  if (needed === 1) return field(0, t("query.build.value", { number }));
  if (needed === 0) return null;
  return (
    <>
      {field(0, t("query.build.from", { number }))}
      <span className={classes.word}>{t("query.build.and")}</span>
      {field(1, t("query.build.to", { number }))}
    </>
  );
}
