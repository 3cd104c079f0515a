/** What a result gives away, checked without being asked: what was found, and what was not checked. */
import { Button } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, type ReactElement } from "react";
import { cancelJob, followJob, jobId } from "@/api/jobs";
import type { LeakReport, QueryResult } from "@/api/types";
import { Icon } from "@/components/Icon";
import { useLanguage } from "@/i18n/LanguageProvider";
import { startLeakCheck } from "../api";
import classes from "./LeakNotice.module.css";

interface Props {
  result: QueryResult;
  /** Another query runs: what this one gives away does not matter any more. */
  running: boolean;
}

/** Kept while the page is open; whoever leaves, or runs another query, stops it on the server, too. */
function useLeaks({ result, running }: Props) {
  const client = useQueryClient();
  const queryKey = ["result", result.id, "leaks"];
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => checkLeaks(result.id, signal),
    enabled: !running && result.rows > 0,
    staleTime: Infinity,
    retry: false,
  });
  const { id } = result;
  useEffect(() => {
    if (running) void client.cancelQueries({ queryKey: ["result", id, "leaks"] });
  }, [client, id, running]);
  return query;
}

async function checkLeaks(id: string, signal: AbortSignal): Promise<LeakReport> {
  const job = jobId(await startLeakCheck(id));
  const stop = (): void => void cancelJob(job).catch(() => undefined);
  if (signal.aborted) stop();
  signal.addEventListener("abort", stop);
  const { leaks } = await followJob<{ leaks: LeakReport }>(job, { signal });
  return leaks;
}

const ICONS = { leak: "alert", none_found: "search", unchecked: "help" } as const;

export function LeakNotice(props: Props): ReactElement | null {
  const { t } = useLanguage();
  const { data, error, isFetching, refetch } = useLeaks(props);
  if (!props.result.rows) return null;
  if (isFetching) return <p className={classes.line} role="status">{t("query.leaks.checking")}</p>;
  if (error)
    return (
      <p className={classes.line} role="alert" data-status="unchecked">
        <Icon name="alert" size={14} />
        <span>
          <strong>{t("query.leaks.failed")}</strong> {error.message}
        </span>
        <Button size="compact-xs" variant="default" onClick={() => void refetch()}>
          {t("query.leaks.again")}
        </Button>
      </p>
    );
  if (!data) return null;
  return (
    <p className={classes.line} role="status" data-status={data.status}>
      <Icon name={ICONS[data.status]} size={14} />
      <span>
        <strong>{t(`query.leaks.${data.status}`)}</strong> {data.sentences.join(" ")}
      </span>
    </p>
  );
}
