/** Choose among the states worth choosing from: `smallestLoss(front, 5, 0.01)`. */
import type { Front, FrontPoint, LocalPoint } from "@/api/types";

export type RiskName = "highest_risk" | "average_risk";

/** Room for the rounding of 100 / (100 / k). */
const HAIR = 1e-9;

export function withinLimit({ points, rows }: Front, share: number): FrontPoint[] {
  return points.filter((point) => point.suppressed_rows / Math.max(rows, 1) <= share + HAIR);
}

/** The smallest k of a published row: 100 / highest risk. */
export function reachedK(point: Drawn): number {
  return point.highest_risk > 0 ? 100 / point.highest_risk : Infinity;
}

/** The state that loses least and still has k and the limit of rows lost. */
export function smallestLoss(front: Front, k: number, share: number): FrontPoint | undefined {
  return withinLimit(front, share)
    .filter((point) => reachedK(point) >= k - HAIR)
    .reduce<FrontPoint | undefined>((best, point) => (best && best.utility_loss <= point.utility_loss ? best : point), undefined);
}

/** What a point of either kind has in common: gauges by which it is drawn. */
export type Drawn = Pick<FrontPoint, RiskName | "utility_loss" | "suppressed_rows">;

/** The way along which more loss always buys less risk. */
export function curveOf<Point extends Drawn>(points: readonly Point[], risk: RiskName): Point[] {
  const ordered = [...points].sort((a, b) => a.utility_loss - b.utility_loss || a[risk] - b[risk]);
  let least = Infinity;
  return ordered.filter((point) => {
    const lower = point[risk] < least - HAIR;
    if (lower) least = point[risk];
    return lower;
  });
}

/** The results row by row to go along: those that no other one beats, by loss. */
export function localLine(points: readonly LocalPoint[]): LocalPoint[] {
  return points.filter(({ beaten }) => !beaten).sort((a, b) => a.utility_loss - b.utility_loss || b.highest_risk - a.highest_risk);
}

/** The place on the curve that is nearest to a loss and a risk. */
export function nearest(curve: readonly Drawn[], risk: RiskName, loss: number, height: number): number {
  const distance = (point: Drawn): number => Math.hypot(point.utility_loss - loss, point[risk] - height);
  return curve.reduce((best, point, index) => (distance(point) < distance(curve[best] ?? point) ? index : best), 0);
}
