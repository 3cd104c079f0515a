/** Sizes that matrix and tree share, so that their rows stand side by side. */

export interface CellSize {
  width: number;
  height: number;
  font: number;
  /** How far the names above the columns lean, in degrees: the narrower they stand, the steeper. */
  lean: number;
}

const ROOMY: CellSize = { width: 54, height: 23, font: 12, lean: 28 };
const LARGE: CellSize = { width: 42, height: 15, font: 10.5, lean: 28 };
const MIDDLE: CellSize = { width: 36, height: 15, font: 10.5, lean: 28 };
const SMALL: CellSize = { width: 12, height: 12, font: 9, lean: 90 };

/** Up to here the legend has room beside the names of the columns. */
export const MOST_BESIDE = 10;

/** What the tree and the legend beside the matrix need. */
const BESIDE = 360;

export interface Room {
  width: number;
  height: number;
}

/** The same object for the same size: what is drawn with it need not be drawn anew. */
export function cellSize(names: readonly string[], room: Room = { width: 0, height: 0 }): CellSize {
  if (names.length > MOST_BESIDE) return names.length <= 20 ? MIDDLE : SMALL;
  const [label, lines] = [labelWidth(names, ROOMY), names.length * ROOMY.height];
  const wide = 2 * label + names.length * ROOMY.width + BESIDE <= room.width;
  return wide && headOf(names, ROOMY) + lines + 12 <= room.height ? ROOMY : LARGE;
}

const LONGEST = 16;

/** A name that fits beside a row; names of many columns differ at their ends: `attribu…_of_a_23`. */
export function shorten(name: string): string {
  return name.length <= LONGEST ? name : `${name.slice(0, 7)}…${name.slice(-8)}`;
}

const widest = (names: readonly string[], size: CellSize): number =>
  Math.max(...names.map((name) => shorten(name).length), 3) * size.font * 0.56;

export function labelWidth(names: readonly string[], size: CellSize): number {
  return Math.ceil(widest(names, size)) + 10;
}

/** How high the names of the columns reach; beside them the legend needs some room too. */
export function headOf(names: readonly string[], size: CellSize): number {
  return Math.max(49, Math.ceil(widest(names, size) * Math.sin((size.lean * Math.PI) / 180)) + 8);
}
