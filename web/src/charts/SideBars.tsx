/** How often each value occurs, as bars that lie: label, bar, number of rows. */
import type { ReactElement } from "react";
import type { Bar } from "@/api/types";
import classes from "./charts.module.css";

interface SideBarsProps {
  bars: readonly Bar[];
  name: string;
  /** Both sides of a comparison share one scale. */
  highest: number;
  /** What the bar is called that joins all other values. */
  restName: string;
  rowsText: (rows: number) => string;
}

/** The last bar may join all values that have none of their own. */
function isRest(bars: readonly Bar[], index: number): boolean {
  return index > 0 && index === bars.length - 1 && bars[index]?.label === "other";
}

/** The most frequent value, without the bar that joins the rest: it would dwarf all others. */
export function highestBar(...sides: (readonly Bar[])[]): number {
  const rows = sides.flatMap((bars) => bars.filter((_, index) => !isRest(bars, index)).map((bar) => bar.rows));
  return Math.max(...rows, 1);
}

export function SideBars({ bars, name, highest, restName, rowsText }: SideBarsProps): ReactElement {
  return (
    <ul className={classes.sideBars} aria-label={name}>
      {bars.map((bar, index) => (
        <li key={`${index} ${bar.label}`} className={classes.sideBar}>
          <span className={classes.sideLabel} title={bar.label}>
            {isRest(bars, index) ? restName : bar.label}
          </span>
          <span>
            <span
              className={`${classes.sideFill} ${isRest(bars, index) ? classes.sideRest : ""}`}
              style={{ width: `${Math.min((100 * bar.rows) / Math.max(highest, 1), 100)}%` }}
            />
          </span>
          <span className={classes.sideRows}>{rowsText(bar.rows)}</span>
        </li>
      ))}
    </ul>
  );
}
