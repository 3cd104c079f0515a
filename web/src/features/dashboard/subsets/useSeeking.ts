/** Looking for stand-outs as a job: how far it is, a way to stop it, and another try. */
import { post } from "@/api/client";
import type { JobStarted } from "@/api/jobs";
import { keys } from "@/api/keys";
import type { MeasuredView } from "@/api/types";
import { useSought, type Sought as SoughtAsJob } from "@/api/useSought";
import { path } from "../api/derived";
import type { Sought } from "./api";

export interface Seeking extends Omit<SoughtAsJob<unknown>, "found"> {
  /** How many rows stand out, once all are found: then pages can be asked for. */
  rows: number | null;
}

export function useSeeking({ id, revision }: MeasuredView, { k, max_size }: Sought): Seeking {
  const { found, ...seeking } = useSought<{ rows: number }>(keys.derived(id, "seeking", revision, k, max_size), () =>
    post<JobStarted>(path(id, "standouts"), { k, max_size } satisfies Sought),
  );
  return { ...seeking, rows: found?.rows ?? null };
}
