/** Opening a file or a sample: send it, follow the work, cancel it, tell what went wrong. */
import { useQueryClient } from "@tanstack/react-query";
import { keys } from "@/api/keys";
import type { DatasetResult } from "@/api/types";
import { sendFile } from "@/api/upload";
import { useJob, type RunningJob, type Start } from "@/api/useJob";
import { openSample } from "./api";

export interface Opening extends Omit<RunningJob<DatasetResult>, "run"> {
  openFile: (file: File) => void;
  openSample: (name: string, title: string) => void;
}

export function useOpening(onOpened: (dataset: string) => void): Opening {
  const client = useQueryClient();
  const { run, ...job } = useJob<DatasetResult>();

  function open(name: string, start: Start): void {
    // Also for whoever went to another page meanwhile: it is in the list then.
    const listed = (): void => void client.invalidateQueries({ queryKey: keys.datasets });
    run(name, start, ({ dataset }) => onOpened(dataset), listed);
  }

  return {
    ...job,
    openFile: (file) => open(file.name, (sending) => sendFile("/api/v1/datasets", file, sending)),
    openSample: (name, title) => open(title, () => openSample(name)),
  };
}
