/** How risky the data is now: three gauges, the distribution, and which columns give people away. */
import type { ReactElement } from "react";
import type { MeasuredView } from "@/api/types";
import { ColumnCauses } from "./ColumnCauses";
import { DistributionView } from "./DistributionView";
import { Explanation } from "./Explanation";
import { GaugeRow } from "./GaugeRow";
import classes from "./RiskPane.module.css";

interface RiskPaneProps {
  view: MeasuredView;
  /** The bar whose rows are shown, by its range; null for none. */
  band?: string | null;
  onBand?: (band: string | null) => void;
}

export function RiskPane({ view, band = null, onBand }: RiskPaneProps): ReactElement {
  return (
    <div className={classes.pane}>
      <div className={classes.gauges}>
        <GaugeRow view={view} />
      </div>
      <DistributionView buckets={view.risk.distribution} people={view.risk.persons != null} band={band} onBand={onBand} />
      <div className={classes.reasons}>
        <ColumnCauses view={view} />
        <Explanation view={view} />
      </div>
    </div>
  );
}
