/** A query while it is put together: what is chosen so far, always over tables that are there. */
import type { MatchCondition, Operator, QueryDraft, QueryJoinKind, QueryTable } from "@/api/types";

export const KINDS: readonly QueryJoinKind[] = ["inner", "left", "right", "full"];
export const CONDITIONS: readonly MatchCondition[] = ["equal", "overlaps", "covers"];
export const OPERATORS: readonly Operator[] = [
  "=", "<>", "<", "<=", ">", ">=", "between", "in", "not in", "like", "not like", "null", "not null",
];
/** As many as the server lets through. */
export const MOST = { joins: 15, pairs: 20, filters: 100, order: 20 } as const;

export interface Cell {
  table: string;
  column: string;
}

export interface PairDraft {
  left: Cell;
  right: string;
  condition: MatchCondition;
}

export interface JoinDraft {
  table: string;
  /** What it is called in the query: the same table can be joined twice. */
  alias: string;
  kind: QueryJoinKind;
  pairs: PairDraft[];
}

export interface FilterDraft {
  cell: Cell;
  operator: Operator;
  values: string[];
}

export interface OrderDraft {
  cell: Cell;
  descending: boolean;
}

export interface Draft {
  table: string;
  joins: JoinDraft[];
  columns: Cell[];
  filters: FilterDraft[];
  order: OrderDraft[];
  limit: number | null;
}

export const EMPTY: Draft = { table: "", joins: [], columns: [], filters: [], order: [], limit: null };

/** A cell as the value of a choice, whatever signs its names have. */
export const keyOf = ({ table, column }: Cell): string => JSON.stringify([table, column]);

export function cellOf(key: string): Cell {
  const [table = "", column = ""] = JSON.parse(key) as string[];
  return { table, column };
}

const same = (one: Cell, other: Cell): boolean => one.table === other.table && one.column === other.column;

/** How many values an operator needs: none, one, two, or as many as one likes. */
export function valuesOf(operator: Operator): 0 | 1 | 2 | "many" {
  if (operator === "null" || operator === "not null") return 0;
  if (operator === "between") return 2;
  return operator === "in" || operator === "not in" ? "many" : 1;
}

/** Everything that can be named in the query, of its first tables if told how many. */
export function cells(draft: Draft, tables: readonly QueryTable[], first = draft.joins.length + 1): Cell[] {
  const used = [{ table: draft.table, alias: draft.table }, ...draft.joins].slice(0, first);
  return used.flatMap(({ table, alias }) => columnsOf(tables, table).map((column) => ({ table: alias, column })));
}

export function columnsOf(tables: readonly QueryTable[], table: string): string[] {
  return tables.find(({ name }) => name === table)?.columns.map(({ name }) => name) ?? [];
}

/** What a further table is called in the query. */
export function freeAlias(draft: Draft, table: string): string {
  const taken = new Set([draft.table, ...draft.joins.map(({ alias }) => alias)].map((name) => name.toLowerCase()));
  for (let number = 1; ; number += 1) {
    const alias = number === 1 ? table : `${table}_${number}`;
    if (!taken.has(alias.toLowerCase())) return alias;
  }
}

/** Two columns that look alike, for a start. */
export function proposePair(left: readonly Cell[], right: readonly string[]): PairDraft | null {
  for (const cell of left) {
    const found = right.find((name) => name.toLowerCase() === cell.column.toLowerCase());
    if (found !== undefined) return { left: cell, right: found, condition: "equal" };
  }
  const [cell] = left;
  const [column] = right;
  return cell === undefined || column === undefined ? null : { left: cell, right: column, condition: "equal" };
}

export function withJoin(draft: Draft, tables: readonly QueryTable[], table: string): Draft {
  const pair = proposePair(cells(draft, tables), columnsOf(tables, table));
  if (!pair) return draft;
  return { ...draft, joins: [...draft.joins, { table, alias: freeAlias(draft, table), kind: "inner", pairs: [pair] }] };
}

/** The same draft without what was removed from the query. */
export function fitted(draft: Draft, tables: readonly QueryTable[]): Draft {
  const has = (name: string): boolean => tables.some((table) => table.name === name);
  if (!has(draft.table)) return { ...EMPTY, table: tables[0]?.name ?? "" };
  let fit: Draft = { ...draft, joins: [] };
  for (const join of draft.joins) {
    const known = cells(fit, tables);
    const columns = columnsOf(tables, join.table);
    const pairs = join.pairs.filter(({ left, right }) => known.some((one) => same(one, left)) && columns.includes(right));
    if (has(join.table) && pairs.length) fit = { ...fit, joins: [...fit.joins, { ...join, pairs }] };
  }
  const known = cells(fit, tables);
  const there = (cell: Cell): boolean => known.some((one) => same(one, cell));
  return {
    ...fit,
    columns: draft.columns.filter(there),
    filters: draft.filters.filter(({ cell }) => there(cell)),
    order: draft.order.filter(({ cell }) => there(cell)),
  };
}

/** Whether a filter says enough to be used. */
export function isComplete({ operator, values }: FilterDraft): boolean {
  const needed = valuesOf(operator);
  if (needed === "many") return values.length > 0;
  return values.slice(0, needed).filter((value) => value !== "").length === needed;
}

/** The draft as it is sent; filters that are not filled in yet are left out. */
export function toBuilt(draft: Draft): QueryDraft | null {
  if (!draft.table) return null;
  return {
    table: draft.table,
    joins: draft.joins.map(({ table, alias, kind, pairs }) => ({
      table,
      alias: alias === table ? null : alias,
      kind,
      on: pairs.map(({ left, right, condition }) => ({ left, right, condition })),
    })),
    columns: draft.columns,
    filters: draft.filters.filter(isComplete).map(({ cell, operator, values }) => {
      const needed = valuesOf(operator);
      return { ...cell, operator, values: needed === "many" ? values : values.slice(0, needed) };
    }),
    order: draft.order.map(({ cell, descending }) => ({ ...cell, descending })),
    limit: draft.limit,
  };
}

/** Whether its SQL can be run as written: tables of pairs are there only while it is put together. */
export const isPlain = (draft: Draft): boolean =>
  draft.joins.every(({ pairs }) => pairs.every(({ condition }) => condition === "equal"));
