/** Hierarchies of the mock: paths from value to `*`, their view, and the edits. */
import type { HierarchyEdit, HierarchyView } from "../src/api/types.ts";
import { CANDIDATES, COLUMNS, ROWS, countValues, type Cell } from "./table.ts";

export interface Hierarchy {
  attribute: string;
  builder: string;
  reason: string;
  titles: string[];
  /** value -> its label at each level, the value itself first. */
  paths: Map<string, string[]>;
}

export const MISSING = "*missing*";

export class Refusal extends Error {
  readonly hint: string;
  constructor(message: string, hint: string) {
    super(message);
    this.hint = hint;
  }
}

export const shown = (cell: Cell): string => cell ?? MISSING;

function valuesOf(attribute: string): [Cell, number][] {
  const index = COLUMNS.findIndex((column) => column.name === attribute);
  return countValues(ROWS.map((row) => row[index] ?? null));
}

export function fromCsv(attribute: string, csv: string, builder = "csv", reason = "Imported by you.", titles?: string[]): Hierarchy {
  const lines = csv.split(/\r?\n/).filter(Boolean);
  const cells = lines.map((line) => line.split(";"));
  const paths = new Map(cells.map((path) => [path[0] ?? "", path]));
  for (const [cell] of valuesOf(attribute)) {
    if (paths.has(shown(cell)) || paths.has(cell ?? "")) continue;
    throw new Refusal(
      `The hierarchy of '${attribute}' misses the value '${shown(cell)}'.`,
      "Add a line for it: value;level1;…;*.",
    );
  }
  const height = (cells[0]?.length ?? 1) - 1;
  return { attribute, builder, reason, paths, titles: titles ?? defaultTitles(cells, height) };
}

function defaultTitles(cells: string[][], height: number): string[] {
  return Array.from({ length: height }, (_, level) => {
    const labels = new Set(cells.map((path) => path[level + 1]));
    return level === height - 1 ? "*" : `${labels.size} groups`;
  });
}

/** The hierarchy that a builder makes; without a name, the one that suits best. */
export function build(attribute: string, builder?: string): Hierarchy {
  const known = CANDIDATES[attribute];
  const found = known?.candidates.find((one) => one.builder === (builder ?? known.chosen));
  if (found) return fromCsv(attribute, found.csv, found.builder, found.reason, found.titles);
  const csv = valuesOf(attribute).map(([cell]) => `${shown(cell)};*`);
  return fromCsv(attribute, csv.join("\n"), "suppress", "Shown or hidden.", ["*"]);
}

export function labelAt(hierarchy: Hierarchy, cell: Cell, level: number): string {
  const path = hierarchy.paths.get(shown(cell)) ?? hierarchy.paths.get(cell ?? "");
  return path?.[level] ?? shown(cell);
}

export function toCsv(hierarchy: Hierarchy): string {
  return [...hierarchy.paths.values()].map((path) => path.join(";")).join("\n") + "\n";
}

/** `{a, b} => c`, level by level. */
function toRules({ paths, titles }: Hierarchy): string {
  return titles
    .map((_, index) => {
      const groups = new Map<string, Set<string>>();
      for (const path of paths.values()) {
        const group = path[index + 1] ?? "*";
        groups.set(group, (groups.get(group) ?? new Set()).add(path[index] ?? ""));
      }
      return [`level ${index + 1}`, ...[...groups].map(([group, names]) => `{${[...names].join(", ")}} => ${group}`)].join("\n");
    })
    .join("\n");
}

/** Reads what `toRules` writes; names with commas or braces are left to the real server. */
export function fromRules(attribute: string, text: string): Hierarchy {
  const levels: Map<string, string>[] = [];
  for (const line of text.split("\n").filter((one) => one.trim())) {
    if (/^level \d+$/.test(line.trim())) levels.push(new Map());
    else {
      const found = /^\{(.*)\} => (.*)$/.exec(line.trim());
      if (!found) throw new Refusal(`This is no rule: ${line}`, "Write each rule on a line of its own: {a, b} => c.");
      for (const name of (found[1] ?? "").split(", ")) levels.at(-1)?.set(name, found[2] ?? "");
    }
  }
  const lines = valuesOf(attribute).map(([cell]) =>
    levels.reduce((path, rules) => [...path, rules.get(path.at(-1) ?? "") ?? path.at(-1) ?? ""], [shown(cell)]).join(";"),
  );
  return fromCsv(attribute, lines.join("\n"));
}

