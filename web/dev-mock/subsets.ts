/** Matrix, tree, guide and stand-outs of the mock, counted subset by subset: slow, obvious, exact. */
import type { Merge, Releasable, Remedy, ShownMeasure, StandOuts, StandingRow, Subsets } from "../src/api/types.ts";
import { classSizes, publish, quasi, type State } from "./figures.ts";
import { shown } from "./hierarchy.ts";
import { COLUMNS, ROWS } from "./table.ts";

type People = Record<string, string>[];

/** Every published row, as its attributes read. */
function people(state: State): People {
  const sizes = classSizes(state);
  const names = quasi(state).map((name) => [name, COLUMNS.findIndex((column) => column.name === name)] as const);
  return ROWS.flatMap((row, index) => {
    if ((sizes[index] ?? 0) < Math.max(state.k, 1)) return [];
    const cells = state.recoded?.cells[index];
    return [Object.fromEntries(names.map(([name, at]) => [name, shown(cells ? (cells[at] ?? null) : publish(state, name, row[at] ?? null))]))];
  });
}

/** The rows of each group that shares the values of some attributes. */
function groups(rows: People, members: readonly string[]): number[][] {
  const found = new Map<string, number[]>();
  rows.forEach((row, index) => {
    const key = JSON.stringify(members.map((name) => row[name]));
    found.set(key, [...(found.get(key) ?? []), index]);
  });
  return [...found.values()];
}

const smallest = (rows: People, members: readonly string[]): number =>
  groups(rows, members).reduce((least, one) => Math.min(least, one.length), rows.length);

interface Measured extends Pick<ShownMeasure, "title" | "unit" | "better"> {
  of: (sizes: number[], rows: number, k: number) => number;
}

const K: Measured = { title: "Smallest group (k)", unit: "rows", better: "higher", of: (sizes) => Math.min(...sizes) };
const MEASURES: Record<string, Measured> = {
  uniques: { title: "Unique rows", unit: "rows", better: "lower", of: (sizes) => sizes.filter((size) => size === 1).length },
  average_risk: { title: "Average risk", unit: "percent", better: "lower", of: (sizes, rows) => (100 * sizes.length) / rows },
  highest_risk: { title: "Highest risk", unit: "percent", better: "lower", of: (sizes) => 100 / Math.min(...sizes) },
  below_k: {
    title: "Rows in small classes",
    unit: "percent",
    better: "lower",
    of: (sizes, rows, k) => (100 * sizes.filter((size) => size < k).reduce((sum, size) => sum + size, 0)) / rows,
  },
};

function measured(rows: People, names: string[], name: string, threshold: number): ShownMeasure {
  const { of, ...described } = MEASURES[name] ?? K;
  const value = (members: string[]): number => of(groups(rows, members).map((one) => one.length), rows.length, threshold);
  const cells = names.map((a) => names.map((b) => value(a === b ? [a] : [a, b])));
  return { name, ...described, whole: value(names), cells };
}

/** Greedy: the two nodes whose union has the largest k, ties by age of the nodes. */
function grow(rows: People, names: string[]): Merge[] {
  let nodes = names.map((name) => [name]);
  const merges: Merge[] = [];
  while (nodes.length > 1) {
    const pairs = nodes.flatMap((left, a) => nodes.slice(a + 1).map((right) => ({ left, right, k: smallest(rows, [...left, ...right]) })));
    const { left, right, k } = pairs.reduce((best, one) => (one.k > best.k ? one : best));
    const members = [...left, ...right];
    merges.push({ members, left, right, k, linkage: k });
    nodes = [...nodes.filter((one) => one !== left && one !== right), members];
  }
  return merges;
}

function guide(rows: People, names: string[], merges: Merge[], threshold: number): Releasable[] {
  const nodes = [...names.map((name) => ({ members: [name], k: smallest(rows, [name]) })), ...merges];
  const holds = (one: { k: number }): boolean => one.k >= threshold;
  const parent = (members: string[]): Merge | undefined => merges.find((one) => [one.left, one.right].some((side) => side.join() === members.join()));
  return nodes
    .filter((one) => holds(one) && !holds(parent(one.members) ?? { k: 0 }))
    .map(({ members, k }) => {
      const next = parent(members);
      if (!next) return { members, k, next: null };
      const small = groups(rows, next.members).filter((one) => one.length < threshold);
      const examples = small.slice(0, 10).map((one) => ({
        values: Object.fromEntries(next.members.map((name) => [name, rows[one[0] ?? 0]?.[name] ?? ""])),
        rows: one.length,
      }));
      const added = next.members.filter((name) => !members.includes(name));
      return { members, k, next: { members: next.members, added, k: next.k, groups: small.length, rows: small.flat().length, examples } };
    })
    .sort((a, b) => b.members.length - a.members.length || b.k - a.k);
}

function subsetsOf(names: string[], most: number): string[][] {
  const all = names.reduce<string[][]>((found, name) => [...found, ...found.filter((one) => one.length < most).map((one) => [...one, name])], [[]]);
  return all.filter((one) => one.length).sort((a, b) => a.length - b.length);
}

