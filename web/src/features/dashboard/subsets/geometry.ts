/** Sizes that matrix and tree share, so that their rows stand side by side. */

export interface CellSize {
  width: number;
  height: number;
  font: number;
}

const LONGEST = 16;

export function cellSize(count: number): CellSize {
  if (count <= 10) return { width: 42, height: 15, font: 10.5 };
  return count <= 20 ? { width: 36, height: 15, font: 10.5 } : { width: 12, height: 12, font: 9 };
}

/** A name that fits beside a row: `a_very_long_name_of_a_column` is `a_very_long_nam…`. */
export function shorten(name: string): string {
  return name.length <= LONGEST ? name : `${name.slice(0, LONGEST - 1)}…`;
}

const widest = (names: readonly string[], size: CellSize): number =>
  Math.max(...names.map((name) => shorten(name).length), 3) * size.font * 0.56;

export function labelWidth(names: readonly string[]): number {
  return Math.ceil(widest(names, cellSize(names.length))) + 10;
}

/** How far the names above the columns lean, in degrees. */
export const LEAN = 28;

/** How high they reach; beside them the legend needs some room too. */
export function headOf(names: readonly string[]): number {
  return Math.max(47, Math.ceil(widest(names, cellSize(names.length)) * Math.sin((LEAN * Math.PI) / 180)) + 8);
}
