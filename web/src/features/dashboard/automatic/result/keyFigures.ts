/** The figures by which results are compared, with their names: rows left out, k, what protects, seconds… */
import type { AutomaticRun } from "@/api/types";
import { useLanguage } from "@/i18n/LanguageProvider";
import { useFigures } from "@/charts/useFigures";
import { useHeld, type Told } from "../../protections/words";
import { percentLeft } from "../runNames";

/** Without a result, as for the table as it is now, there is nothing to tell. */
export function useKeyFigures(run: AutomaticRun | undefined): Told[] {
  const { t, format } = useLanguage();
  const figures = useFigures();
  const reached = useHeld();
  if (!run) return [];
  const { result, held } = run;
  const all = result.rows + result.suppressed_rows;
  const out = `${format.number(result.suppressed_rows)} (${figures.share(result.suppressed_rows / Math.max(all, 1))})`;
  return [
    { name: t("automatic.result.leftOut"), text: out },
    { name: t("automatic.result.k"), text: result.k === null ? "–" : format.number(result.k) },
    ...reached(held),
    { name: t("automatic.result.weighted"), text: figures.percent(percentLeft(result.entropy_weighted)) },
    { name: t("automatic.result.exposed"), text: format.number(result.exposed_people) },
    { name: t("automatic.result.classes"), text: format.number(result.classes) },
    { name: t("automatic.result.seconds"), text: format.decimal(result.seconds, 2) },
    ...(result.exact || result.method !== "optimal" ? [] : [{ name: t("automatic.result.bound"), text: t("automatic.result.notExact") }]),
  ];
}