export function edit(hierarchy: Hierarchy, edits: HierarchyEdit[]): Hierarchy {
  return edits.reduce(applyEdit, hierarchy);
}

function applyEdit(hierarchy: Hierarchy, change: HierarchyEdit): Hierarchy {
  const height = hierarchy.titles.length;
  const lowest = change.edit === "add_level" ? 0 : 1;
  if (change.level < lowest || change.level >= height) {
    throw new Refusal(
      `Level ${change.level} of '${hierarchy.attribute}' cannot be changed.`,
      "Choose a level in between.",
    );
  }
  const reason = hierarchy.reason.endsWith("Changed by you.") ? hierarchy.reason : `${hierarchy.reason} Changed by you.`;
  if (change.edit === "add_level") {
    const twice = <T>(items: T[], index: number): T[] => [...items.slice(0, index + 1), ...items.slice(index)];
    const paths = new Map([...hierarchy.paths].map(([value, path]) => [value, twice(path, change.level)]));
    const titles = [...hierarchy.titles];
    titles.splice(change.level, 0, `${new Set([...paths.values()].map((path) => path[change.level])).size} groups`);
    return { ...hierarchy, reason, paths, titles };
  }
  if (change.edit === "drop_level") {
    const keep = <T>(items: T[], dropped: number): T[] => items.filter((_, index) => index !== dropped);
    const paths = new Map([...hierarchy.paths].map(([value, path]) => [value, keep(path, change.level)]));
    return { ...hierarchy, reason, paths, titles: keep(hierarchy.titles, change.level - 1) };
  }
  const chosen = new Set(change.edit === "merge" ? change.labels : [change.label]);
  if (change.edit === "merge") checkTogether(hierarchy, change.level, chosen);
  const swap = (path: string[]): string[] =>
    path.map((label, level) => (level === change.level && chosen.has(label) ? change.to : label));
  const paths = new Map([...hierarchy.paths].map(([value, path]) => [value, swap(path)]));
  return { ...hierarchy, reason, paths };
}

function checkTogether(hierarchy: Hierarchy, level: number, labels: Set<string>): void {
  const parents = new Set<string>();
  for (const path of hierarchy.paths.values()) {
    if (labels.has(path[level] ?? "")) parents.add(path[level + 1] ?? "*");
  }
  if (parents.size < 2) return;
  throw new Refusal(
    `The groups lie apart at level ${level + 1}, so they cannot be one group at level ${level}.`,
    `Merge ${[...parents].map((one) => `'${one}'`).join(" and ")} at level ${level + 1} first.`,
  );
}

export function describe(hierarchy: Hierarchy): HierarchyView {
  const counted = valuesOf(hierarchy.attribute);
  const titles = ["as is", ...hierarchy.titles];
  return {
    attribute: hierarchy.attribute,
    builder: hierarchy.builder,
    reason: hierarchy.reason,
    height: hierarchy.titles.length,
    titles,
    candidates: (CANDIDATES[hierarchy.attribute]?.candidates ?? []).map(({ builder, title, why }) => ({
      builder,
      title,
      reason: why,
    })),
    levels: titles.map((title, level) => ({ level, title, groups: groupsAt(hierarchy, counted, level), more: 0 })),
    csv: toCsv(hierarchy),
    rules: toRules(hierarchy),
  };
}

function groupsAt(hierarchy: Hierarchy, counted: [Cell, number][], level: number) {
  const groups = new Map<string, { label: string; rows: number; values: number }>();
  for (const [cell, rows] of counted) {
    const label = labelAt(hierarchy, cell, level);
    const group = groups.get(label) ?? { label, rows: 0, values: 0 };
    groups.set(label, { label, rows: group.rows + rows, values: group.values + 1 });
  }
  return [...groups.values()].sort((a, b) => a.label.localeCompare(b.label, "en", { numeric: true }));
}
