/** What a query gave: its rows, and what they give away. */
import type { ReactElement } from "react";
import { EmptyState } from "@/components/EmptyState";
import { ErrorNotice } from "@/components/ErrorNotice";
import { Loading } from "@/components/Loading";
import { useLanguage } from "@/i18n/LanguageProvider";
import { MOST_ROWS } from "../../dashboard/grid/layout";
import { useResult } from "../api";
import type { QueryResult } from "../types";
import classes from "./Result.module.css";
import { ResultGrid } from "./ResultGrid";

export function ResultPane({ id }: { id: string }): ReactElement {
  const { data, error, refetch } = useResult(id);
  if (error) {
    return (
      <div className={classes.padded}>
        <ErrorNotice error={error} onRetry={() => void refetch()} />
      </div>
    );
  }
  return data ? <Shown result={data} /> : <Loading />;
}

function Shown({ result }: { result: QueryResult }): ReactElement {
  const { t } = useLanguage();
  return (
    <div className={classes.pane}>
      <div className={classes.bar}>
        <strong>{t("query.result.title")}</strong>
        <span role="status" className={classes.count}>
          {t("query.result.count", { count: result.rows })}
        </span>
        {result.rows > MOST_ROWS ? <span>{t("query.result.most", { count: MOST_ROWS })}</span> : null}
      </div>
      <div className={classes.body}>
        {result.rows ? (
          <ResultGrid result={result} />
        ) : (
          <EmptyState icon="search" title={t("query.result.empty")} text={t("query.result.emptyText")} />
        )}
      </div>
    </div>
  );
}
