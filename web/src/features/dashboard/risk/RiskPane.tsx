/** How risky the data is now: three gauges, the distribution, and why in words. */
import type { ReactElement } from "react";
import type { MeasuredView } from "@/api/types";
import { Gauge } from "@/charts/Gauge";
import { useLimits } from "@/charts/limits";
import { Help } from "@/components/Help";
import { useLanguage } from "@/i18n/LanguageProvider";
import { GAUGES, useFigures } from "@/charts/useFigures";
import { DistributionView } from "./DistributionView";
import { Explanation } from "./Explanation";
import classes from "./RiskPane.module.css";

export function RiskPane({ view }: { view: MeasuredView }): ReactElement {
  const { t } = useLanguage();
  const figures = useFigures();
  const limits = useLimits();
  // Without a row there is no risk to be low.
  const nothing = view.risk.rows === 0;
  return (
    <div className={classes.pane}>
      <div className={classes.gauges}>
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
      </div>
      <DistributionView buckets={view.risk.distribution} people={view.risk.persons != null} />
      <Explanation view={view} />
    </div>
  );
}
