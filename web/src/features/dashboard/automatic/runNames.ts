/** What a run is called in lists and headings: `Priority · k = 5 · 15 Nov, 03:02`. */
import type { AutomaticRun } from "@/api/types";
import type { Translate } from "@/i18n/catalogue";
import type { Format } from "@/i18n/formatting";

export function runName({ wish, at }: AutomaticRun, t: Translate, format: Format): string {
  return t("automatic.runName", { method: t(`automatic.method.${wish.method}.title`), k: wish.k, at: format.date(at) });
}

/** How much is left from 0 to 100; what is computed may lie a hair outside. */
export function percentLeft(quality: number): number {
  return 100 * Math.min(Math.max(quality, 0), 1);
}
