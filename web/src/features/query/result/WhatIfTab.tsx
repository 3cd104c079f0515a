/** What somebody learns from the result who knows some facts: the verdict, the shares, the rows that match. */
import { Autocomplete, Button, NativeSelect, Text } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useMemo, type ReactElement } from "react";
import { ErrorNotice } from "@/components/ErrorNotice";
import { Icon } from "@/components/Icon";
import { Loading } from "@/components/Loading";
import { useHeldFocus } from "@/components/useHeldFocus";
import { useLanguage } from "@/i18n/LanguageProvider";
import { ThresholdChoice } from "@/components/linking/ThresholdChoice";
import { Verdict } from "@/components/linking/Verdict";
import rows from "@/components/linking/JoinedGrid.module.css";
import look from "@/components/linking/WhatIf.module.css";
import { useSourceRows, type Rows } from "@/components/grid/rowSource";
import { rowsOf, useResultWhatIf } from "../api";
import { changed } from "../builder/Choice";
import { Remove } from "../builder/JoinRow";
import type { Fact, QueryResult } from "@/api/types";
import classes from "./Result.module.css";
import { ResultGrid } from "./ResultGrid";
import { PersonChoice } from "./PersonChoice";
import { personOf, type Question } from "./question";

/** Nobody wants an answer for half a word. */
const PAUSE = 300;

interface Props {
  result: QueryResult;
  question: Question;
  onChange: (question: Question) => void;
}

export function WhatIfTab({ result, question, onChange }: Props): ReactElement {
  const { t } = useLanguage();
  const [settled] = useDebouncedValue(question, PAUSE);
  const know = useMemo(() => settled.facts.filter(({ value }) => value.trim() !== ""), [settled.facts]);
  const { sensitive, threshold } = settled;
  const found = useResultWhatIf(result.id, { know, sensitive, threshold, ...personOf(settled) });
  return (
    <div className={classes.whatIf}>
      <Form result={result} question={question} onChange={onChange} />
      {sensitive.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t("query.result.chooseSecret")}
        </Text>
      ) : found.error ? (
        <ErrorNotice error={found.error} onRetry={() => void found.refetch()} />
      ) : found.data ? (
        <div className={`${look.answer} ${classes.answer}`} aria-busy={found.isPlaceholderData}>
          <Verdict found={found.data} named={(about) => nameOf(about, sensitive) ?? t(about === "unordered" ? "linked.whatif.unordered" : "linked.whatif.pair")} />
          <div className={rows.pane}>
            {know.length ? (
              <div className={rows.toolbar}>
                <span className={rows.legend}>{t("linked.grid.first")}</span>
              </div>
            ) : null}
            <ResultGrid result={result} know={know} />
          </div>
        </div>
      ) : (
        <Loading />
      )}
    </div>
  );
}

/** Of two sensitive columns, the one that is told of; none for both. */
function nameOf(about: string, sensitive: readonly string[]): string | undefined {
  return about === "1" || about === "2" ? sensitive[Number(about) - 1] : undefined;
}

function Form({ result, question, onChange }: Props): ReactElement {
  const { t } = useLanguage();
  const held = useHeldFocus();
  const { facts, sensitive, threshold } = question;
  const columns = result.columns.map(({ name }) => name);
  const start = useSourceRows(rowsOf(result.id), 0, 0);
  const free = columns.filter((name) => !sensitive.includes(name));
  const unused = free.find((name) => !facts.some(({ column }) => column === name));
  const secret = (place: 0 | 1, name: string): void => {
    const wanted = place === 0 ? [name, sensitive[1]] : [sensitive[0], name];
    const next = wanted.filter((one): one is string => Boolean(one));
    onChange({ ...question, sensitive: [...new Set(next)], facts: facts.filter(({ column }) => !next.includes(column)) });
  };
  return (
    <div className={classes.form} {...held}>
      <NativeSelect
        size="xs"
        label={t("query.result.secret")}
        value={sensitive[0] ?? ""}
        data={[{ value: "", label: t("query.result.choose") }, ...columns]}
        onChange={(event) => secret(0, event.currentTarget.value)}
      />
      {sensitive.length ? (
        <NativeSelect
          size="xs"
          label={t("query.result.second")}
          value={sensitive[1] ?? ""}
          data={[{ value: "", label: t("query.result.noSecond") }, ...columns.filter((name) => name !== sensitive[0])]}
          onChange={(event) => secret(1, event.currentTarget.value)}
        />
      ) : null}
      <PersonChoice result={result} question={question} onChange={onChange} />
      <ThresholdChoice label={t("query.result.threshold")} threshold={threshold} onChange={(next) => onChange({ ...question, threshold: next })} />
      {facts.map((fact, place) => (
        <FactRow
          key={place}
          number={place + 1}
          fact={fact}
          columns={free}
          values={valuesOf(result, start.rows, fact.column)}
          onChange={(next) => onChange({ ...question, facts: changed(facts, place, next) })}
        />
      ))}
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<Icon name="plus" size={13} />}
        disabled={!unused}
        onClick={() => unused && onChange({ ...question, facts: [...facts, { column: unused, value: "" }] })}
      >
        {t("linked.whatif.add")}
      </Button>
    </div>
  );
}

interface FactRowProps {
  number: number;
  fact: Fact;
  columns: readonly string[];
  values: string[];
  onChange: (fact: Fact | null) => void;
}

function FactRow({ number, fact, columns, values, onChange }: FactRowProps): ReactElement {
  const { t } = useLanguage();
  return (
    <div className={look.fact}>
      <NativeSelect
        size="xs"
        aria-label={t("linked.whatif.column", { number })}
        value={fact.column}
        data={[...columns]}
        onChange={(event) => onChange({ column: event.currentTarget.value, value: "" })}
      />
      <span className={look.is}>{t("linked.whatif.is")}</span>
      <Autocomplete
        size="xs"
        w={112}
        aria-label={t("linked.whatif.value", { number })}
        value={fact.value}
        data={values}
        limit={60}
        maxDropdownHeight={200}
        onChange={(value) => onChange({ ...fact, value })}
      />
      <Remove label={t("linked.whatif.remove", { number })} onClick={() => onChange(null)} />
    </div>
  );
}

/** Values of a column in the first rows, to choose from. */
function valuesOf({ columns }: QueryResult, rows: Rows, column: string): string[] {
  const place = columns.findIndex(({ name }) => name === column);
  const found = [...rows.values()].map(({ cells }) => cells[place]).filter((one): one is string => typeof one === "string");
  return [...new Set(found)].sort();
}
