/** What a query gave: its rows, and what they give away. */
import { ActionIcon, SegmentedControl } from "@mantine/core";
import { useState, type ReactElement } from "react";
import { EmptyState } from "@/components/EmptyState";
import { ErrorNotice } from "@/components/ErrorNotice";
import { Icon } from "@/components/Icon";
import { Loading } from "@/components/Loading";
import { useLanguage } from "@/i18n/LanguageProvider";
import { MOST_ROWS } from "@/components/grid/layout";
import { useResult } from "../api";
import type { Fact, QueryResult } from "@/api/types";
import { CheckTab } from "./CheckTab";
import { LeakNotice } from "./LeakNotice";
import { KeepForm } from "./KeepForm";
import { START, type Question } from "./question";
import classes from "./Result.module.css";
import { ResultGrid } from "./ResultGrid";
import { ScanTab, useScanning } from "./ScanTab";
import { WhatIfTab } from "./WhatIfTab";

interface Room {
  /** Whether the result has the room of the editor, too. */
  tall: boolean;
  onTall: (tall: boolean) => void;
  /** Another query runs. */
  running: boolean;
}

export function ResultPane({ id, ...room }: { id: string } & Room): ReactElement {
  const { data, error, refetch } = useResult(id);
  if (error) {
    return (
      <div className={classes.padded}>
        <ErrorNotice error={error} onRetry={() => void refetch()} />
      </div>
    );
  }
  return data ? <Shown result={data} {...room} /> : <Loading />;
}

const TABS = ["rows", "whatIf", "scan", "check"] as const;
type Tab = (typeof TABS)[number];

function Shown({ result, tall, onTall, running }: { result: QueryResult } & Room): ReactElement {
  const { t } = useLanguage();
  const [tab, setTab] = useState<Tab>("rows");
  const [question, ask] = useState<Question>(START);
  const scanning = useScanning();
  const asked = { result, question, onChange: ask };
  function tryOut(facts: Fact[]): void {
    ask({ ...question, facts });
    setTab("whatIf");
  }
  return (
    <div className={classes.pane}>
      <div className={classes.bar}>
        <strong>{t("query.result.title")}</strong>
        <span role="status" className={classes.count}>
          {t("query.result.count", { count: result.rows })}
        </span>
        {result.rows > MOST_ROWS ? <span>{t("query.result.most", { count: MOST_ROWS })}</span> : null}
        <SegmentedControl
          size="xs"
          ml="auto"
          aria-label={t("query.result.tabs")}
          disabled={!result.rows}
          value={tab}
          data={TABS.map((value) => ({ value, label: t(`query.result.shown.${value}`) }))}
          onChange={setTab}
        />
        <ActionIcon variant="default" size="sm" aria-label={t(tall ? "query.result.less" : "query.result.more")} onClick={() => onTall(!tall)}>
          <Icon name={tall ? "down" : "up"} size={14} />
        </ActionIcon>
        <KeepForm id={result.id} disabled={!result.rows} />
      </div>
      <LeakNotice result={result} running={running} />
      <div className={classes.body}>
        {!result.rows ? (
          <EmptyState icon="search" title={t("query.result.empty")} text={t("query.result.emptyText")} />
        ) : tab === "rows" ? (
          <ResultGrid result={result} />
        ) : tab === "whatIf" ? (
          <WhatIfTab {...asked} />
        ) : tab === "scan" ? (
          <ScanTab {...asked} scanning={scanning} onTry={tryOut} />
        ) : (
          <CheckTab {...asked} />
        )}
      </div>
    </div>
  );
}
