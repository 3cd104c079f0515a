/** The rows of a result; those in sight are fetched, the others stay in the engine. */
import { useMemo, type ReactElement } from "react";
import { useLanguage } from "@/i18n/LanguageProvider";
import { RowGrid } from "@/components/grid/RowGrid";
import { rowsOf } from "../api";
import type { Fact, QueryResult } from "@/api/types";

interface Props {
  result: QueryResult;
  /** What is known about somebody: rows that fit are marked. */
  know?: readonly Fact[];
}

const NOTHING: readonly Fact[] = [];

export function ResultGrid({ result, know = NOTHING }: Props): ReactElement {
  const { t } = useLanguage();
  const columns = useMemo(() => result.columns.map(({ name, type }) => ({ name, note: type.toLowerCase() })), [result.columns]);
  return <RowGrid label={t("query.result.rows")} columns={columns} total={result.rows} source={rowsOf(result.id, know)} />;
}
