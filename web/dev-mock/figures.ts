/** The figures of the mock, counted row by row: slow, obvious, and exact. */
import type { Bucket, Effect, Gauges, Generalization, Risk, Role } from "../src/api/types.ts";
import { labelAt, type Hierarchy } from "./hierarchy.ts";
import { COLUMNS, ROWS, type Cell } from "./table.ts";

/** Rows that are recoded one by one: their cells, the size of their classes (0: left out). */
export interface Recoded {
  cells: Cell[][];
  sizes: number[];
  k: number;
}

export interface State {
  recoded?: Recoded;
  roles: Record<string, Role>;
  hierarchies: Record<string, Hierarchy>;
  levels: Record<string, number>;
  k: number;
}

const BUCKETS: [string, number, number][] = [
  ["<5", 21, Infinity],
  ["5–10", 11, 20],
  ["10–20", 6, 10],
  ["20–30", 4, 5],
  ["30–50", 3, 3],
  ["50", 2, 2],
  ["100", 1, 1],
];

export const quasi = (state: State): string[] =>
  COLUMNS.map((column) => column.name).filter((name) => state.roles[name] === "quasi");

/** A cell as it is published in a state. */
export function publish(state: State, name: string, cell: Cell): string | null {
  const hierarchy = state.hierarchies[name];
  const level = state.levels[name] ?? 0;
  return hierarchy && level > 0 ? labelAt(hierarchy, cell, level) : cell;
}

/** The size of the class of every row. */
export function classSizes(state: State): number[] {
  if (state.recoded) return state.recoded.sizes;
  const names = quasi(state).map((name) => [name, COLUMNS.findIndex((one) => one.name === name)] as const);
  const tuples = ROWS.map((row) =>
    JSON.stringify(names.map(([name, index]) => publish(state, name, row[index] ?? null))),
  );
  const counts = new Map<string, number>();
  for (const tuple of tuples) counts.set(tuple, (counts.get(tuple) ?? 0) + 1);
  return tuples.map((tuple) => counts.get(tuple) ?? 0);
}

interface Counted {
  gauges: Gauges;
  kept: number[];
  classes: number;
}

function count(state: State): Counted {
  const kept = classSizes(state).filter((size) => size > 0 && size >= state.k);
  const classes = Math.round(kept.reduce((sum, size) => sum + 1 / size, 0));
  const names = quasi(state);
  const lost = state.recoded ? names.map((name) => changedShare(state.recoded, name)) : names.map((name) => (state.levels[name] ?? 0) / (state.hierarchies[name]?.titles.length ?? 1));
  const share = names.length ? lost.reduce((sum, one) => sum + one, 0) / names.length : 0;
  const gone = (ROWS.length - kept.length) / ROWS.length;
  return {
    kept,
    classes,
    gauges: {
      average_risk: kept.length ? (100 * classes) / kept.length : 0,
      highest_risk: kept.length ? 100 / kept.reduce((a, b) => Math.min(a, b)) : 0,
      utility_loss: 100 * (gone + (1 - gone) * share),
    },
  };
}

/** The share of cells that were changed, for want of levels. */
function changedShare(recoded: Recoded | undefined, name: string): number {
  const at = COLUMNS.findIndex((column) => column.name === name);
  const changed = recoded?.cells.filter((row, index) => row[at] !== ROWS[index]?.[at]) ?? [];
  return changed.length / ROWS.length;
}

function distribute(kept: number[]): Bucket[] {
  return BUCKETS.map(([range, low, high]) => {
    const rows = kept.filter((size) => size >= low && size <= high).length;
    return { range, rows, share: kept.length ? rows / kept.length : 0 };
  });
}

export function effect(state: State): Effect {
  const { gauges, kept, classes } = count(state);
  return {
    ...gauges,
    score: gauges.average_risk + gauges.highest_risk + gauges.utility_loss,
    rows: kept.length,
    classes,
    uniques: kept.filter((size) => size === 1).length,
    suppressed_rows: ROWS.length - kept.length,
    distribution: distribute(kept),
  };
}

export function risk(state: State): Risk {
  const { score: _, ...figures } = effect(state);
  const sizes = classSizes(state).filter((size) => size > 0 && size >= state.k);
  const class_sizes: Record<string, number> = {};
  for (const size of sizes) class_sizes[size] = (class_sizes[size] ?? 0) + 1 / size;
  const steps = recommend(state);
  return {
    ...figures,
    original_rows: ROWS.length,
    k: state.k,
    class_sizes: Object.fromEntries(Object.entries(class_sizes).map(([size, n]) => [size, Math.round(n)])),
    state: state.levels,
    roles: state.roles,
    reasons: Object.fromEntries(COLUMNS.map((column) => [column.name, column.reason])),
    hierarchies: Object.fromEntries(Object.entries(state.hierarchies).map(([name, one]) => [name, one.reason])),
    measures: {},
    explanation: explain(figures, steps),
  };
}

function explain(now: Omit<Effect, "score">, steps: Generalization[]): string[] {
  const alone = Math.round((100 * now.uniques) / Math.max(now.rows, 1));
  const first = steps[0];
  const best = first?.levels.find((one) => one.level === first.best_level);
  return [
    now.uniques
      ? `${alone} % of the people stand alone: nobody else has the same combination of quasi-identifiers.`
      : "Nobody stands alone: everyone shares all quasi-identifiers with somebody else.",
    ...(first && best
      ? [
          `Do this first: '${first.attribute}' published as ${best.label}. The average risk goes from ` +
            `${now.average_risk.toFixed(1)} % to ${best.average_risk.toFixed(1)} %.`,
        ]
      : []),
  ];
}

export function recommend(state: State): Generalization[] {
  if (state.recoded) return [];
  const steps = quasi(state).map((attribute) => {
    const titles = state.hierarchies[attribute]?.titles ?? [];
    const levels = titles
      .map((label, index) => ({ label, level: index + 1 }))
      .filter(({ level }) => level > (state.levels[attribute] ?? 0))
      .map((one) => ({ ...one, ...effect({ ...state, levels: { ...state.levels, [attribute]: one.level } }) }));
    const best = levels.reduce((a, b) => (b.score < a.score ? b : a), levels[0] ?? { score: 0, level: 0 });
    return { attribute, levels, best_level: best.level, score: best.score };
  });
  return steps
    .filter((step) => step.levels.length)
    .sort((a, b) => a.score - b.score)
    .map(({ attribute, levels, best_level }) => ({ attribute, levels, best_level }));
}
