/** The distribution of a column in a few bars; the most frequent value is said in words. */
import type { Bar } from "@/api/types";
import { useLanguage } from "@/i18n/LanguageProvider";

const WIDTH = 132;
const HEIGHT = 30;
const GAP = 1.5;

interface Props {
  name: string;
  bars: Bar[];
}

export function MiniBars({ name, bars }: Props) {
  const { t, format } = useLanguage();
  const total = bars.reduce((sum, bar) => sum + bar.rows, 0);
  const [first, ...rest] = bars;
  if (!first || !total) return <span>{t("columns.histogramEmpty", { name })}</span>;
  const top = rest.reduce((most, bar) => (bar.rows > most.rows ? bar : most), first);
  const words = t("columns.histogram", { name, label: top.label, share: format.percent((100 * top.rows) / total) });
  // One bar alone would be a block across the cell, which reads as a progress bar.
  const step = WIDTH / Math.max(bars.length, 6);
  return (
    <svg width={WIDTH} height={HEIGHT} role="img" aria-label={words}>
      {bars.map((bar, index) => {
        const height = Math.max((HEIGHT * bar.rows) / top.rows, bar.rows ? 1.5 : 0);
        return (
          <rect
            key={bar.label}
            x={index * step}
            y={HEIGHT - height}
            width={step - GAP}
            height={height}
            rx={1}
            fill="var(--bar)"
          >
            <title>{t("columns.bar", { label: bar.label, rows: t("app.rows", { count: bar.rows }) })}</title>
          </rect>
        );
      })}
    </svg>
  );
}
