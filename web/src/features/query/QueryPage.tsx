/** Sources and query: look into databases, query their tables together, and see what a result gives away. */
import { Button, SegmentedControl } from "@mantine/core";
import { useEffect, useState, type ReactElement } from "react";
import { useSearchParams } from "wouter";
import { useJob } from "@/api/useJob";
import { EmptyState } from "@/components/EmptyState";
import { ErrorNotice } from "@/components/ErrorNotice";
import { Icon } from "@/components/Icon";
import { Loading } from "@/components/Loading";
import { PageError } from "@/components/PageError";
import { PageTitle } from "@/components/PageTitle";
import { useLanguage } from "@/i18n/LanguageProvider";
import { JobProgress } from "@/components/JobProgress";
import { useCachedState } from "@/api/useCachedState";
import { runQuery, useQueryTables } from "./api";
import { BuildTab } from "./builder/BuildTab";
import { EMPTY, fitted, toBuilt, type Draft } from "./builder/draft";
import classes from "./QueryPage.module.css";
import { ResultPane } from "./result/ResultPane";
import { SourcesPane } from "./sources/SourcesPane";
import { SqlField } from "./sql/SqlField";
import type { QueryTable } from "@/api/types";

export default function QueryPage(): ReactElement {
  const { t } = useLanguage();
  const { data: tables, error, refetch } = useQueryTables();
  useEffect(() => {
    document.title = `${t("query.title")} · ${t("app.name")}`;
    return () => {
      document.title = t("app.name");
    };
  }, [t]);
  if (!tables) return error ? <PageError error={error} onRetry={() => void refetch()} /> : <Loading />;
  return (
    <div className={classes.page}>
      <section className={classes.side} aria-label={t("query.sources.title")}>
        <PageTitle size="h4" className={classes.title} text={t("query.title")} />
        <SourcesPane tables={tables} />
      </section>
      {tables.length ? <QueryTabs tables={tables} /> : <FirstSteps />}
    </div>
  );
}

function FirstSteps(): ReactElement {
  const { t } = useLanguage();
  return (
    <section className={classes.card} aria-label={t("query.query")}>
      <EmptyState icon="database" title={t("query.first.title")} text={t("query.first.text")} />
    </section>
  );
}

/** Remembered while the page is open; what is typed is also held here, since fields must follow at once. */
function useHeld<T>(what: string, initial: T): [T, (next: T) => void] {
  const [kept, keep] = useCachedState("query", what, initial);
  const [now, setNow] = useState(kept);
  function hold(next: T): void {
    setNow(() => next);
    keep(next);
  }
  return [now, hold];
}

type Way = "build" | "sql";

function QueryTabs({ tables }: { tables: readonly QueryTable[] }): ReactElement {
  const { t } = useLanguage();
  const [way, setWay] = useHeld<Way>("way", "build");
  const [held, setDraft] = useHeld<Draft>("draft", EMPTY);
  const [sql, setSql] = useHeld("sql", "");
  const [tall, setTall] = useHeld("tall", false);
  const [asked, ask] = useSearchParams();
  const job = useJob<{ query: string }>();
  const draft = fitted(held, tables);
  const result = asked.get("result");
  const ready = !job.busy && (way === "build" || sql.trim() !== "");

  function run(): void {
    if (!ready) return;
    const query = way === "sql" ? { sql } : { built: toBuilt(draft) };
    job.run(t("query.running"), () => runQuery(query), (found) => ask({ result: found.query }, { replace: true }));
  }

  return (
    <div className={classes.query} data-result={result === null ? undefined : tall ? "tall" : "shown"}>
      <section className={classes.card} aria-label={t("query.query")}>
        <div className={classes.bar}>
          <SegmentedControl
            size="xs"
            aria-label={t("query.way")}
            value={way}
            data={[
              { value: "build", label: t("query.build.title") },
              { value: "sql", label: t("query.sql.title") },
            ]}
            onChange={setWay}
          />
          {job.stage.at === "working" ? (
            <JobProgress inline stage={job.stage} title={job.stage.step ? "" : job.stage.name} onCancel={job.cancel} />
          ) : (
            <Button size="compact-sm" ml="auto" leftSection={<Icon name="chevron" size={14} />} disabled={!ready} onClick={run}>
              {t("query.run")}
            </Button>
          )}
        </div>
        {job.stage.at === "failed" ? (
          <div className={classes.trouble}>
            <ErrorNotice error={job.stage.error} title={t("query.failed")} onClose={job.close} />
          </div>
        ) : null}
        <div className={classes.editor} hidden={tall && result !== null}>
          {way === "build" ? (
            <BuildTab
              draft={draft}
              tables={tables}
              onChange={setDraft}
              onEdit={(text) => {
                setSql(text);
                setWay("sql");
              }}
            />
          ) : (
            <SqlField value={sql} tables={tables} onChange={setSql} onRun={run} />
          )}
        </div>
      </section>
      <section className={classes.card} aria-label={t("query.result.title")}>
        {result === null ? <p className={classes.hint}>{t("query.result.none")}</p> : <ResultPane key={result} id={result} tall={tall} onTall={setTall} running={job.busy} />}
      </section>
    </div>
  );
}
