/** Does the result hold k, l and t? Each sensitive column apart, with the groups that fail. */
import { MultiSelect, Text } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import type { ReactElement } from "react";
import { ErrorNotice } from "@/components/ErrorNotice";
import { Loading } from "@/components/Loading";
import { PersonWarning } from "@/components/PersonWarning";
import { useLanguage } from "@/i18n/LanguageProvider";
import { FailingGroups } from "@/components/linking/FailingGroups";
import { Holds } from "@/components/linking/CheckBadge";
import { LimitFields } from "@/components/linking/LimitFields";
import { useResultCheck } from "../api";
import type { QueryResult, ResultCheck } from "@/api/types";
import { PersonChoice } from "./PersonChoice";
import { personOf, type Question } from "./question";
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
  const { data, error, refetch, isPlaceholderData } = useResultCheck(result.id, { quasi, sensitive: guarded, k, l, t: distance, ...personOf(settled) });
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
      <PersonChoice result={result} question={question} onChange={onChange} />
      <LimitFields limits={question} onChange={(changed) => onChange({ ...question, ...changed })} />
    </div>
  );
}

function Found({ found }: { found: ResultCheck }): ReactElement {
  const { t } = useLanguage();
  const name = found.sensitive || t("query.result.noGuarded");
  return (
    <section className={classes.found} aria-label={name}>
      <Holds found={found} of={name} />
      <PersonWarning warning={found.warning} />
      <Text size="sm">{found.why}</Text>
      {found.failing_classes.length ? <FailingGroups groups={found.failing_classes} unit={found.person === null ? "rows" : "people"} /> : null}
    </section>
  );
}
