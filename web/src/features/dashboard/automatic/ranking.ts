/** What matters most, as ranked groups: `raise([["age", "sex"]], "sex")` is `[["sex"], ["age"]]`. */

/** The most important first; equals share a group. */
export type Groups = readonly (readonly string[])[];

/** Where an attribute is put: into a group, or as a rank of its own beside it. */
export interface Drop {
  group: number;
  how: "before" | "join" | "after";
}

export type Move = "up" | "down" | "join";

/** The same order for the attributes there are now; new ones share the last rank. */
export function reconcile(groups: Groups, names: readonly string[]): Groups {
  const known = groups.flat();
  const kept = groups.map((group) => group.filter((name) => names.includes(name))).filter((group) => group.length);
  const added = names.filter((name) => !known.includes(name));
  if (!added.length) return kept;
  return [...kept.slice(0, -1), [...(kept.at(-1) ?? []), ...added]];
}

export function rankOf(groups: Groups, name: string): number {
  return groups.findIndex((group) => group.includes(name));
}

export function put(groups: Groups, name: string, { group, how }: Drop): Groups {
  return groups.flatMap((members, index) => {
    const others = members.filter((one) => one !== name);
    const left = others.length ? [others] : [];
    if (index !== group) return left;
    if (how === "join") return [members.includes(name) ? members : [...members, name]];
    return how === "before" ? [[name], ...left] : [...left, [name]];
  });
}

/** One step: out of a shared rank first, then past the next one. */
export function move(groups: Groups, name: string, direction: Move): Groups {
  const at = rankOf(groups, name);
  const shared = (groups[at]?.length ?? 0) > 1;
  if (direction === "up") return put(groups, name, { group: shared ? at : Math.max(at - 1, 0), how: "before" });
  if (direction === "join") return at > 0 ? put(groups, name, { group: at - 1, how: "join" }) : groups;
  return put(groups, name, { group: shared ? at : Math.min(at + 1, groups.length - 1), how: "after" });
}

/** Whether a step changes anything. */
export function canMove(groups: Groups, name: string, direction: Move): boolean {
  const at = rankOf(groups, name);
  const shared = (groups[at]?.length ?? 0) > 1;
  if (direction === "up") return shared || at > 0;
  return direction === "join" ? at > 0 : shared || at < groups.length - 1;
}

/** A row of the list as it is drawn, with the group it belongs to. */
export interface DrawnRow {
  group: number;
  top: number;
  bottom: number;
}

/** Near the edge of a group lies a rank of its own; anywhere else one joins. */
const EDGE = 0.3;

export function dropAt(rows: readonly DrawnRow[], y: number): Drop | null {
  const index = rows.findIndex((row) => y < row.bottom);
  const row = rows[index] ?? rows.at(-1);
  if (!row) return null;
  const place = index < 0 ? 1 : (y - row.top) / Math.max(row.bottom - row.top, 1);
  const first = rows.find((one) => one.group === row.group) === row;
  const last = rows.findLast((one) => one.group === row.group) === row;
  if (first && place < EDGE) return { group: row.group, how: "before" };
  if (last && place > 1 - EDGE) return { group: row.group, how: "after" };
  return { group: row.group, how: "join" };
}

/** What is sent: nothing while all matter the same. */
export function sent(groups: Groups): string[][] {
  return groups.length > 1 ? groups.map((group) => [...group]) : [];
}
