/** What the start page asks of the API: samples, datasets, uploads. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { API, ApiError, get, offline, post, readProblem, remove } from "@/api/client";
import type { JobStarted } from "@/api/jobs";
import { keys } from "@/api/keys";
import type { DatasetSummary, Sample } from "@/api/types";
import { spokenLanguage } from "@/i18n/spoken";

export function useSamples() {
  return useQuery({ queryKey: keys.samples, queryFn: () => get<Sample[]>("/samples"), staleTime: Infinity });
}

export function useDatasets() {
  return useQuery({ queryKey: keys.datasets, queryFn: () => get<DatasetSummary[]>("/datasets"), staleTime: 0 });
}

export function useDeleteDataset() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => remove<null>(`/datasets/${encodeURIComponent(id)}`),
    onSuccess: (_, id) => {
      client.removeQueries({ queryKey: keys.dataset(id) });
      return client.invalidateQueries({ queryKey: keys.datasets });
    },
  });
}

export function openSample(name: string): Promise<JobStarted> {
  return post<JobStarted>("/datasets/sample", { name });
}

interface Sending {
  onProgress: (sent: number, total: number) => void;
  signal: AbortSignal;
}

/** Send a file; XMLHttpRequest, because `fetch` does not tell how much was sent. */
export function sendFile(file: File, { onProgress, signal }: Sending): Promise<JobStarted> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", `${API}/datasets`);
    request.setRequestHeader("Accept-Language", spokenLanguage());
    request.upload.onprogress = (event) => onProgress(event.loaded, event.total);
    request.onload = () => {
      if (request.status < 300) resolve(JSON.parse(request.responseText) as JobStarted);
      else reject(readProblem(request.status, request.responseText));
    };
    request.onerror = () => reject(offline());
    request.onabort = () =>
      reject(new ApiError(0, { code: "cancelled", message: "", hint: "", errors: [] }));
    signal.addEventListener("abort", () => request.abort());
    const form = new FormData();
    form.append("file", file);
    request.send(form);
  });
}
