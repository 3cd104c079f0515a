/** Whose row it is in the result: by which column people are counted, or that rows are. */
import { NativeSelect } from "@mantine/core";
import type { ReactElement } from "react";
import { useLanguage } from "@/i18n/LanguageProvider";
import type { QueryResult } from "@/api/types";
import type { Question } from "./question";

interface Props {
  result: QueryResult;
  question: Question;
  onChange: (question: Question) => void;
}

export function PersonChoice({ result, question, onChange }: Props): ReactElement {
  const { t } = useLanguage();
  return (
    <NativeSelect
      size="xs"
      label={t("query.result.person")}
      value={question.person ?? result.person ?? "none"}
      data={[{ value: "none", label: t("query.result.noPerson") }, ...result.columns.map(({ name }) => name).filter((name) => name !== "none")]}
      onChange={(event) => onChange({ ...question, person: event.currentTarget.value })}
    />
  );
}
