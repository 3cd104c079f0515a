/** What a test saw going to the server: `const sent = watchRequests()`. */
import { vi } from "vitest";

export interface Sent {
  method: string;
  path: string;
  query: URLSearchParams;
  body: unknown;
}

/** Call after `mockApi()`: everything goes on to it, and is remembered. */
export function watchRequests(): Sent[] {
  const sent: Sent[] = [];
  const next = globalThis.fetch;
  globalThis.fetch = (input, init) => {
    const url = new URL(input as string, "http://localhost");
    const text = init?.body;
    sent.push({
      method: init?.method ?? "GET",
      path: url.pathname.replace("/api/v1/datasets/census", ""),
      query: url.searchParams,
      body: typeof text === "string" ? JSON.parse(text) : null,
    });
    return next(input, init);
  };
  return sent;
}

/** jsdom gives everything the size 0: a window for what draws only what is in sight. */
export function giveSize(width: number, height: number): void {
  vi.spyOn(Element.prototype, "clientWidth", "get").mockReturnValue(width);
  vi.spyOn(Element.prototype, "clientHeight", "get").mockReturnValue(height);
}
