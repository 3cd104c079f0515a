/** What protects the sensitive attributes of the mock, and what a state reaches of it, counted plainly. */
import type { Held, ProtectionView } from "../src/api/types.ts";
import { classSizes, publish, quasi, type State } from "./figures.ts";
import { COLUMNS, ROWS, type Cell } from "./table.ts";

/** Numbers are kept close to the whole table, other values diverse. */
export function protectionsOf(state: State): ProtectionView[] {
  return COLUMNS.filter(({ name }) => state.roles[name] === "sensitive").map(({ name, kind }) =>
    kind === "text" || kind === "boolean"
      ? { attribute: name, model: "distinct_l", threshold: 2 }
      : { attribute: name, model: "t_ordered", threshold: 0.5 },
  );
}

export function reach(state: State, protections: readonly ProtectionView[]): Held[] {
  return protections.map((one) => {
    const at = COLUMNS.findIndex(({ name }) => name === one.attribute);
    const groups = groupsOf(state).map((group) => group.map((row) => ROWS[row]?.[at] ?? null));
    const figures = one.model === "distinct_l" ? groups.map((values) => new Set(values).size) : groups.map((values) => distance(values, at));
    const reached = one.model === "distinct_l" ? Math.min(...figures) : Math.max(...figures);
    return { ...one, reached: figures.length ? reached : null };
  });
}

/** The published rows that share everything others may know. */
function groupsOf(state: State): number[][] {
  const sizes = classSizes(state);
  const places = quasi(state).map((name) => [name, COLUMNS.findIndex((column) => column.name === name)] as const);
  const groups = new Map<string, number[]>();
  ROWS.forEach((row, index) => {
    if ((sizes[index] ?? 0) < Math.max(state.k, 1)) return;
    const shown = ([name, at]: (typeof places)[number]): Cell => state.recoded?.cells[index]?.[at] ?? publish(state, name, row[at] ?? null);
    const key = JSON.stringify(places.map(shown));
    groups.set(key, [...(groups.get(key) ?? []), index]);
  });
  return [...groups.values()];
}

/** Ordered distance of some values from those of all rows. */
function distance(values: readonly Cell[], at: number): number {
  const all = ROWS.map((row) => row[at] ?? null);
  const order = [...new Set(all)].sort((a, b) => Number(a) - Number(b));
  const share = (cells: readonly Cell[], value: Cell): number => cells.filter((cell) => cell === value).length / cells.length;
  let [ahead, sum] = [0, 0];
  for (const value of order) {
    ahead += share(values, value) - share(all, value);
    sum += Math.abs(ahead);
  }
  return order.length > 1 ? sum / (order.length - 1) : 0;
}
