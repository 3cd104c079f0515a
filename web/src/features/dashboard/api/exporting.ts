/** Write the table as it is now to a file, verified by the server: `start.mutate("csv")`. */
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { answer, api } from "@/api/client";
import { followJob, jobId } from "@/api/jobs";
import type { ExportResult, Job } from "@/api/types";
import { ofDataset } from "./derived";

export type ExportFormat = "csv" | "parquet" | "xlsx";

export function useExport(id: string) {
  const [job, setJob] = useState<Job<ExportResult> | null>(null);
  const start = useMutation({
    mutationFn: async (format: ExportFormat) => {
      setJob(null);
      const started = await answer(api.POST("/api/v1/datasets/{dataset_id}/export", { params: ofDataset(id), body: { format } }));
      return followJob<ExportResult>(jobId(started), { onUpdate: setJob });
    },
  });
  return { start, job };
}
