/** A figure before and after a step that is only tried: `65 → 48`, with a small arc. */
import { VisuallyHidden } from "@mantine/core";
import type { ReactElement } from "react";
import { Arc } from "./Arc";
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
  /** The whole of it in a sentence, for those who do not see the arc. */
  sentence: string;
}

export function ChangeGauge(props: ChangeGaugeProps): ReactElement {
  return (
    <span className={classes.change}>
      {props.caption !== undefined && (
        <span className={classes.changeCaption} aria-hidden="true" data-caption>
          {props.caption}
        </span>
      )}
      <Arc value={props.after} before={props.before} width={38} limit={props.limit} />
      <span className={classes.changeText} aria-hidden="true">
        {props.beforeText} → <strong>{props.afterText}</strong>
        <span className={classes.changeWord}>{props.word}</span>
      </span>
      <VisuallyHidden>{props.sentence}</VisuallyHidden>
    </span>
  );
}
