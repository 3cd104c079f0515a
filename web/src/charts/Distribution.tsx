/** Share of rows by risk: bars that give their exact values on hover and on focus. */
import { Tooltip, VisuallyHidden } from "@mantine/core";
import { useRef, useState, type CSSProperties, type KeyboardEvent, type ReactElement } from "react";
import type { Bucket } from "@/api/types";
import { rangeColour } from "./bands";
import { useLimits } from "./limits";
import classes from "./charts.module.css";

interface DistributionProps {
  buckets: readonly Bucket[];
  name: string;
  /** The share as people read it: `97.4 %`. */
  shareText: (bucket: Bucket) => string;
  /** The whole of it: `100 % risk: 1,948 rows, 97.4 % of all`. */
  sentence: (bucket: Bucket) => string;
  /** The range of the bar that is picked; bars can be picked only with `onPick`. */
  picked?: string | null;
  onPick?: (bucket: Bucket) => void;
}

const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

export function Distribution({ buckets, name, shareText, sentence, picked = null, onPick }: DistributionProps): ReactElement {
  const [active, setActive] = useState(buckets.length - 1);
  const limit = useLimits().highest_risk;
  const bars = useRef<(HTMLDivElement | null)[]>([]);
  const highest = Math.max(...buckets.map((bucket) => bucket.share), 0);

  function press(event: KeyboardEvent, bucket: Bucket): void {
    if (onPick && (event.key === "Enter" || event.key === " ")) {
      event.preventDefault();
      onPick(bucket);
    } else move(event);
  }

  function move(event: KeyboardEvent): void {
    const next = event.key === "Home" ? 0 : event.key === "End" ? buckets.length - 1 : active + (STEPS[event.key] ?? NaN);
    if (!(next >= 0 && next < buckets.length)) return;
    event.preventDefault();
    setActive(next);
    bars.current[next]?.focus();
  }

  return (
    <div role="listbox" aria-label={name} aria-orientation="horizontal" className={classes.bars}>
      {buckets.map((bucket, index) => (
        <Tooltip key={bucket.range} label={sentence(bucket)} events={{ hover: true, focus: true, touch: true }} withArrow>
          <div
            ref={(element) => {
              bars.current[index] = element;
            }}
            role="option"
            aria-selected={onPick ? bucket.range === picked : index === active}
            tabIndex={index === active ? 0 : -1}
            className={classes.bar}
            data-picks={onPick ? true : undefined}
            onFocus={() => setActive(index)}
            onKeyDown={(event) => press(event, bucket)}
            onClick={() => onPick?.(bucket)}
          >
            <VisuallyHidden>{sentence(bucket)}</VisuallyHidden>
            <span aria-hidden="true">{shareText(bucket)}</span>
            <span className={classes.barSpace} aria-hidden="true">
              <span
                className={classes.barFill}
                style={{ background: rangeColour(bucket.range, limit), ...barHeight(bucket, highest) }}
              />
            </span>
            <span className={classes.barRange} aria-hidden="true">{bucket.range}</span>
          </div>
        </Tooltip>
      ))}
    </div>
  );
}

/** Relative to the tallest, so that small shares can be told apart; a row is never invisible. */
function barHeight(bucket: Bucket, highest: number): CSSProperties {
  if (bucket.rows === 0) return { height: 0 };
  return { height: `${((100 * bucket.share) / highest).toFixed(2)}%`, minHeight: 2 };
}
