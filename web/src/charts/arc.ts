/** Half circles of the gauges: `arcPath(50)` runs from the left end to the top. */

const OUTER = 40;

/** The arc of a figure from 0 to 100 around (50, 50), from the left end over the top. */
export function arcPath(percent: number, radius = OUTER): string {
  const share = Math.min(Math.max(percent, 0), 100) / 100;
  const angle = Math.PI * (1 - share);
  const x = 50 + radius * Math.cos(angle);
  const y = 50 - radius * Math.sin(angle);
  return `M ${50 - radius} 50 A ${radius} ${radius} 0 0 1 ${round(x)} ${round(y)}`;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
