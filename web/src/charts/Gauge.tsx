/** One figure in percent as an arc with its value, its word and a place for a `?`. */
import type { ReactElement, ReactNode } from "react";
import { Arc } from "./Arc";
import { bandColour } from "./bands";
import classes from "./charts.module.css";

interface GaugeProps {
  name: string;
  value: number;
  /** The value as people read it: `65.2 %`. */
  text: string;
  /** Low, medium or high in the language of the page. */
  word: string;
  help?: ReactNode;
  /** What it may be at most, if that is said. */
  limit?: number;
}

export function Gauge({ name, value, text, word, help, limit }: GaugeProps): ReactElement {
  return (
    <div className={classes.gauge}>
      <div className={classes.gaugeName}>
        {name} {help}
      </div>
      <div
        role="meter"
        aria-label={name}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={value}
        aria-valuetext={`${text}, ${word}`}
      >
        <Arc value={value} width={56} limit={limit} />
      </div>
      <div>
        <div className={classes.gaugeValue}>{text}</div>
        <div className={classes.gaugeWord}>
          <span className={classes.swatch} style={{ background: bandColour(value, limit) }} />
          {word}
        </div>
      </div>
    </div>
  );
}
