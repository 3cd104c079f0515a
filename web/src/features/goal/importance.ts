/** How much columns matter, as ranked groups and as a mark for each: `rankOf([["age"]], "age")` is "most". */

export const RANKS = ["most", "important", "normal"] as const;
export type Rank = (typeof RANKS)[number];

export type Groups = readonly (readonly string[])[];

/** The first group matters most, any other one is important. */
export function rankOf(groups: Groups, name: string): Rank {
  const at = groups.findIndex((group) => group.includes(name));
  return at < 0 ? "normal" : at === 0 ? "most" : "important";
}

/** Put a column into another group; those that matter only as much as usual are in none. */
export function setRank(groups: Groups, name: string, rank: Rank): string[][] {
  const marked = groups.flat().filter((one) => one !== name);
  const now = (one: string): Rank => (one === name ? rank : rankOf(groups, one));
  const names = [...marked, name];
  return (["most", "important"] as const).map((wanted) => names.filter((one) => now(one) === wanted)).filter((group) => group.length > 0);
}
