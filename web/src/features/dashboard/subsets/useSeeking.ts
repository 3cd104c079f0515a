/** Looking for stand-outs as a job: how far it is, a way to stop it, and another try. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { post } from "@/api/client";
import { cancelJob, followJob, jobId, type JobStarted } from "@/api/jobs";
import { keys } from "@/api/keys";
import type { MeasuredView } from "@/api/types";
import { path } from "../api/derived";
import type { Sought } from "./api";

export interface Seeking {
  /** How many rows stand out, once all are found: then pages can be asked for. */
  rows: number | null;
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

export function useSeeking({ id, revision }: MeasuredView, { k, max_size }: Sought): Seeking {
  const client = useQueryClient();
  const [told, tell] = useState(NOTHING);
  const queryKey = keys.derived(id, "seeking", revision, k, max_size);
  const query = useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      tell(NOTHING);
      const job = jobId(await post<JobStarted>(path(id, "standouts"), { k, max_size } satisfies Sought));
      // Nobody waits any more: another wish, another tab, or stopped.
      const cancel = (): void => void cancelJob(job).catch(() => undefined);
      if (signal.aborted) cancel();
      signal.throwIfAborted();
      signal.addEventListener("abort", cancel);
      return followJob<{ rows: number }>(job, { signal, onUpdate: ({ step, progress }) => tell({ step, progress }) });
    },
    staleTime: Infinity,
    retry: false,
    refetchOnMount: false,
  });
  return {
    ...told,
    rows: query.data?.rows ?? null,
    stopped: query.isPending && query.fetchStatus === "idle",
    error: query.error,
    stop: () => void client.cancelQueries({ queryKey, exact: true }),
    again: () => void query.refetch(),
  };
}
