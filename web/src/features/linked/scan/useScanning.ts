/** A scan from its start to its result; it goes on while other tabs are open. */
import { answer, api } from "@/api/client";
import type { ScanRequest, ScanResult } from "@/api/types";
import { useCachedJob, type CachedJob, type JobStage } from "../useCachedJob";

export type Stage = JobStage<ScanRequest, ScanResult>;
export type Scanning = CachedJob<ScanRequest, ScanResult>;

export function useScanning(datasets: readonly string[]): Scanning {
  return useCachedJob<ScanRequest, ScanResult>(datasets, "scan", (body) => answer(api.POST("/api/v1/linked/scan", { body })));
}
