/** A scan from its start to its result; it goes on while other tabs are open. */
import { ApiError, post } from "@/api/client";
import { cancelJob, followJob, jobId, type JobStarted } from "@/api/jobs";
import { announce } from "@/app/pageErrors";
import { useKept } from "../../dashboard/automatic/kept";
import type { ScanRequest, ScanResult } from "../types";

export type Stage =
  | { at: "idle" }
  | { at: "running"; job: string | null; step: string; progress: number | null }
  | { at: "found"; scan: string; asked: ScanRequest }
  | { at: "failed"; error: Error };

const IDLE: Stage = { at: "idle" };

export interface Scanning {
  stage: Stage;
  start: (asked: ScanRequest) => void;
  cancel: () => void;
  close: () => void;
}

export function useScanning(datasets: readonly string[]): Scanning {
  const [stage, setStage] = useKept<Stage>(`linked ${datasets.join()}`, "scan", IDLE);

  async function run(asked: ScanRequest): Promise<void> {
    setStage({ at: "running", job: null, step: "", progress: null });
    try {
      const job = jobId(await post<JobStarted>("/links/scan", asked));
      setStage({ at: "running", job, step: "", progress: null });
      const { scan } = await followJob<ScanResult>(job, {
        onUpdate: ({ step, progress, state }) => {
          if (state === "running") setStage({ at: "running", job, step, progress });
        },
      });
      setStage({ at: "found", scan, asked });
    } catch (reason) {
      setStage(afterError(reason));
    }
  }

  return {
    stage,
    start: (asked) => void run(asked),
    cancel: () => {
      if (stage.at === "running" && stage.job !== null) void cancelJob(stage.job).catch(() => undefined);
    },
    close: () => setStage(IDLE),
  };
}

/** Whoever cancels knows it; everything else is shown where it happened. */
function afterError(reason: unknown): Stage {
  const error = reason instanceof Error ? reason : new Error(String(reason));
  if (error instanceof ApiError && error.code === "cancelled") return IDLE;
  if (error instanceof ApiError && error.isUnauthorized) announce("unauthorized");
  return { at: "failed", error };
}
