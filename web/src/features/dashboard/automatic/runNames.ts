/** What a run is called in lists and headings: by its own name, or `Priority · k = 5 · 15 Nov, 03:02`. */
import { useCatalogue } from "@/api/dataset";
import type { AutomaticRun } from "@/api/types";
import { useLanguage } from "@/i18n/LanguageProvider";

export function useRunName(): (run: AutomaticRun) => string {
  const { t, format } = useLanguage();
  const { data: catalogue } = useCatalogue();
  return ({ name: given, wish, at, origin }) => {
    if (given !== null) return t("automatic.runNamed", { name: given, at: format.date(at) });
    const method = catalogue?.methods.find(({ name }) => name === wish.method);
    const title = method?.title ?? wish.method;
    const found = origin === "front" || origin === "proposal" ? t(`automatic.origin.${origin}`, { method: title }) : title;
    return t("automatic.runName", { method: found, k: wish.k, at: format.date(at) });
  };
}

/** How much is left from 0 to 100; what is computed may lie a hair outside. */
export function percentLeft(quality: number): number {
  return 100 * Math.min(Math.max(quality, 0), 1);
}
