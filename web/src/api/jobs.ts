/** Long work on the server: follow it by server-sent events, or by asking, and cancel it. */
import { chosenLanguage } from "@/i18n/language";
import { address, answer, api, ApiError } from "./client";
import { isEmbedded } from "./embedding";
import type { Job } from "./types";

/** A request that starts long work answers with its job. */
export interface JobStarted {
  job: Job;
}

const ofJob = (id: string) => ({ params: { path: { job_id: id } } });

export function jobId(started: JobStarted): string {
  return started.job.id;
}

export function cancelJob(id: string): Promise<unknown> {
  return answer(api.DELETE("/api/v1/jobs/{job_id}", ofJob(id)));
}

/** End a search with the best it has found so far. */
export function finishJob(id: string): Promise<unknown> {
  return answer(api.POST("/api/v1/jobs/{job_id}/finish", ofJob(id)));
}

const PAUSE = 400;

interface Following<Result> {
  onUpdate?: (job: Job<Result>) => void;
  signal?: AbortSignal;
}

/** Wait until a job ends; failure and cancellation are errors. */
export async function followJob<Result>(id: string, options: Following<Result> = {}): Promise<Result> {
  options.signal?.throwIfAborted();
  // Events cannot be asked for with the session of a frame.
  const ended = await (isEmbedded() || typeof EventSource === "undefined" ? poll : listen)<Result>(id, options);
  if (ended.state === "done" && ended.result !== null) return ended.result;
  throw new ApiError(
    400,
    ended.error ?? { code: ended.state, message: "", hint: "", errors: [] },
  );
}

function listen<Result>(id: string, options: Following<Result>): Promise<Job<Result>> {
  return new Promise((resolve, reject) => {
    // Events cannot be asked for with headers, so the address says the language.
    const source = new EventSource(address("/api/v1/jobs/{job_id}/events", { job_id: id }, { language: chosenLanguage() }));
    const leave = (): void => source.close();
    options.signal?.addEventListener("abort", () => {
      leave();
      reject(options.signal?.reason as Error);
    });
    source.onmessage = (event: MessageEvent<string>) => {
      const job = JSON.parse(event.data) as Job<Result>;
      options.onUpdate?.(job);
      if (job.state === "running") return;
      leave();
      resolve(job);
    };
    // A proxy may cut the stream: the job itself goes on, so ask for it instead.
    source.onerror = () => {
      leave();
      poll<Result>(id, options).then(resolve, reject);
    };
  });
}

async function poll<Result>(id: string, options: Following<Result>): Promise<Job<Result>> {
  for (;;) {
    const job = (await answer(api.GET("/api/v1/jobs/{job_id}", { ...ofJob(id), signal: options.signal }))) as Job<Result>;
    options.onUpdate?.(job);
    if (job.state !== "running") return job;
    await new Promise((resume) => setTimeout(resume, PAUSE));
  }
}
