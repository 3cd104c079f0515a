/** From the columns of a release and a list to the question that is asked of them. */
import { sourceOf } from "../question";
import { isNeverPublished } from "@/api/roles";
import type { AttackPair, AttackRequest, LinkColumn, LinkSource, Proposal, Taxonomy } from "@/api/types";

/** What a person chose; nothing is chosen of what is null. */
export interface Chosen {
  release: string | null;
  people: string | null;
  pairs: AttackPair[] | null;
  k: number;
}

export const START: Chosen = { release: null, people: null, pairs: null, k: 2 };

const names = ({ columns }: LinkSource): boolean => columns.some(({ role }) => isNeverPublished(role));

/** A table with names is likely the list; the first of the others is attacked. */
export function sidesOf(sources: readonly LinkSource[], chosen: Chosen): { release: string; people: string } {
  const known = (id: string | null): string | null => (sources.some(({ dataset }) => dataset === id) ? id : null);
  const release = known(chosen.release);
  const list = sources.find((one) => names(one) && one.dataset !== release) ?? sources.findLast(({ dataset }) => dataset !== release);
  const people = known(chosen.people) ?? list?.dataset ?? "";
  return { release: release ?? sources.find(({ dataset }) => dataset !== people)?.dataset ?? "", people };
}

/** The columns of one of the sides that may be linked by. */
export function linkable(proposal: Proposal, side: 1 | 2): LinkColumn[] {
  return proposal.sources[side - 1]?.columns.filter(({ role }) => !isNeverPublished(role)) ?? [];
}

const nameOf = (proposal: Proposal, label: string): string =>
  proposal.sources.flatMap(({ columns }) => columns).find((one) => one.label === label)?.name ?? label;

export function proposedPairs(proposal: Proposal): AttackPair[] {
  return proposal.pairs.map(({ left, right }) => ({ release: nameOf(proposal, left), people: nameOf(proposal, right) }));
}

/** A pair that is not there yet, if there is one. */
export function nextPair(proposal: Proposal, pairs: readonly AttackPair[]): AttackPair | null {
  const taken = new Set(pairs.map(({ release }) => release));
  const release = linkable(proposal, 1).find(({ name }) => !taken.has(name));
  const right = linkable(proposal, 2);
  const people = right.find(({ name }) => name === release?.name) ?? right[0];
  return release && people ? { release: release.name, people: people.name } : null;
}

/** What words stand for, told of the release (1) and of the list (2): words of another data set go for a column of that name. */
export function wordsFor(sources: readonly LinkSource[], taxonomies: readonly Taxonomy[], sides: { release: string; people: string }): Taxonomy[] {
  const both = [sides.release, sides.people];
  const found = new Map<string, Taxonomy>();
  const own = (one: Taxonomy): number => both.indexOf(sources[sourceOf(one.column) - 1]?.dataset ?? "");
  // Words that were given for a column itself come first.
  for (const one of [...taxonomies].sort((a, b) => Number(own(a) < 0) - Number(own(b) < 0))) {
    const name = one.column.slice(one.column.indexOf(".") + 1);
    const has = (dataset: string): boolean => sources.some((source) => source.dataset === dataset && source.columns.some((column) => column.name === name));
    const side = own(one) < 0 ? both.findIndex(has) : own(one);
    const column = `${side + 1}.${name}`;
    if (side >= 0 && !found.has(column)) found.set(column, { column, text: one.text });
  }
  return [...found.values()];
}

export function requestOf(proposal: Proposal, pairs: readonly AttackPair[], k: number, taxonomies: readonly Taxonomy[]): AttackRequest {
  const [release, people] = proposal.sources.map(({ dataset }) => dataset);
  const used = (source: number, name: string): boolean => pairs.some((pair) => (source === 1 ? pair.release : pair.people) === name);
  return {
    release: release ?? "",
    people: people ?? "",
    on: [...pairs],
    ranges: proposal.ranges.filter(({ source, name }) => used(source, name)),
    k,
    taxonomies: [...taxonomies],
  };
}
