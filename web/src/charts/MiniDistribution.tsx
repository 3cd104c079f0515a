/** The risk distribution as seven small bars; their values are its name. */
import type { ReactElement } from "react";
import type { Bucket } from "@/api/types";
import { rangeColour } from "./bands";
import { useLimits } from "./limits";

interface MiniDistributionProps {
  buckets: readonly Bucket[];
  /** All values in words, since bars this small are not read one by one. */
  name: string;
  width?: number;
  height?: number;
}

export function MiniDistribution({ buckets, name, width = 92, height = 32 }: MiniDistributionProps): ReactElement {
  const limit = useLimits().highest_risk;
  const step = width / Math.max(buckets.length, 1);
  return (
    <svg role="img" aria-label={name} width={width} height={height} style={{ display: "block", flex: "none" }}>
      <title>{name}</title>
      <line x1={0} x2={width} y1={height - 0.5} y2={height - 0.5} stroke="var(--chart-faint)" />
      {buckets.map((bucket, index) => {
        const tall = bucket.rows > 0 ? Math.max(bucket.share * (height - 2), 1.5) : 0;
        return (
          <rect
            key={bucket.range}
            x={index * step + 1}
            width={step - 2}
            y={height - 1 - tall}
            height={tall}
            fill={rangeColour(bucket.range, limit)}
          />
        );
      })}
    </svg>
  );
}
