/** Sizes that matrix and tree share, so that their rows stand side by side. */

export interface CellSize {
  width: number;
  height: number;
  font: number;
  /** How far the names above the columns lean, in degrees: the narrower they stand, the steeper. */
  lean: number;
}

const LARGE: CellSize = { width: 42, height: 15, font: 10.5, lean: 28 };
const MIDDLE: CellSize = { width: 36, height: 15, font: 10.5, lean: 28 };
const SMALL: CellSize = { width: 12, height: 12, font: 9, lean: 90 };

/** The same object for the same size: what is drawn with it need not be drawn anew. */
export function cellSize(count: number): CellSize {
  if (count <= 10) return LARGE;
  return count <= 20 ? MIDDLE : SMALL;
}

/** Up to here the legend has room beside the names of the columns. */
export const MOST_BESIDE = 10;

const LONGEST = 16;

/** A name that fits beside a row; names of many columns differ at their ends: `attribu…_of_a_23`. */
export function shorten(name: string): string {
  return name.length <= LONGEST ? name : `${name.slice(0, 7)}…${name.slice(-8)}`;
}

const widest = (names: readonly string[], size: CellSize): number =>
  Math.max(...names.map((name) => shorten(name).length), 3) * size.font * 0.56;

export function labelWidth(names: readonly string[]): number {
  return Math.ceil(widest(names, cellSize(names.length))) + 10;
}

/** How high the names of the columns reach; beside them the legend needs some room too. */
export function headOf(names: readonly string[]): number {
  const size = cellSize(names.length);
  return Math.max(49, Math.ceil(widest(names, size) * Math.sin((size.lean * Math.PI) / 180)) + 8);
}
