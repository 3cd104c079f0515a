/** Automatic runs of the mock: simple ways to a k-anonymous table, with exact figures. */
import type { AutomaticRun, Front, FrontPoint, JudgedAttribute, PairedRows, SplitBar, Wish } from "../src/api/types.ts";
import { classSizes, effect, publish, quasi, risk, type Recoded, type State } from "./figures.ts";
import { shown } from "./hierarchy.ts";
import { protectionsOf, reach } from "./protections.ts";
import { COLUMNS, ROWS, countValues, type Cell } from "./table.ts";

export interface MockRun {
  id: string;
  at: string;
  revision: number;
  wish: Wish;
  /** The state with its levels and k, or with rows that are recoded one by one. */
  state: State;
}

const MOST = 12;
const indexOf = (name: string): number => COLUMNS.findIndex((column) => column.name === name);
const heightOf = (state: State, name: string): number => state.hierarchies[name]?.titles.length ?? 0;

function original(state: State): State {
  return { ...state, k: 1, recoded: undefined, levels: Object.fromEntries(quasi(state).map((name) => [name, 0])) };
}

/** All quasi-identifiers with their ranks; those not named share the last one. */
function ranksOf(state: State, wish: Wish): Map<string, number> {
  const groups = (wish.priority ?? []).map((group) => group.filter((name) => quasi(state).includes(name)));
  const named = new Set(groups.flat());
  const rest = quasi(state).filter((name) => !named.has(name));
  const all = [...groups, rest].filter((group) => group.length);
  return new Map(all.flatMap((group, index) => group.map((name) => [name, index + 1] as const)));
}

/** States from the data as it is to all hidden: what matters least is raised first. */
function path(state: State, wish: Wish): State[] {
  const ranks = ranksOf(state, wish);
  const names = [...ranks.keys()].sort((a, b) => (ranks.get(b) ?? 0) - (ranks.get(a) ?? 0));
  const found = [original(state)];
  for (const name of names) {
    for (let level = 1; level <= heightOf(state, name); level += 1) {
      const last = found.at(-1) ?? state;
      found.push({ ...last, levels: { ...last.levels, [name]: level } });
    }
  }
  return found;
}

export function anonymize(now: State, wish: Wish): State {
  const states = path(now, wish);
  if (wish.method !== "optimal") return { ...original(now), recoded: recode(states, wish.k) };
  const limit = wish.max_suppression * ROWS.length;
  const best = states.find((state) => effect({ ...state, k: wish.k }).suppressed_rows <= limit);
  return { ...(best ?? original(now)), k: wish.k };
}

/** Each row stays at the first state of the path where k rows that are left look alike. */
function recode(states: State[], k: number): Recoded {
  const cells = ROWS.map((): Cell[] | null => null);
  const sizes = ROWS.map(() => 0);
  for (const state of states) {
    const groups = new Map<string, number[]>();
    ROWS.forEach((row, index) => {
      if (cells[index]) return;
      const key = JSON.stringify(quasi(state).map((name) => publish(state, name, row[indexOf(name)] ?? null)));
      groups.set(key, [...(groups.get(key) ?? []), index]);
    });
    for (const members of groups.values()) {
      if (members.length < k) continue;
      for (const index of members) {
        cells[index] = COLUMNS.map(({ name }, at) => publish(state, name, ROWS[index]?.[at] ?? null));
        sizes[index] = members.length;
      }
    }
  }
  return { cells: cells.map((row, index) => row ?? (ROWS[index] ?? [])), sizes, k };
}

/** Every cell as it would be published, row by row. */
function published(state: State): Cell[][] {
  return state.recoded?.cells ?? ROWS.map((row) => COLUMNS.map(({ name }, at) => publish(state, name, row[at] ?? null)));
}

function bars(state: State, name: string, k: number): SplitBar[] {
  const sizes = classSizes(state);
  const kept = published(state).map((row) => row[indexOf(name)] ?? null);
  const rows = kept.map((cell, index) => ({ cell, size: sizes[index] ?? 0 })).filter(({ size }) => size >= Math.max(state.k, 1));
  const labels = countValues(rows.map(({ cell }) => cell));
  const bar = (label: string, members: typeof rows): SplitBar => {
    const safe = members.filter(({ size }) => size >= k).length;
    return { label, safe, at_risk: members.length - safe };
  };
  const head = labels.slice(0, MOST).map(([cell]) => bar(shown(cell), rows.filter((one) => one.cell === cell)));
  const rest = new Set(labels.slice(MOST).map(([cell]) => cell));
  return rest.size ? [...head, bar("other", rows.filter(({ cell }) => rest.has(cell)))] : head;
}

