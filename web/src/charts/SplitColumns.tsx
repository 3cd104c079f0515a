/** The same as SplitBars with the axes flipped: values side by side, rows upwards. */
import type { ReactElement } from "react";
import type { SplitBar } from "@/api/types";
import charts from "./charts.module.css";
import classes from "./SplitColumns.module.css";

interface SplitColumnsProps {
  bars: readonly SplitBar[];
  name: string;
  /** What a column says to those who do not see it: `30-39: 12 safe, 3 at risk`. */
  describe: (bar: SplitBar) => string;
}

export function SplitColumns({ bars, name, describe }: SplitColumnsProps): ReactElement {
  const most = Math.max(1, ...bars.map(({ safe, at_risk }) => safe + at_risk));
  return (
    <ul className={`${classes.columns} ${charts.split}`} aria-label={name}>
      {bars.map((bar, index) => (
        <li key={`${index} ${bar.label}`} className={classes.column} title={describe(bar)}>
          <span className={classes.stack} aria-hidden="true">
            <span className={classes.atRisk} style={{ height: `${(100 * bar.at_risk) / most}%` }} />
            <span className={classes.safe} style={{ height: `${(100 * bar.safe) / most}%` }} />
          </span>
          <span className={classes.label} aria-hidden="true">
            {bar.label}
          </span>
          <span className={classes.words}>{describe(bar)}</span>
        </li>
      ))}
    </ul>
  );
}
