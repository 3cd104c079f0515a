/** Looking for stand-outs as a job: how far it is, a way to stop it, and another try. */
import { answer, api } from "@/api/client";
import { keys } from "@/api/keys";
import type { MeasuredView } from "@/api/types";
import { useSought, type Sought as SoughtAsJob } from "@/api/useSought";
import { ofDataset } from "../api/derived";
import type { Sought } from "./api";

export interface Seeking extends Omit<SoughtAsJob<unknown>, "found"> {
  /** How many rows stand out, once all are found: then pages can be asked for. */
  rows: number | null;
}

export function useSeeking({ id, revision }: MeasuredView, { k, max_size }: Sought): Seeking {
  const { found, ...seeking } = useSought<{ rows: number }>(keys.derived(id, "seeking", revision, k, max_size), () =>
    answer(api.POST("/api/v1/datasets/{dataset_id}/standouts", { params: ofDataset(id), body: { k, max_size } })),
  );
  return { ...seeking, rows: found?.rows ?? null };
}
