/** Where a figure in percent lies: `bandOf(30)` is `{ number: 3, word: "medium" }`, `bandOf(30, 10)` is high. */

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

/** With a limit: low up to it, medium up to twice as much, high above; what is over the limit is never green. */
export function bandOf(percent: number, limit?: number): Band {
  if (limit !== undefined) return bandWithin(percent, limit);
  const number = BANDS.findIndex(([end]) => percent < end);
  const found = BANDS[number];
  return found ? { number, word: found[1] } : { number: BANDS.length - 1, word: "high" };
}

function bandWithin(percent: number, limit: number): Band {
  if (percent <= limit) return { number: percent <= limit / 2 ? 0 : 1, word: "low" };
  if (percent <= 2 * limit) return { number: percent <= 1.5 * limit ? 3 : 4, word: "medium" };
  return { number: percent < 75 ? 5 : 6, word: "high" };
}

/** The colour of a band, for light and dark alike. */
export function bandColour(percent: number, limit?: number): string {
  return `var(--band-${bandOf(percent, limit).number})`;
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
export function rangeColour(range: string, limit?: number): string {
  return bandColour(RANGE_ENDS[range] ?? 100, limit);
}
