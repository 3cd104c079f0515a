/** A figure before and after a step that is only tried: `65 → 48`, with two small bars. */
import { VisuallyHidden } from "@mantine/core";
import type { ReactElement } from "react";
import { bandColour } from "./bands";
import classes from "./charts.module.css";

interface ChangeGaugeProps {
  before: number;
  after: number;
  beforeText: string;
  afterText: string;
  word: string;
  /** What it may be at most, if that is said. */
  limit?: number;
  /** Stands above the figure where no heading does. */
  caption?: string;
  /** The whole of it in a sentence, for those who do not see the bars. */
  sentence: string;
}

const WIDTH = 44;

export function ChangeGauge(props: ChangeGaugeProps): ReactElement {
  return (
    <span className={classes.change}>
      {props.caption !== undefined && (
        <span className={classes.changeCaption} aria-hidden="true" data-caption>
          {props.caption}
        </span>
      )}
      <svg width={WIDTH} height={14} viewBox={`0 0 ${WIDTH} 14`} aria-hidden="true">
        <rect width={WIDTH} height={14} rx={2} fill="var(--chart-track)" />
        <rect width={(WIDTH * props.before) / 100} height={4} fill="var(--chart-before)" />
        <rect y={5} width={(WIDTH * props.after) / 100} height={9} rx={1} fill="var(--bar)" />
      </svg>
      <span className={classes.changeText} aria-hidden="true">
        {props.beforeText} → <strong>{props.afterText}</strong>
        <span className={classes.changeWord}>
          <span className={classes.swatch} style={{ background: bandColour(props.after, props.limit) }} /> {props.word}
        </span>
      </span>
      <VisuallyHidden>{props.sentence}</VisuallyHidden>
    </span>
  );
}
