/** Write the table as it is now to a file, or a table beside the data, verified by the server: `start.mutate({ format: "csv", keep_order: false })`. */
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { answer, api } from "@/api/client";
import type { paths } from "@/api/generated";
import { followJob, jobId } from "@/api/jobs";
import type { ExportResult, Job } from "@/api/types";
import { ofDataset } from "./derived";

export type ExportChoice = paths["/api/v1/datasets/{dataset_id}/export"]["post"]["requestBody"]["content"]["application/json"];
/** What the operation takes; which there are is in the catalogue. */
export type ExportFormat = ExportChoice["format"];

export function useExport(id: string) {
  const [job, setJob] = useState<Job<ExportResult> | null>(null);
  const start = useMutation({
    mutationFn: async (body: ExportChoice) => {
      setJob(null);
      const started = await answer(api.POST("/api/v1/datasets/{dataset_id}/export", { params: ofDataset(id), body }));
      return followJob<ExportResult>(jobId(started), { onUpdate: setJob });
    },
  });
  return { start, job };
}
