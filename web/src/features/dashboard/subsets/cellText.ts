/** A value as its unit is read: `12.35 %`, `1,948`; short where there is little room. */
import { useMemo } from "react";
import { useLanguage } from "@/i18n/LanguageProvider";
import { useFigures } from "@/charts/useFigures";

export interface CellText {
  full: (value: number | null) => string;
  short: (value: number | null) => string;
}

export function useCellText(unit: string): CellText {
  const { t, format, language } = useLanguage();
  const figures = useFigures();
  return useMemo(() => {
    const compact = new Intl.NumberFormat(language, { notation: "compact", maximumFractionDigits: 1 });
    return {
      full: (value) => (value === null ? t("subsets.matrix.none") : unit === "percent" ? figures.percent(value) : format.decimal(value)),
      short: (value) => {
        if (value === null) return "–";
        if (unit === "percent") return figures.brief(value);
        return Math.abs(value) >= 10_000 ? compact.format(value) : format.decimal(value, 2);
      },
    };
  }, [t, format, language, figures, unit]);
}
