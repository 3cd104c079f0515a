/** A scan from its start to its result; it goes on while other tabs are open. */
import type { ScanRequest, ScanResult } from "../types";
import { useKeptJob, type KeptJob, type KeptStage } from "../useKeptJob";

export type Stage = KeptStage<ScanRequest, ScanResult>;
export type Scanning = KeptJob<ScanRequest, ScanResult>;

export function useScanning(datasets: readonly string[]): Scanning {
  return useKeptJob<ScanRequest, ScanResult>(datasets, "scan", "/links/scan");
}
