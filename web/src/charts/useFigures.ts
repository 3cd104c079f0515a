/** Figures as people read them, in the language of the page: `percent(98.65)` is "98.65 %". */
import { useMemo } from "react";
import { bandOf } from "./bands";
import { useLimits } from "./limits";
import type { Bucket, Gauges } from "@/api/types";
import { useLanguage } from "@/i18n/LanguageProvider";

export const GAUGES = ["average_risk", "highest_risk", "utility_loss"] as const satisfies (keyof Gauges)[];

export interface Figures {
  /** Two decimals; what is more than nothing never reads as 0. */
  percent: (value: number) => string;
  /** One decimal and no sign, for places with little room. */
  brief: (value: number) => string;
  /** Low, medium or high, by the limit of the preset where the figure has one. */
  word: (value: number, name?: keyof Gauges) => string;
  /** A share from 0 to 1 as percent. */
  share: (value: number) => string;
  /** All bars of a distribution in words. */
  bars: (buckets: readonly Bucket[]) => string;
}

export function useFigures(): Figures {
  const { t, format } = useLanguage();
  const limits = useLimits();
  return useMemo(() => {
    // Rounded as the server's sentences are, on the binary value: 59.65 is 59.6 in both.
    const rounded = (value: number, decimals: number): number => Number(value.toFixed(decimals));
    const tiny = (value: number, least: number): boolean => value > 0 && value < least / 2;
    const percent = (value: number): string =>
      tiny(value, 0.01) ? t("dashboard.gauges.below", { value: format.percent(0.01, 2) }) : format.percent(rounded(value, 2), 2);
    const share = (value: number): string =>
      tiny(100 * value, 0.1) ? t("dashboard.gauges.below", { value: format.percent(0.1) }) : format.percent(rounded(100 * value, 1));
    return {
      percent,
      share,
      brief: (value) => (tiny(value, 0.1) ? t("dashboard.gauges.below", { value: format.decimal(0.1, 1) }) : format.decimal(rounded(value, 1), 1)),
      word: (value, name) => t(`dashboard.gauges.${bandOf(value, name && limits[name]).word}`),
      bars: (buckets) =>
        buckets.map(({ range, share: part }) => t("dashboard.distribution.part", { range, share: share(part) })).join(", "),
    };
  }, [t, format, limits]);
}
