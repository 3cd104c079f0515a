/** Long work that is started here: how much was sent, how far it is, a way to stop it, what went wrong. */
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { ApiError } from "@/api/client";
import { cancelJob, followJob, jobId, type JobStarted } from "@/api/jobs";
import { announce } from "./pageErrors";

export type JobStage =
  | { at: "idle" }
  | { at: "sending"; name: string; sent: number; total: number }
  | { at: "working"; name: string; step: string; progress: number | null }
  | { at: "failed"; name: string; error: Error };

/** Work that is going on. */
export type BusyStage = Extract<JobStage, { at: "sending" | "working" }>;

/** For work that begins with sending a file. */
export interface Sending {
  onProgress: (sent: number, total: number) => void;
  signal: AbortSignal;
}

export type Start = (sending: Sending) => Promise<JobStarted>;

export interface RunningJob<Result> {
  stage: JobStage;
  busy: boolean;
  /** `onDone` is for whoever is still on the page, `always` is done for anybody. */
  run: (name: string, start: Start, onDone: (result: Result) => void, always?: () => void) => void;
  /** Start the last work once more. */
  again: () => void;
  fail: (name: string, error: Error) => void;
  cancel: () => void;
  close: () => void;
}

const IDLE: JobStage = { at: "idle" };

export function useJob<Result>(): RunningJob<Result> {
  const [stage, setStage] = useState<JobStage>(IDLE);
  const stop = useRef<() => void>(() => undefined);
  // Whoever went to another page meanwhile stays there.
  const here = useRef(false);
  useEffect(() => {
    here.current = true;
    return () => {
      here.current = false;
    };
  }, []);

  const run = useCallback(async (name: string, start: Start, onDone: (result: Result) => void, always?: () => void) => {
    // Whoever cancels before the job has a name means it all the same.
    const wish = new AbortController();
    stop.current = () => wish.abort();
    setStage({ at: "working", name, step: "", progress: null });
    try {
      const onProgress = (sent: number, total: number): void => setStage({ at: "sending", name, sent, total });
      const id = jobId(await start({ onProgress, signal: wish.signal }));
      setStage({ at: "working", name, step: "", progress: null });
      stop.current = () => void cancelJob(id).catch(() => undefined);
      if (wish.signal.aborted) stop.current();
      const result = await followJob<Result>(id, {
        onUpdate: ({ step, progress }) => setStage({ at: "working", name, step, progress }),
      });
      setStage(IDLE);
      always?.();
      if (here.current) onDone(result);
    } catch (reason) {
      const error = jobError(reason);
      setStage(error ? { at: "failed", name, error } : IDLE);
    }
  }, []);

  const last = useRef<Parameters<typeof run> | null>(null);
  const steady = useMemo(
    () => ({
      run: (...asked: Parameters<typeof run>) => {
        last.current = asked;
        void run(...asked);
      },
      again: () => {
        if (last.current) void run(...last.current);
      },
      fail: (name: string, error: Error) => setStage({ at: "failed", name, error }),
      cancel: () => stop.current(),
      close: () => setStage(IDLE),
    }),
    [run],
  );
  return { stage, busy: stage.at === "sending" || stage.at === "working", ...steady };
}

/** What went wrong, to be told where it happened; nothing if somebody cancelled, who knows it. */
export function jobError(reason: unknown): Error | null {
  const error = reason instanceof Error ? reason : new Error(String(reason));
  if (error instanceof ApiError && error.code === "cancelled") return null;
  if (error instanceof ApiError && error.isUnauthorized) announce("unauthorized");
  return error;
}
