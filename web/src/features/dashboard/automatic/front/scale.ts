/** From percent to pixels and back, for a chart of any size: `scaleFor(480, 170).x(50)`. */

export interface Scale {
  width: number;
  height: number;
  left: number;
  right: number;
  top: number;
  bottom: number;
  x: (loss: number) => number;
  y: (risk: number) => number;
  loss: (x: number) => number;
  risk: (y: number) => number;
}

export const TICKS: readonly number[] = [0, 25, 50, 75, 100];

/** A chart that was not measured yet has the size of a small one. */
export function scaleFor(width: number, height: number): Scale {
  const size = { width: width || 480, height: height || 150 };
  const [left, right, top, bottom] = [32, size.width - 10, 8, size.height - 18];
  const round = (value: number): number => Math.round(value * 10) / 10;
  return {
    ...size,
    left,
    right,
    top,
    bottom,
    x: (loss) => round(left + (loss / 100) * (right - left)),
    y: (risk) => round(bottom - (risk / 100) * (bottom - top)),
    loss: (x) => (100 * (x - left)) / (right - left),
    risk: (y) => (100 * (bottom - y)) / (bottom - top),
  };
}
