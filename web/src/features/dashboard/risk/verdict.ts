/** Whether a table is safe enough for a purpose, limit by limit. */
import type { Preset, Risk } from "@/api/types";

export type Limit = "smallest" | "highest" | "average";

export interface Criterion {
  limit: Limit;
  value: number;
  wanted: number;
  met: boolean;
}

/** The smallest class that is published; none if no row is. */
export function smallestClass(risk: Risk): number | null {
  const sizes = Object.keys(risk.class_sizes).map(Number);
  return sizes.length ? Math.min(...sizes) : null;
}

/** The limits of a preset with what the table has; nothing to judge if no row is published. */
export function judge(preset: Preset, risk: Risk): Criterion[] {
  const smallest = smallestClass(risk);
  if (smallest === null || risk.rows === 0) return [];
  return [
    { limit: "smallest", value: smallest, wanted: preset.k, met: smallest >= preset.k },
    {
      limit: "highest",
      value: risk.highest_risk,
      wanted: preset.highest_risk,
      met: risk.highest_risk <= preset.highest_risk,
    },
    {
      limit: "average",
      value: risk.average_risk,
      wanted: preset.average_risk,
      met: risk.average_risk <= preset.average_risk,
    },
  ];
}

export function isSafe(criteria: readonly Criterion[]): boolean {
  return criteria.length > 0 && criteria.every(({ met }) => met);
}
