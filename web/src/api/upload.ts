/** Send a file to the server: `await sendFile("/api/v1/datasets", file, sending)`. */
import { chosenLanguage } from "@/i18n/language";
import { address, ApiError, offline, readProblem } from "./client";
import type { JobStarted } from "./jobs";
import type { Sending } from "./useJob";

/** By XMLHttpRequest, because `fetch` does not tell how much was sent. */
export function sendFile(path: Parameters<typeof address>[0], file: File, { onProgress, signal }: Sending): Promise<JobStarted> {
  onProgress(0, file.size);
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", address(path));
    request.setRequestHeader("Accept-Language", chosenLanguage());
    request.upload.onprogress = (event) => onProgress(event.loaded, event.total);
    request.onload = () => {
      if (request.status < 300) resolve(JSON.parse(request.responseText) as JobStarted);
      else reject(readProblem(request.status, request.responseText));
    };
    request.onerror = () => reject(offline());
    request.onabort = () => reject(new ApiError(0, { code: "cancelled", message: "", hint: "", errors: [] }));
    signal.addEventListener("abort", () => request.abort());
    const form = new FormData();
    form.append("file", file);
    request.send(form);
  });
}
