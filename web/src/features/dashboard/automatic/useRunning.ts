/** A run from its start to its result; it goes on while other tabs are open. */
import { useQueryClient } from "@tanstack/react-query";
import { answer, api, ApiError } from "@/api/client";
import { cancelJob, followJob, jobId } from "@/api/jobs";
import type { Interim, RunResult, Wish } from "@/api/types";
import { announce } from "@/api/pageErrors";
import { ofDataset } from "../api/derived";
import { useCachedState } from "@/api/useCachedState";
import type { Choices } from "./choices";

export type Stage =
  | { at: "idle" }
  | { at: "running"; job: string | null; step: string; progress: number | null; method: Choices["method"]; utility: Choices["utility"]; interim: Interim | null }
  | { at: "found"; run: string }
  | { at: "failed"; error: Error };

const IDLE: Stage = { at: "idle" };

export interface Running {
  stage: Stage;
  start: (wish: Wish) => void;
  cancel: () => void;
  close: () => void;
}

export function useRunning(id: string): Running {
  const client = useQueryClient();
  const [stage, setStage] = useCachedState<Stage>(id, "running", IDLE);

  async function run(wish: Wish): Promise<void> {
    const going = { at: "running", step: "", progress: null, method: wish.method, utility: wish.utility ?? null, interim: null } as const;
    setStage({ ...going, job: null });
    try {
      const job = jobId(await answer(api.POST("/api/v1/datasets/{dataset_id}/automatic", { params: ofDataset(id), body: wish })));
      setStage({ ...going, job });
      const { run: found } = await followJob<RunResult>(job, {
        onUpdate: ({ step, progress, state, interim }) => {
          if (state === "running") setStage({ ...going, job, step, progress, interim });
        },
      });
      await client.invalidateQueries({ queryKey: ["dataset", id, "automatic"] });
      setStage({ at: "found", run: found });
    } catch (reason) {
      setStage(afterError(reason));
    }
  }

  return {
    stage,
    start: (wish) => void run(wish),
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