/** The share of cells that are as they were: a stand-in for entropy. */
function qualityOf(state: State, name: string): number {
  const at = indexOf(name);
  const sizes = classSizes(state);
  const same = published(state).filter((row, index) => (sizes[index] ?? 0) >= Math.max(state.k, 1) && row[at] === ROWS[index]?.[at]);
  if (state.recoded) return same.length / ROWS.length;
  return 1 - (state.levels[name] ?? 0) / Math.max(heightOf(state, name), 1);
}

export function viewRun(run: MockRun, revision: number): AutomaticRun {
  const { state, wish } = run;
  const start = original(state);
  const after = risk(state);
  const ranks = ranksOf(state, wish);
  const attributes: JudgedAttribute[] = [...ranks].map(([name, rank]) => ({
    name,
    rank,
    quality: qualityOf(state, name),
    level: state.recoded ? null : (state.levels[name] ?? 0),
    before: bars(start, name, wish.k),
    after: bars(state, name, wish.k),
  }));
  const entropy = Object.fromEntries(attributes.map(({ name, quality }) => [name, quality]));
  const mean = attributes.reduce((sum, { quality }) => sum + quality, 0) / Math.max(attributes.length, 1);
  return {
    id: run.id,
    at: run.at,
    current: run.revision === revision,
    wish: { ...told(wish), l: wish.l ?? null, t: wish.t ?? null, diversity: wish.diversity, priority: wish.priority ?? [] },
    result: {
      method: wish.method,
      rows: after.rows,
      suppressed_rows: after.suppressed_rows,
      classes: after.classes,
      k: after.highest_risk > 0 ? Math.round(100 / after.highest_risk) : null,
      l: null,
      t: null,
      state: state.recoded ? null : state.levels,
      score: mean,
      bound: mean,
      exact: true,
      utility: { precision: mean },
      entropy_per_attribute: entropy,
      entropy_weighted: mean,
      exposed_people: wish.suppression === "published" ? 7 : 0,
      before: risk(start),
      after,
      seconds: 0.12,
    },
    attributes,
    held: reach(state, protectionsOf(state)),
  };
}

function told(wish: Wish) {
  const { k, method, max_suppression, utility, suppression } = wish;
  return { k, method, max_suppression, utility, suppression };
}

export function pairRows({ state }: MockRun, offset: number, limit: number): PairedRows {
  const sizes = classSizes(state);
  const cells = published(state);
  const rows = ROWS.map((before, index) => {
    const after = cells[index] ?? [];
    const size = sizes[index] ?? 0;
    const changed = after.map((cell, at) => cell !== (before[at] ?? null));
    return { row: index + 1, suppressed: size < Math.max(state.k, 1), size, before, after, changed };
  });
  return { total: ROWS.length, offset, columns: COLUMNS.map(({ name }) => name), rows: rows.slice(offset, offset + limit) };
}

const KS = [1, 2, 5];

/** The states on a few ways up, without those that another one beats in everything. */
export function front(now: State): Front {
  const ways = [[], ...quasi(now).slice(0, 2).map((name) => [[name]])].map((priority) => path(now, { k: 1, priority } as unknown as Wish));
  const tried = ways.flat().flatMap((state) => KS.map((k) => pointOf({ ...state, k })));
  const points = tried.filter((one, index) => !tried.some((other, at) => beats(other, one, at < index)));
  return { states: tried.length, rows: ROWS.length, guarded: false, points: points.sort((a, b) => a.utility_loss - b.utility_loss) };
}

function pointOf(state: State): FrontPoint {
  const { average_risk, highest_risk, utility_loss, suppressed_rows, classes } = effect(state);
  const smallest = highest_risk > 0 ? Math.round(100 / highest_risk) : 0;
  return { levels: state.levels, k: state.k, average_risk, highest_risk, utility_loss, suppressed_rows, classes, smallest };
}

const JUDGED = ["average_risk", "highest_risk", "utility_loss", "suppressed_rows"] as const;

/** Of two that are the same in everything, the first one stays. */
function beats(other: FrontPoint, one: FrontPoint, earlier: boolean): boolean {
  if (other === one || JUDGED.some((name) => other[name] > one[name])) return false;
  return earlier || JUDGED.some((name) => other[name] < one[name]);
}
