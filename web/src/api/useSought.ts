/** What is looked for as a job for as long as somebody waits: how far it is, a way to stop it, another try. */
import { useQuery, useQueryClient, type QueryKey } from "@tanstack/react-query";
import { useState } from "react";
import { cancelJob, followJob, jobId, type JobStarted } from "@/api/jobs";

export interface Sought<Result> {
  /** What the job gave, kept under its name until that is removed. */
  found: Result | null;
  /** When it was found: another try finds the same under the same name. */
  foundAt: number;
  /** Whether it was stopped before. */
  stopped: boolean;
  step: string;
  /** From 0 to 1; null while that is not known. */
  progress: number | null;
  error: Error | null;
  stop: () => void;
  again: () => void;
}

interface Told {
  step: string;
  progress: number | null;
}

const NOTHING: Told = { step: "", progress: null };

export function useSought<Result>(queryKey: QueryKey, start: () => Promise<JobStarted>, wanted = true): Sought<Result> {
  const client = useQueryClient();
  const [told, tell] = useState(NOTHING);
  const query = useQuery({
    enabled: wanted,
    queryKey,
    queryFn: async ({ signal }) => {
      tell(NOTHING);
      const job = jobId(await start());
      // Nobody waits any more: another wish, another tab, or stopped.
      const cancel = (): void => void cancelJob(job).catch(() => undefined);
      if (signal.aborted) cancel();
      signal.throwIfAborted();
      signal.addEventListener("abort", cancel);
      return followJob<Result>(job, { signal, onUpdate: ({ step, progress }) => tell({ step, progress }) });
    },
    staleTime: Infinity,
    retry: false,
    refetchOnMount: false,
  });
  return {
    ...told,
    found: query.data ?? null,
    foundAt: query.dataUpdatedAt,
    stopped: wanted && query.isPending && query.fetchStatus === "idle",
    error: query.error,
    stop: () => void client.cancelQueries({ queryKey, exact: true }),
    again: () => void query.refetch(),
  };
}
