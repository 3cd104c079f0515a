/** Try every combination of facts on the result: who is exposed, by how many facts, by which, and how. */
import { Button, MultiSelect, NativeSelect } from "@mantine/core";
import { useState, type ReactElement } from "react";
import { useJob, type RunningJob } from "@/api/useJob";
import { EmptyState } from "@/components/EmptyState";
import { ErrorNotice } from "@/components/ErrorNotice";
import { JobProgress } from "@/components/JobProgress";
import { Loading } from "@/components/Loading";
import { OlderNotice } from "@/components/OlderNotice";
import { useHeldFocus } from "@/components/useHeldFocus";
import { useLanguage } from "@/i18n/LanguageProvider";
import look from "@/components/linking/Scan.module.css";
import { ScanResult } from "@/components/linking/ScanResult";
import { ThresholdChoice } from "@/components/linking/ThresholdChoice";
import { scanResult, useResultScan, type ScanRequest } from "../api";
import type { Fact, QueryResult } from "@/api/types";
import { PersonChoice } from "./PersonChoice";
import { personOf, type Question } from "./question";
import classes from "./Result.module.css";

/** A scan, kept while other tabs are open. */
export interface Scanning extends RunningJob<{ scan: string }> {
  found: { scan: string; asked: ScanRequest } | null;
  start: (id: string, asked: ScanRequest) => void;
}

export function useScanning(): Scanning {
  const job = useJob<{ scan: string }>();
  const [found, setFound] = useState<Scanning["found"]>(null);
  return {
    ...job,
    found,
    start: (id, asked) => {
      setFound(null);
      job.run("", () => scanResult(id, asked), ({ scan }) => setFound({ scan, asked }));
    },
  };
}

interface Props {
  result: QueryResult;
  question: Question;
  onChange: (question: Question) => void;
  scanning: Scanning;
  onTry: (facts: Fact[]) => void;
}

export function ScanTab({ scanning, onTry, ...asking }: Props): ReactElement {
  const { t } = useLanguage();
  const { result, question } = asking;
  const { stage, found } = scanning;
  const scan = useResultScan(found?.scan ?? null);
  const [secret = ""] = question.sensitive;
  const known = question.quasi.filter((name) => name !== secret);
  const asked: ScanRequest = { sensitive: secret, known, facts: question.most, threshold: question.threshold, ...personOf(question) };
  const older = found !== null && JSON.stringify(found.asked) !== JSON.stringify(asked);
  return (
    <div className={`${look.tab} ${classes.scan}`}>
      <div className={classes.form} {...useHeldFocus()}>
        <Fields {...asking} />
        {stage.at === "working" ? (
          <JobProgress inline stage={stage} title={stage.step ? "" : t("linked.scan.starting")} onCancel={scanning.cancel} />
        ) : (
          <Button size="xs" disabled={secret === ""} onClick={() => scanning.start(result.id, asked)}>
            {t(found ? "linked.scan.again" : "linked.scan.run")}
          </Button>
        )}
      </div>
      {older ? <OlderNotice text={t("linked.scan.older")} /> : null}
      <ErrorNotice title={t("linked.scan.failed")} error={stage.at === "failed" ? stage.error : scan.error} onClose={scanning.close} />
      {scan.data ? (
        <ScanResult scan={scan.data} onTry={onTry} />
      ) : found && !scan.error ? (
        <Loading />
      ) : stage.at === "idle" && !scan.error ? (
        <EmptyState icon="search" title={t("linked.scan.none")} text={t(secret === "" ? "query.result.chooseScan" : "linked.scan.text")} />
      ) : null}
    </div>
  );
}

function Fields({ result, question, onChange }: Pick<Props, "result" | "question" | "onChange">): ReactElement {
  const { t } = useLanguage();
  const [secret = "", second] = question.sensitive;
  const columns = result.columns.map(({ name }) => name);
  return (
    <>
      <NativeSelect
        size="xs"
        label={t("query.result.secret")}
        value={secret}
        data={[{ value: "", label: t("query.result.choose") }, ...columns]}
        onChange={({ currentTarget: { value } }) => onChange({ ...question, sensitive: [...new Set([value, second])].filter((one): one is string => Boolean(one)) })}
      />
      <MultiSelect
        size="xs"
        className={classes.wide}
        label={t("query.result.known")}
        placeholder={question.quasi.length ? undefined : t("query.result.anyKnown")}
        searchable
        data={columns.filter((name) => name !== secret)}
        value={question.quasi.filter((name) => name !== secret)}
        onChange={(quasi) => onChange({ ...question, quasi })}
      />
      <PersonChoice result={result} question={question} onChange={onChange} />
      <ThresholdChoice label={t("query.result.threshold")} threshold={question.threshold} onChange={(threshold) => onChange({ ...question, threshold })} />
      <NativeSelect
        size="xs"
        label={t("linked.scan.facts")}
        value={String(question.most)}
        data={["1", "2", "3", "4"]}
        onChange={(event) => onChange({ ...question, most: Number(event.currentTarget.value) })}
      />
    </>
  );
}
