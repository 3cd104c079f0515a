/** Colours from bad (dark) to good (light), by the logarithm of counts: `scaleOf(measure).colour(3)`. */
import type { ShownMeasure } from "@/api/types";

/** Dark to light in steps that also differ for people who see no colours. */
const STOPS = ["#67210a", "#96340a", "#c4520f", "#e07a24", "#f0a14c", "#f8c987", "#fdeccb"] as const;

const SHADES = 30;

/** Counts differ by orders of magnitude, shares do not. */
const COUNTS = new Set(["rows", "people", "values"]);

export interface Scale {
  /** Whether places go by the logarithm of values. */
  logarithmic: boolean;
  low: number;
  high: number;
  /** From 0 (the smallest value) to 1 (the largest). */
  at: (value: number) => number;
  colour: (value: number | null) => string;
  ink: (value: number | null) => string;
  /** Values for the legend: both ends, and round ones between them. */
  ticks: number[];
  /** Some colours from the smallest value to the largest. */
  ramp: readonly string[];
}

export function scaleOf({ cells, whole, better, unit }: Pick<ShownMeasure, "cells" | "whole" | "better" | "unit">): Scale {
  const values = [...cells.flat(), whole].filter((value) => value !== null);
  const least = values.reduce((a, b) => Math.min(a, b), values[0] ?? 0);
  const high = values.reduce((a, b) => Math.max(a, b), values[0] ?? 0);
  const logarithmic = COUNTS.has(unit);
  // Groups of one are as bad as it gets: 40 is not dark because nothing smaller is there.
  const low = logarithmic && better === "higher" ? Math.min(1, least) : least;
  // There may be no unique row at all, and nothing has no logarithm.
  const place = logarithmic ? (low < 1 ? Math.log1p : Math.log) : (value: number): number => value;
  const at = (value: number): number => (high > low ? (place(value) - place(low)) / (place(high) - place(low)) : better === "higher" ? 0 : 1);
  const good = (value: number): number => (better === "higher" ? at(value) : 1 - at(value));
  return {
    logarithmic,
    low,
    high,
    at,
    colour: (value) => (value === null ? "#8a9391" : mix(good(value))),
    ink: (value) => (value !== null && luminance(mix(good(value))) < 0.179 ? "#ffffff" : "#000000"),
    ticks: ticksOf(low, high, at, logarithmic),
    ramp: Array.from({ length: SHADES }, (_, index) => index / (SHADES - 1)).map((part) => mix(better === "higher" ? part : 1 - part)),
  };
}

/** A fifth of the way, and a hair less for what is rounded. */
const NEAREST = 0.2 - 1e-9;

function ticksOf(low: number, high: number, at: (value: number) => number, logarithmic: boolean): number[] {
  if (high <= low) return [low];
  const round = logarithmic ? Array.from({ length: 13 }, (_, power) => 10 ** power) : evenly(low, high);
  // Not so near to the ends that the figures would run into each other.
  return [low, ...round.filter((value) => value > low && value < high && at(value) >= NEAREST && at(value) <= 1 - NEAREST), high];
}

/** Multiples of a round step, two to five of them: 20, 40, 60… */
function evenly(low: number, high: number): number[] {
  const rough = (high - low) / 3;
  const ten = 10 ** Math.floor(Math.log10(rough));
  const step = ([5, 2, 1].find((factor) => factor * ten <= rough) ?? 1) * ten;
  const first = Math.ceil(low / step);
  return Array.from({ length: 8 }, (_, index) => Number(((first + index) * step).toPrecision(12)));
}

/** The colour at a place between 0 and 1. */
function mix(place: number): string {
  const steps = STOPS.length - 1;
  const from = Math.min(Math.floor(place * steps), steps - 1);
  const part = place * steps - from;
  const [one, other] = [channels(STOPS[from] ?? STOPS[0]), channels(STOPS[from + 1] ?? STOPS[0])];
  const mixed = one.map((channel, index) => Math.round(channel + part * ((other[index] ?? 0) - channel)));
  return `#${mixed.map((channel) => channel.toString(16).padStart(2, "0")).join("")}`;
}

function channels(colour: string): number[] {
  return [1, 3, 5].map((start) => parseInt(colour.slice(start, start + 2), 16));
}

/** As WCAG has it; black is easier to read than white from 0.179 on. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = channels(colour).map((channel) =>
    channel <= 10 ? channel / 255 / 12.92 : ((channel / 255 + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