export function subsets(state: State, threshold: number, linkage: string, measure: string): Subsets {
  const rows = people(state);
  const names = quasi(state);
  const merges = grow(rows, names);
  const released = guide(rows, names, merges, threshold);
  const held = subsetsOf(names, names.length).map((members) => ({ members, k: smallest(rows, members) })).filter(({ k }) => k >= threshold);
  const within = (one: string[], other: string[]): boolean => one.length < other.length && one.every((name) => other.includes(name));
  const maximal = held
    .filter(({ members }) => !held.some((other) => within(members, other.members)))
    .map((one) => ({ ...one, in_tree: released.some(({ members }) => members.length === one.members.length && members.every((name) => one.members.includes(name))) }))
    .sort((a, b) => b.members.length - a.members.length);
  const single = Object.fromEntries(names.map((name) => [name, smallest(rows, [name])]));
  const best = names.reduce((a, b) => ((single[b] ?? 0) > (single[a] ?? 0) ? b : a), names[0] ?? "");
  const missed = maximal.filter((one) => !one.in_tree).length;
  return {
    attributes: names,
    left_out: [],
    rows: rows.length,
    k: smallest(rows, names),
    threshold,
    linkage,
    single,
    pairs: names.flatMap((a, at) => names.slice(at + 1).map((b) => ({ a, b, k: smallest(rows, [a, b]) }))),
    measures: ["k", ...Object.keys(MEASURES)],
    measure: measured(rows, names, measure, threshold),
    merges,
    order: merges.at(-1)?.members ?? names,
    releasable: released.map(({ members }) => members),
    guide: released,
    maximal,
    complete: true,
    explanation: released.length
      ? [`At a threshold of ${threshold} at most ${maximal[0]?.members.length ?? 0} attributes can be released together.`, ...(missed ? [`The tree misses ${missed} of the ${maximal.length} subsets that cannot be extended.`] : [])]
      : [`Nothing can be released at a threshold of ${threshold}: the closest is '${best}' alone, with k = ${single[best] ?? 0}.`],
  };
}

/** Of every row the smallest combinations that fewer than k rows share. */
function combinationsOf(rows: People, names: string[], k: number, most: number): string[][][] {
  const found = rows.map((): string[][] => []);
  for (const members of subsetsOf(names, most)) {
    for (const one of groups(rows, members).filter((group) => group.length < k)) {
      for (const row of one) {
        const known = found[row] ?? [];
        if (!known.some((smaller) => smaller.every((name) => members.includes(name)))) known.push(members);
      }
    }
  }
  return found;
}

export function standouts(state: State, k: number, max_size: number, offset: number, limit: number): StandOuts {
  const rows = people(state);
  const names = quasi(state);
  const found = combinationsOf(rows, names, k, max_size);
  const standing = found
    .map((combinations, index): StandingRow => {
      const values = Object.fromEntries((combinations[0] ?? []).map((name) => [name, rows[index]?.[name] ?? ""]));
      const reason = `One person has ${Object.entries(values).map(([name, value]) => `${name} = ${value}`).join(" and ")}.`;
      return { row: index + 1, combinations, score: combinations.reduce((sum, one) => sum + 2 ** (max_size - one.length), 0), values, reason };
    })
    .filter(({ combinations }) => combinations.length)
    .sort((a, b) => b.score - a.score || a.row - b.row);
  const all = standing.flatMap(({ combinations }) => combinations);
  const share = (name: string): number => (100 * all.filter((one) => one.includes(name)).length) / Math.max(all.length, 1);
  const sizes = (of: (row: StandingRow) => number[]): Record<string, number> => {
    const counts: Record<string, number> = {};
    for (const size of standing.flatMap(of)) counts[size] = (counts[size] ?? 0) + 1;
    return counts;
  };
  return {
    k,
    max_size,
    total: standing.length,
    offset,
    published: rows.length,
    rows: standing.slice(offset, offset + limit),
    attributes: Object.fromEntries(names.map((name) => [name, share(name)])),
    values: [{ attribute: names[0] ?? "", value: rows[0]?.[names[0] ?? ""] ?? "", rows: 1, share: 1.5 }],
    counts: sizes(({ combinations }) => combinations.map((one) => one.length)),
    smallest: sizes(({ combinations }) => [combinations[0]?.length ?? 0]),
    explanation: [standing.length ? `${standing.length} of ${rows.length} people stand out.` : "Nobody stands out."],
  };
}

/** Levels that remove small groups of some attributes, the fewest and smallest steps first. */
export function remedy(state: State, members: readonly string[], threshold: number): Remedy {
  const names = members.length ? [...members] : quasi(state);
  const heights = names.map((name) => state.hierarchies[name]?.titles.length ?? 0);
  let tried: number[][] = [[]];
  names.forEach((name, at) => {
    const from = state.levels[name] ?? 0;
    const levels = Array.from({ length: (heights[at] ?? 0) - from + 1 }, (_, index) => from + index);
    tried = tried.flatMap((one) => levels.map((level) => [...one, level]));
  });
  const raised = (levels: number[]): number => levels.filter((level, at) => level > (state.levels[names[at] ?? ""] ?? 0)).length;
  const sum = (levels: number[]): number => levels.reduce((all, level) => all + level, 0);
  tried.sort((a, b) => raised(a) - raised(b) || sum(a) - sum(b));
  for (const levels of tried) {
    const after = { ...state, levels: { ...state.levels, ...Object.fromEntries(names.map((name, at) => [name, levels[at] ?? 0])) } };
    const k = smallest(people(after), names);
    if (k < threshold) continue;
    const steps = names.flatMap((attribute, at) => {
      const level = levels[at] ?? 0;
      const label = state.hierarchies[attribute]?.titles[level - 1] ?? "*";
      return level > (state.levels[attribute] ?? 0) ? [{ attribute, level, label }] : [];
    });
    return { outlook: steps.length ? "helps" : "needless", steps, k };
  }
  return { outlook: "none", steps: [], k: null };
}
