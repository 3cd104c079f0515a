/** A copy that takes the place of a release: the question goes along, and there is a way back. */
import type { QueryClient } from "@tanstack/react-query";
import { keptOf } from "./useLinking";

/** The copy that was made, and the releases that were linked before. */
export interface Copied {
  copy: string;
  before: readonly string[];
}

const CARRIED = ["question", "ranges", "facts", "taxonomies"];

/** Keep for other releases what was kept for these. */
export function keepCopy(client: QueryClient, from: readonly string[], to: readonly string[], copied: Copied | null): void {
  for (const what of CARRIED) {
    const kept = client.getQueryData(["kept", keptOf(from), what]);
    if (kept !== undefined) client.setQueryData(["kept", keptOf(to), what], kept);
  }
  client.setQueryData(["kept", keptOf(to), "copied"], copied);
}
