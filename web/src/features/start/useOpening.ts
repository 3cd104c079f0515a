/** Opening a file or a sample: send it, follow the work, cancel it, tell what went wrong. */
import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import { ApiError } from "@/api/client";
import { cancelJob, followJob, jobId, type JobStarted } from "@/api/jobs";
import { keys } from "@/api/keys";
import type { DatasetResult } from "@/api/types";
import { announce } from "@/app/pageErrors";
import { openSample, sendFile } from "./api";

export type Stage =
  | { at: "idle" }
  | { at: "sending"; name: string; sent: number; total: number }
  | { at: "working"; name: string; step: string; progress: number | null }
  | { at: "failed"; name: string; error: Error };

export interface Opening {
  stage: Stage;
  openFile: (file: File) => void;
  openSample: (name: string, title: string) => void;
  fail: (name: string, error: Error) => void;
  cancel: () => void;
  close: () => void;
}

export function useOpening(onOpened: (dataset: string) => void): Opening {
  const client = useQueryClient();
  const [stage, setStage] = useState<Stage>({ at: "idle" });
  const stop = useRef<() => void>(() => undefined);

  // Whoever went to another page meanwhile stays there; the dataset is then in the list.
  const here = useRef(false);
  useEffect(() => {
    here.current = true;
    return () => {
      here.current = false;
    };
  }, []);

  const run = useCallback(
    async (name: string, start: () => Promise<JobStarted>) => {
      try {
        const id = jobId(await start());
        stop.current = () => void cancelJob(id).catch(() => undefined);
        setStage({ at: "working", name, step: "", progress: null });
        const { dataset } = await followJob<DatasetResult>(id, {
          onUpdate: ({ step, progress }) => setStage({ at: "working", name, step, progress }),
        });
        setStage({ at: "idle" });
        void client.invalidateQueries({ queryKey: keys.datasets });
        if (here.current) onOpened(dataset);
      } catch (error) {
        setStage(afterError(name, error));
      }
    },
    [client, onOpened],
  );

  const openFile = useCallback(
    (file: File) => {
      const controller = new AbortController();
      stop.current = () => controller.abort();
      setStage({ at: "sending", name: file.name, sent: 0, total: file.size });
      const onProgress = (sent: number, total: number): void =>
        setStage({ at: "sending", name: file.name, sent, total });
      void run(file.name, () => sendFile(file, { onProgress, signal: controller.signal }));
    },
    [run],
  );

  return {
    stage,
    openFile,
    openSample: (name, title) => {
      setStage({ at: "working", name: title, step: "", progress: null });
      void run(title, () => openSample(name));
    },
    fail: (name, error) => setStage({ at: "failed", name, error }),
    cancel: () => stop.current(),
    close: () => setStage({ at: "idle" }),
  };
}

/** Whoever cancels knows it; everything else is shown where it happened. */
function afterError(name: string, reason: unknown): Stage {
  const error = reason instanceof Error ? reason : new Error(String(reason));
  if (error instanceof ApiError && error.code === "cancelled") return { at: "idle" };
  if (error instanceof ApiError && error.isUnauthorized) announce("unauthorized");
  return { at: "failed", name, error };
}
