/** The three gauges of the data as it is now. */
import type { ReactElement } from "react";
import type { MeasuredView } from "@/api/types";
import { Gauge } from "@/charts/Gauge";
import { useLimits } from "@/charts/limits";
import { GAUGES, useFigures } from "@/charts/useFigures";
import { Help } from "@/components/Help";
import { useLanguage } from "@/i18n/LanguageProvider";

export function GaugeRow({ view }: { view: MeasuredView }): ReactElement {
  const { t } = useLanguage();
  const figures = useFigures();
  const limits = useLimits();
  // Without a row there is no risk to be low.
  const nothing = view.risk.rows === 0;
  return (
    <>
      {GAUGES.map((name) => (
        <Gauge
          key={name}
          name={t(`dashboard.gauges.${name}`)}
          value={view.risk[name]}
          limit={limits[name]}
          text={nothing && name !== "utility_loss" ? "–" : figures.percent(view.risk[name])}
          word={nothing ? t("dashboard.gauges.nothing") : figures.word(view.risk[name], name)}
          help={<Help name={name} />}
        />
      ))}
    </>
  );
}
