/** The drawn part of a gauge; what it shows is said in words beside it. */
import type { ReactElement } from "react";
import { arcPath } from "./arc";
import { bandColour } from "./bands";
import classes from "./charts.module.css";

interface ArcProps {
  value: number;
  width: number;
  /** What the figure may be at most, if that is said. */
  limit?: number;
}

export function Arc({ value, width, limit }: ArcProps): ReactElement {
  return (
    <svg className={classes.gaugeArc} width={width} height={width * 0.58} viewBox="0 0 100 58" aria-hidden="true">
      <path d={arcPath(100)} fill="none" stroke="var(--chart-track)" strokeWidth={14} />
      {value > 0 && <path d={arcPath(value)} fill="none" stroke={bandColour(value, limit)} strokeWidth={14} />}
    </svg>
  );
}
