/** How often each value occurs, safe rows and rows at risk apart: told by colour, pattern and number. */
import { VisuallyHidden } from "@mantine/core";
import type { ReactElement } from "react";
import type { SplitBar } from "@/api/types";
import charts from "./charts.module.css";
import classes from "./SplitBars.module.css";

interface SplitBarsProps {
  bars: readonly SplitBar[];
  name: string;
  safe: string;
  atRisk: string;
  /** What the bar is called that joins all other values. */
  restName: string;
  number: (rows: number) => string;
}

const rowsOf = (bar: SplitBar): number => bar.safe + bar.at_risk;

/** The last bar may join all values that have none of their own; it would dwarf all others. */
function isRest(bars: readonly SplitBar[], index: number): boolean {
  return index > 0 && index === bars.length - 1 && bars[index]?.label === "other";
}

export function SplitBars({ bars, name, safe, atRisk, restName, number }: SplitBarsProps): ReactElement {
  const highest = Math.max(1, ...bars.filter((_, index) => !isRest(bars, index)).map(rowsOf));
  return (
    <>
      <div className={classes.legend} aria-hidden="true">
        <span>
          <span className={classes.safe} /> {safe}
        </span>
        <span>
          <span className={classes.atRisk} /> {atRisk}
        </span>
      </div>
      <ul className={`${classes.bars} ${charts.split}`} aria-label={name}>
        {bars.map((bar, index) => {
          const most = Math.max(isRest(bars, index) ? rowsOf(bar) : highest, 1);
          return (
            <li key={`${index} ${bar.label}`} className={classes.bar}>
              <span className={classes.label} title={bar.label}>
                {isRest(bars, index) ? restName : bar.label}
              </span>
              <span className={`${classes.stack} ${isRest(bars, index) ? classes.rest : ""}`} aria-hidden="true">
                <span className={classes.safe} style={{ width: `${(100 * bar.safe) / most}%` }} />
                <span className={classes.atRisk} style={{ width: `${(100 * bar.at_risk) / most}%` }} />
              </span>
              <Count rows={number(bar.safe)} of={safe} />
              <Count rows={number(bar.at_risk)} of={atRisk} danger={bar.at_risk > 0} />
            </li>
          );
        })}
      </ul>
    </>
  );
}

/** The number alone: the legend says of what, and whoever does not see that hears it. */
function Count({ rows, of, danger = false }: { rows: string; of: string; danger?: boolean }): ReactElement {
  return (
    <span className={`${classes.count} ${danger ? classes.danger : ""}`} data-rows={rows}>
      <VisuallyHidden>{`${rows} ${of}`}</VisuallyHidden>
    </span>
  );
}
