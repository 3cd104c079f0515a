/** Long work that is started here: how far it is, a way to stop it, what went wrong. */
import { useCallback, useEffect, useRef, useState } from "react";
import { ApiError } from "@/api/client";
import { cancelJob, followJob, jobId, type JobStarted } from "@/api/jobs";
import { announce } from "@/app/pageErrors";

export type JobStage =
  | { at: "idle" }
  | { at: "working"; name: string; step: string; progress: number | null }
  | { at: "failed"; name: string; error: Error };

export interface RunningJob<Result> {
  stage: JobStage;
  run: (name: string, start: () => Promise<JobStarted>, onDone: (result: Result) => void) => void;
  cancel: () => void;
  close: () => void;
}

export function useJob<Result>(): RunningJob<Result> {
  const [stage, setStage] = useState<JobStage>({ at: "idle" });
  const stop = useRef<() => void>(() => undefined);
  const here = useRef(false);
  useEffect(() => {
    here.current = true;
    return () => {
      here.current = false;
    };
  }, []);

  const run = useCallback(async (name: string, start: () => Promise<JobStarted>, onDone: (result: Result) => void) => {
    // Whoever cancels before the job has a name means it all the same.
    const wish = { cancelled: false };
    stop.current = () => {
      wish.cancelled = true;
    };
    setStage({ at: "working", name, step: "", progress: null });
    try {
      const id = jobId(await start());
      stop.current = () => void cancelJob(id).catch(() => undefined);
      if (wish.cancelled) stop.current();
      const result = await followJob<Result>(id, {
        onUpdate: ({ step, progress }) => setStage({ at: "working", name, step, progress }),
      });
      setStage({ at: "idle" });
      if (here.current) onDone(result);
    } catch (error) {
      setStage(afterError(name, error));
    }
  }, []);

  return {
    stage,
    run: (name, start, onDone) => void run(name, start, onDone),
    cancel: () => stop.current(),
    close: () => setStage({ at: "idle" }),
  };
}

/** Whoever cancels knows it; everything else is told where it happened. */
function afterError(name: string, reason: unknown): JobStage {
  const error = reason instanceof Error ? reason : new Error(String(reason));
  if (error instanceof ApiError && error.code === "cancelled") return { at: "idle" };
  if (error instanceof ApiError && error.isUnauthorized) announce("unauthorized");
  return { at: "failed", name, error };
}
