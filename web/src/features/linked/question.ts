/** From a proposal to a question, and what is still missing from it. */
import { isNeverPublished } from "@/api/roles";
import type { Condition, Fact, JoinKind, LinkColumn, LinkRange, LinkRequest, Proposal, Taxonomy } from "@/api/types";

/** Two columns that belong together; proposed ones say why. */
export interface Pair {
  left: string;
  right: string;
  condition: Condition;
  reason?: string;
}

/** How the chosen data sets are linked; what a person edits. */
export interface Question {
  join: JoinKind;
  /** One for each data set but the first, where there are more than two. */
  joins?: JoinKind[];
  on: Pair[];
  sensitive: string[];
  different: boolean;
  /** Person keys that were chosen, as `1.patient_id`, or `1.none`; other releases have that of the data set. */
  person?: string[];
  threshold: number;
}

export const JOINS = ["inner", "left", "right", "full", "cross"] as const;
export const CONDITIONS = ["equal", "overlaps", "covers"] as const;
export function startFrom(proposal: Proposal): Question {
  return { join: "inner", on: proposal.pairs, sensitive: proposal.sensitive, different: false, threshold: 0.5 };
}

/** What keeps a question from being asked, by the name of its text. */
export type Gap = "noSensitive" | "noPairs" | "twoSensitive";

export function gapOf(question: Question, sources: number): Gap | null {
  if (!question.sensitive.length) return "noSensitive";
  if (question.different && question.sensitive.length !== 2) return "twoSensitive";
  const kinds = kindsOf(question, sources);
  const joined = new Set(question.on.map(({ right }) => sourceOf(right)));
  kinds.forEach((kind, place) => kind === "cross" && joined.add(place + 2));
  // Whoever looks for the same value in all data sets joins them on it, too.
  if (!question.different) question.sensitive.slice(1).forEach((label) => joined.add(sourceOf(label)));
  return joined.size < sources - 1 ? "noPairs" : null;
}

/** How each data set but the first is joined. */
export function kindsOf({ join, joins }: Pick<Question, "join" | "joins">, sources: number): JoinKind[] {
  return Array.from({ length: sources - 1 }, (_, place) => (sources > 2 ? (joins?.[place] ?? join) : join));
}

/** The number of the data set that a label names: 2 for `2.zip`. */
export function sourceOf(label: string): number {
  return Number.parseInt(label, 10);
}

export function request(datasets: readonly string[], question: Question, ranges: readonly LinkRange[], taxonomies: readonly Taxonomy[] = []): LinkRequest {
  const { join, on, sensitive, different, person } = question;
  const kinds = kindsOf(question, datasets.length);
  return {
    datasets: [...datasets],
    join,
    ...(datasets.length > 2 ? { joins: kinds } : {}),
    on: on.filter(({ right }) => kinds[sourceOf(right) - 2] !== "cross").map(({ left, right, condition }) => ({ left, right, condition })),
    ranges: [...ranges],
    sensitive,
    different,
    ...(person?.length ? { person } : {}),
    taxonomies: [...taxonomies],
  };
}

/** The person key of a data set: as chosen, else its own; empty where rows are counted. */
export function keyOf({ person }: Pick<Question, "person">, number: number, columns: readonly LinkColumn[]): string {
  const chosen = person?.find((label) => sourceOf(label) === number);
  const own = columns.find(({ role }) => role === "person")?.label;
  return chosen === `${number}.none` ? "" : (chosen ?? own ?? "");
}

/** The same question with another person key of a data set, or none. */
export function withKey({ person }: Pick<Question, "person">, number: number, label: string): string[] {
  return [...(person ?? []).filter((one) => sourceOf(one) !== number), label || `${number}.none`];
}

/** Facts as they are sent; what is not filled in yet is not known. */
export function known(facts: readonly Fact[]): Record<string, string> {
  return Object.fromEntries(facts.filter(({ column, value }) => column && value.trim()).map(({ column, value }) => [column, value.trim()]));
}

export function allColumns(proposal: Proposal): LinkColumn[] {
  return proposal.sources.flatMap(({ columns }) => columns);
}

/** The shortest name that says which column is meant: `age` where one data set has it, else `1.age`. */
export function shortName(columns: readonly LinkColumn[], label: string): string {
  const found = columns.find((one) => one.label === label);
  if (!found) return label;
  return columns.filter(({ name }) => name === found.name).length === 1 ? found.name : label;
}

/** A thing that can be known: one column, or all that have the same name and are joined. */
export interface Knowable {
  name: string;
  values: string[];
}

export function knowables(proposal: Proposal, question: Question): Knowable[] {
  const ends = new Set(proposal.ranges.flatMap(({ source, low, high }) => [`${source}.${low}`, `${source}.${high}`]));
  const columns = allColumns(proposal).filter(({ label, role }) => !isNeverPublished(role) && !ends.has(label) && !question.sensitive.includes(label));
  const shared = question.on.filter(({ left, right }) => bare(left) === bare(right)).map(({ left }) => bare(left));
  const together = [...new Set(shared)].map((name) => ({ name, values: union(columns.filter((one) => one.name === name)) }));
  const alone = columns.map(({ label, values }) => ({ name: shortName(allColumns(proposal), label), values }));
  return [...together, ...alone].filter(({ values }) => values.length);
}

function bare(label: string): string {
  return label.slice(label.indexOf(".") + 1);
}

function union(columns: readonly LinkColumn[]): string[] {
  return [...new Set(columns.flatMap(({ values }) => values))];
}

/** A pair to start from: the first columns of two data sets that are not joined yet. */
export function nextPair(proposal: Proposal, question: Question): Pair | null {
  const taken = new Set(question.on.flatMap(({ left, right }) => [left, right]));
  const free = (source: number): LinkColumn | undefined =>
    proposal.sources[source - 1]?.columns.find(({ label, role }) => !taken.has(label) && !isNeverPublished(role) && !question.sensitive.includes(label));
  const counts = proposal.sources.slice(1).map(({ number }) => question.on.filter(({ right }) => sourceOf(right) === number).length);
  const later = counts.indexOf(Math.min(...counts)) + 2;
  const [left, right] = [free(1), free(later)];
  return left && right ? { left: left.label, right: right.label, condition: "equal" } : null;
}
