/** How answers are cached, and which errors concern the whole page rather than one place. */
import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { ApiError } from "@/api/client";
import { announce } from "@/api/pageErrors";

/** A refused or wrong request stays so; only a server that did not answer is asked again. */
function retry(failures: number, error: Error): boolean {
  return failures < 2 && error instanceof ApiError && (error.isOffline || error.status >= 502);
}

function watch(error: Error): void {
  if (error instanceof ApiError && error.isUnauthorized) announce("unauthorized");
  if (error instanceof ApiError && error.isConflict) announce("conflict");
}

export function createClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({ onError: watch }),
    mutationCache: new MutationCache({ onError: watch }),
    defaultOptions: { queries: { retry, staleTime: 30_000 }, mutations: { retry: false } },
  });
}
