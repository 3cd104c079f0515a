/** Long work from its start to its result; it goes on while other tabs are open. */
import { cancelJob, followJob, jobId, type JobStarted } from "@/api/jobs";
import { jobError } from "@/api/useJob";
import { useCachedState } from "@/api/useCachedState";

export type JobStage<Asked, Result> =
  | { at: "idle" }
  | { at: "running"; job: string | null; step: string; progress: number | null }
  | { at: "found"; result: Result; asked: Asked }
  | { at: "failed"; error: Error };

export interface CachedJob<Asked, Result> {
  stage: JobStage<Asked, Result>;
  start: (asked: Asked) => void;
  cancel: () => void;
  close: () => void;
}

const IDLE = { at: "idle" } as const;

/** `start` asks the server for it, `what` is the name under which it is kept for some data sets. */
export function useCachedJob<Asked, Result>(datasets: readonly string[], what: string, start: (asked: Asked) => Promise<JobStarted>): CachedJob<Asked, Result> {
  const [stage, setStage] = useCachedState<JobStage<Asked, Result>>(`linked ${datasets.join()}`, what, IDLE);

  async function run(asked: Asked): Promise<void> {
    setStage({ at: "running", job: null, step: "", progress: null });
    try {
      const job = jobId(await start(asked));
      setStage({ at: "running", job, step: "", progress: null });
      const result = await followJob<Result>(job, {
        onUpdate: ({ step, progress, state }) => {
          if (state === "running") setStage({ at: "running", job, step, progress });
        },
      });
      setStage({ at: "found", result, asked });
    } catch (reason) {
      // Whoever cancels knows it; everything else is shown where it happened.
      const error = jobError(reason);
      setStage(error ? { at: "failed", error } : IDLE);
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
