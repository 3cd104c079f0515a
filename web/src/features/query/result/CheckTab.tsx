/** Does the result hold k, l and t? Each sensitive column apart, with the groups that fail. */
import { MultiSelect, NumberInput, Table, Text } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import type { ReactElement } from "react";
import { ErrorNotice } from "@/components/ErrorNotice";
import { Icon } from "@/components/Icon";
import { Loading } from "@/components/Loading";
import { useLanguage } from "@/i18n/LanguageProvider";
import look from "../../linked/whatif/WhatIf.module.css";
import { useResultCheck } from "../api";
import type { QueryResult, ResultCheck } from "../types";
import type { Question } from "./question";
import classes from "./Result.module.css";

interface Props {
  result: QueryResult;
  question: Question;
  onChange: (question: Question) => void;
}

export function CheckTab({ result, question, onChange }: Props): ReactElement {
  const { t } = useLanguage();
  const [settled] = useDebouncedValue(question, 300);
  const { quasi, guarded, k, l, t: distance } = settled;
  const { data, error, refetch, isPlaceholderData } = useResultCheck(result.id, { quasi, sensitive: guarded, k, l, t: distance });
  return (
    <div className={classes.check}>
      <Form result={result} question={question} onChange={onChange} />
      {quasi.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t("query.result.chooseKnown")}
        </Text>
      ) : error ? (
        <ErrorNotice error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <div className={classes.verdicts} aria-busy={isPlaceholderData}>
          {data.map((one) => (
            <Found key={one.sensitive} found={one} />
          ))}
        </div>
      ) : (
        <Loading />
      )}
    </div>
  );
}

function Form({ result, question, onChange }: Props): ReactElement {
  const { t } = useLanguage();
  const columns = result.columns.map(({ name }) => name);
  const { quasi, guarded } = question;
  const number = (value: number | string): number | null => (typeof value === "number" ? value : null);
  return (
    <div className={classes.form}>
      <MultiSelect
        size="xs"
        className={classes.wide}
        label={t("query.result.known")}
        searchable
        data={columns.filter((name) => !guarded.includes(name))}
        value={quasi}
        onChange={(next) => onChange({ ...question, quasi: next })}
      />
      <MultiSelect
        size="xs"
        className={classes.wide}
        label={t("query.result.guarded")}
        searchable
        maxValues={16}
        data={columns.filter((name) => !quasi.includes(name))}
        value={guarded}
        onChange={(next) => onChange({ ...question, guarded: next })}
      />
      <NumberInput size="xs" w={130} label={t("linked.check.k")} min={1} allowDecimal={false} value={question.k} onChange={(k) => typeof k === "number" && k >= 1 && onChange({ ...question, k })} />
      <NumberInput size="xs" w={130} label={t("linked.check.l")} placeholder={t("linked.check.any")} min={1} allowDecimal={false} value={question.l ?? ""} onChange={(l) => onChange({ ...question, l: number(l) })} />
      <NumberInput size="xs" w={100} label={t("linked.check.t")} placeholder={t("linked.check.any")} min={0} max={1} step={0.05} decimalScale={3} value={question.t ?? ""} onChange={(value) => onChange({ ...question, t: number(value) })} />
    </div>
  );
}

function Found({ found }: { found: ResultCheck }): ReactElement {
  const { t, format, language } = useLanguage();
  const distance = new Intl.NumberFormat(language, { maximumFractionDigits: 3 });
  const { l, t: worst } = found;
  const figures = [`k = ${format.number(found.k)}`, l === null ? "" : `l = ${format.number(l)}`, worst === null ? "" : `t = ${distance.format(worst)}`];
  return (
    <section className={classes.found} aria-label={found.sensitive || t("query.result.noGuarded")}>
      <div className={look.badge} data-kind={found.holds ? "safe" : "breach"} role="status">
        <Icon name={found.holds ? "check" : "alert"} size={16} />
        {found.sensitive || t("query.result.noGuarded")}: {t(found.holds ? "linked.check.holds" : "linked.check.fails")}
        <span className={classes.figures}>{figures.filter(Boolean).join(" · ")}</span>
      </div>
      <Text size="sm">{found.why}</Text>
      {found.failing_classes.length ? (
        <Table className={classes.groups} verticalSpacing={2} aria-label={t("linked.check.groups")}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{t("linked.check.group")}</Table.Th>
              <Table.Th scope="col">{t("linked.check.rows")}</Table.Th>
              <Table.Th scope="col">l</Table.Th>
              <Table.Th scope="col">t</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {found.failing_classes.map((group) => (
              <Table.Tr key={JSON.stringify(group.values)}>
                <Table.Th scope="row" fw={400}>
                  {Object.entries(group.values)
                    .map(([name, value]) => `${name} = ${value}`)
                    .join(", ")}
                </Table.Th>
                <Table.Td>{format.number(group.size)}</Table.Td>
                <Table.Td>{group.l ?? "–"}</Table.Td>
                <Table.Td>{group.t === null ? "–" : distance.format(group.t)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      ) : null}
    </section>
  );
}
