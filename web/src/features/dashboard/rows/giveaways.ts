/** Which attributes of risky rows are shown: what gives most of them away stands first. */
import type { RiskyRow } from "@/api/types";

export const MOST_SHOWN = 40;

type Given = Pick<RiskyRow, "cells" | "giveaway">;

export function shownAttributes(rows: readonly Given[], most = MOST_SHOWN): string[] {
  const times = new Map<string, number>();
  for (const name of rows.flatMap(({ giveaway }) => giveaway ?? [])) times.set(name, (times.get(name) ?? 0) + 1);
  // The sort keeps the order of columns among equals.
  return Object.keys(rows[0]?.cells ?? {})
    .sort((a, b) => (times.get(b) ?? 0) - (times.get(a) ?? 0))
    .slice(0, most);
}
