/** A run from its start to its result; it goes on while other tabs are open. */
import { useQueryClient } from "@tanstack/react-query";
import { answer, api, ApiError } from "@/api/client";
import { useEffect, useRef } from "react";
import { cancelJob, finishJob, followJob, jobId } from "@/api/jobs";
import type { Interim, RunResult, Wish } from "@/api/types";
import { announce } from "@/api/pageErrors";
import { ofDataset } from "../api/derived";
import { useCachedState } from "@/api/useCachedState";
import type { Choices } from "./choices";

export type Stage =
  | { at: "idle" }
  | ({ at: "running"; job: string | null; step: string; progress: number | null; interim: Interim | null; ending: boolean } & Asked)
  | { at: "found"; run: string }
  | { at: "failed"; error: Error };

/** What a search makes small: it says what its figures mean. */
type Asked = Pick<Choices, "method" | "utility">;

const IDLE: Stage = { at: "idle" };

export interface Running {
  stage: Stage;
  start: (wish: Wish) => void;
  cancel: () => void;
  /** End the search with the best it has found so far. */
  finish: () => void;
  close: () => void;
}

export function useRunning(id: string): Running {
  const client = useQueryClient();
  const [stage, setStage] = useCachedState<Stage>(id, "running", IDLE);

  const ending = useRef(false);

  async function follow(asked: Asked, begin: () => string | Promise<string>): Promise<void> {
    const going = { at: "running", step: "", progress: null, interim: null, ...asked } as const;
    ending.current = false;
    setStage({ ...going, job: null, ending: false });
    try {
      const job = await begin();
      setStage({ ...going, job, ending: false });
      const { run: found } = await followJob<RunResult>(job, {
        onUpdate: ({ step, progress, state, interim }) => {
          if (state === "running") setStage({ ...going, job, step, progress, interim, ending: ending.current });
        },
      });
      await client.invalidateQueries({ queryKey: ["dataset", id, "automatic"] });
      setStage({ at: "found", run: found });
    } catch (reason) {
      setStage(afterError(reason));
    }
  }

  useFoundAgain(id, stage.at === "idle", (job, asked) => void follow(asked, () => job));

  return {
    stage,
    start: (wish) =>
      void follow({ method: wish.method, utility: wish.utility ?? null }, async () =>
        jobId(await answer(api.POST("/api/v1/datasets/{dataset_id}/automatic", { params: ofDataset(id), body: wish }))),
      ),
    cancel: () => {
      if (stage.at === "running" && stage.job !== null) void cancelJob(stage.job).catch(() => undefined);
    },
    finish: () => {
      if (stage.at !== "running" || stage.job === null) return;
      ending.current = true;
      setStage({ ...stage, ending: true });
      void finishJob(stage.job).catch(() => undefined);
    },
    close: () => setStage(IDLE),
  };
}

/** Follow a search that goes on since before the page was loaded. */
function useFoundAgain(id: string, idle: boolean, follow: (job: string, asked: Asked) => void): void {
  const [looked, setLooked] = useCachedState(id, "lookedForSearches", false);
  const latest = useRef(follow);
  useEffect(() => {
    latest.current = follow;
  });
  useEffect(() => {
    if (looked) return;
    setLooked(true);
    if (!idle) return;
    void answer(api.GET("/api/v1/datasets/{dataset_id}/automatic/running", { params: ofDataset(id) }))
      .then((searches) => {
        const last = searches.at(-1);
        if (last) latest.current(last.job.id, { method: last.wish.method, utility: last.wish.utility });
      })
      .catch(() => undefined);
  }, [id, idle, looked, setLooked]);
}

/** Whoever cancels knows it; everything else is shown where it happened. */
function afterError(reason: unknown): Stage {
  const error = reason instanceof Error ? reason : new Error(String(reason));
  if (error instanceof ApiError && error.code === "cancelled") return IDLE;
  if (error instanceof ApiError && error.isUnauthorized) announce("unauthorized");
  return { at: "failed", error };
}
