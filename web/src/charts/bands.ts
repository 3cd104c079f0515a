/** Where a figure in percent lies: `bandOf(30)` is `{ number: 3, word: "medium" }`. */

export type BandWord = "low" | "medium" | "high";

export interface Band {
  /** Picks the colour: three greens, two oranges, reds that darken. */
  number: number;
  /** Colour never stands alone: the word goes with it. */
  word: BandWord;
}

/** Upper end (exclusive) and word of each band, as the server has them. */
const BANDS: readonly (readonly [number, BandWord])[] = [
  [10, "low"],
  [20, "low"],
  [30, "low"],
  [40, "medium"],
  [50, "medium"],
  [75, "high"],
  [Infinity, "high"],
];

export function bandOf(percent: number): Band {
  const number = BANDS.findIndex(([end]) => percent < end);
  const found = BANDS[number];
  return found ? { number, word: found[1] } : { number: BANDS.length - 1, word: "high" };
}

/** The colour of a band, for light and dark alike. */
export function bandColour(percent: number): string {
  return `var(--band-${bandOf(percent).number})`;
}

/** The risk in percent that a bar of the distribution stands for: its upper end. */
const RANGE_ENDS: Readonly<Record<string, number>> = {
  "<5": 4.9,
  "5–10": 9.9,
  "10–20": 19.9,
  "20–30": 29.9,
  "30–50": 39.9,
  "50": 50,
  "100": 100,
};

/** The colour of a bar of the distribution, by its range: `"5–10"`. */
export function rangeColour(range: string): string {
  return bandColour(RANGE_ENDS[range] ?? 100);
}
