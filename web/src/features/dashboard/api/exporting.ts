/** Write the table as it is now to a file, verified by the server: `start.mutate("csv")`. */
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { post } from "@/api/client";
import { followJob, jobId, type JobStarted } from "@/api/jobs";
import type { ExportResult, Job } from "@/api/types";
import { path } from "./derived";

export type ExportFormat = "csv" | "parquet" | "xlsx";

export function useExport(id: string) {
  const [job, setJob] = useState<Job<ExportResult> | null>(null);
  const start = useMutation({
    mutationFn: async (format: ExportFormat) => {
      setJob(null);
      const started = await post<JobStarted>(path(id, "export"), { format });
      return followJob<ExportResult>(jobId(started), { onUpdate: setJob });
    },
  });
  return { start, job };
}
