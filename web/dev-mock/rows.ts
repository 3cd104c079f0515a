/** Rows, columns and comparisons as the mock answers them. */
import type { Bar, ColumnView, Comparison, RiskyRow, RowFilter, RowsPage } from "../src/api/types.ts";
import { classSizes, publish, quasi, risk, type State } from "./figures.ts";
import { shown } from "./hierarchy.ts";
import { COLUMNS, ROWS, countValues, type Cell } from "./table.ts";

const MOST = 12;

function bars(values: Cell[], numeric: boolean): Bar[] {
  const counted = countValues(values);
  if (numeric && counted.length > MOST) return bins(values.filter((one) => one !== null).map(Number));
  const head = counted.slice(0, MOST).map(([cell, rows]) => ({ label: shown(cell), rows }));
  const rest = counted.slice(MOST).reduce((sum, [, rows]) => sum + rows, 0);
  return rest ? [...head, { label: "other", rows: rest }] : head;
}

function bins(numbers: number[]): Bar[] {
  const low = Math.min(...numbers);
  const width = Math.ceil((Math.max(...numbers) - low + 1) / MOST);
  return Array.from({ length: MOST }, (_, index) => {
    const from = low + index * width;
    const rows = numbers.filter((one) => one >= from && one < from + width).length;
    return { label: `${from}–${from + width}`, rows };
  });
}

export function columns(state: State): ColumnView[] {
  return COLUMNS.map((column, index) => {
    const values = ROWS.map((row) => row[index] ?? null);
    const counted = countValues(values).filter(([cell]) => cell !== null);
    return {
      name: column.name,
      kind: column.kind,
      role: state.roles[column.name] ?? column.role,
      guessed_role: column.role,
      reason: column.reason,
      meaning: column.meaning,
      rows: ROWS.length,
      missing: values.filter((cell) => cell === null).length,
      distinct: counted.length,
      examples: counted.slice(0, 5).map(([cell]) => shown(cell)),
      histogram: bars(values, column.kind === "integer"),
    };
  });
}

interface Asked {
  offset: number;
  limit: number;
  sort: string | null;
  descending: boolean;
  filter: RowFilter[];
  suppressed: boolean;
}

export function page(state: State, asked: Asked): RowsPage {
  const sizes = classSizes(state);
  const all = ROWS.map((row, index) => {
    const cells = state.recoded?.cells[index] ?? COLUMNS.map((column, at) => publish(state, column.name, row[at] ?? null));
    const size = sizes[index] ?? 1;
    const changed = cells.map((cell, at) => cell !== (row[at] ?? null));
    return { row: index, suppressed: size < Math.max(state.k, 1), risk: 100 / Math.max(size, 1), cells, changed };
  });
  const at = (name: string): number => COLUMNS.findIndex((column) => column.name === name);
  const found = all.filter(
    (row) =>
      (asked.suppressed || !row.suppressed) &&
      asked.filter.every((one) => matches(row.cells[at(one.column)] ?? null, one)),
  );
  if (asked.sort) {
    const index = at(asked.sort);
    const sign = asked.descending ? -1 : 1;
    found.sort((a, b) => sign * String(a.cells[index]).localeCompare(String(b.cells[index]), "en", { numeric: true }));
  }
  return {
    total: found.length,
    offset: asked.offset,
    columns: COLUMNS.map(({ name }) => ({
      name,
      role: state.roles[name] ?? "insensitive",
      level: state.levels[name] ?? 0,
      height: state.hierarchies[name]?.titles.length ?? 0,
    })),
    rows: found.slice(asked.offset, asked.offset + asked.limit),
  };
}

function matches(cell: Cell, { operator, value }: RowFilter): boolean {
  if (operator === "missing") return cell === null;
  if (cell === null || value == null) return false;
  if (operator === "contains") return cell.toLowerCase().includes(value.toLowerCase());
  if (operator === "equals") return cell === value;
  if (operator === "not_equals") return cell !== value;
  return operator === "at_least" ? Number(cell) >= Number(value) : Number(cell) <= Number(value);
}

export function riskyRows(state: State, limit: number): RiskyRow[] {
  const names = quasi(state);
  const sizes = classSizes(state);
  const cells = ROWS.map((row, index): Record<string, Cell> =>
    Object.fromEntries(
      names.map((name) => {
        const at = COLUMNS.findIndex((column) => column.name === name);
        return [name, state.recoded?.cells[index]?.[at] ?? publish(state, name, row[at] ?? null)];
      }),
    ),
  );
  const published = cells.filter((_, index) => (sizes[index] ?? 0) >= Math.max(state.k, 1));
  return sizes
    .map((size, row) => ({ size, row }))
    .filter(({ size }) => size >= Math.max(state.k, 1))
    .sort((a, b) => a.size - b.size)
    .slice(0, limit)
    .map(({ size, row }) => {
      const mine = cells[row] ?? {};
      const giveaway = fewest(published, mine, names, size);
      const told = giveaway.map((name) => `${name} = ${shown(mine[name] ?? null)}`).join(" and ");
      const reason = size === 1 ? `One person has ${told}.` : `Only ${size} people have ${told}.`;
      return { row: row + 1, size, risk: 100 / size, cells: mine, giveaway, smallest: true, reason };
    });
}

/** The first of the shortest combinations that so few rows share. */
function fewest(rows: Record<string, Cell>[], mine: Record<string, Cell>, names: string[], size: number): string[] {
  let tried: string[][] = [[]];
  for (let length = 0; length <= names.length; length += 1) {
    const found = tried.find((one) => rows.filter((row) => one.every((name) => row[name] === mine[name])).length <= size);
    if (found) return found;
    tried = tried.flatMap((one) => names.slice(one.length ? names.indexOf(one.at(-1) ?? "") + 1 : 0).map((name) => [...one, name]));
  }
  return names;
}

export function compare(state: State): Comparison {
  const start: State = { ...state, k: 1, levels: Object.fromEntries(quasi(state).map((name) => [name, 0])) };
  return {
    before: risk(start),
    after: risk(state),
    attributes: quasi(state).map((name) => {
      const index = COLUMNS.findIndex((column) => column.name === name);
      const level = state.levels[name] ?? 0;
      const titles = state.hierarchies[name]?.titles ?? [];
      const values = ROWS.map((row) => row[index] ?? null);
      return {
        name,
        level,
        title: level ? (titles[level - 1] ?? "*") : "as is",
        loss: (100 * level) / Math.max(titles.length, 1),
        before: bars(values, false),
        after: bars(
          values.map((cell) => publish(state, name, cell)),
          false,
        ),
      };
    }),
  };
}
