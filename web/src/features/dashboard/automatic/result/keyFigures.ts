/** The figures by which results are compared, with their names: rows left out, k, l, t, seconds… */
import type { AutomaticRun } from "@/api/types";
import { useLanguage } from "@/i18n/LanguageProvider";
import { useFigures } from "../../figures";
import { percentLeft } from "../runNames";

export interface KeyFigure {
  name: string;
  text: string;
}

export function useKeyFigures({ result }: AutomaticRun): KeyFigure[] {
  const { t, format, language } = useLanguage();
  const figures = useFigures();
  const decimal = (value: number, digits: number): string =>
    new Intl.NumberFormat(language, { maximumFractionDigits: digits }).format(value);
  const orNone = (value: number | null, digits = 0): string => (value === null ? "–" : decimal(value, digits));
  const all = result.rows + result.suppressed_rows;
  const out = `${format.number(result.suppressed_rows)} (${figures.share(result.suppressed_rows / Math.max(all, 1))})`;
  return [
    { name: t("automatic.result.leftOut"), text: out },
    { name: t("automatic.result.k"), text: orNone(result.k) },
    { name: t("automatic.result.l"), text: orNone(result.l) },
    { name: t("automatic.result.t"), text: orNone(result.t, 3) },
    { name: t("automatic.result.weighted"), text: figures.percent(percentLeft(result.entropy_weighted)) },
    { name: t("automatic.result.exposed"), text: format.number(result.exposed_people) },
    { name: t("automatic.result.classes"), text: format.number(result.classes) },
    { name: t("automatic.result.seconds"), text: decimal(result.seconds, 2) },
    ...(result.exact || result.method !== "optimal" ? [] : [{ name: t("automatic.result.bound"), text: t("automatic.result.notExact") }]),
  ];
}
