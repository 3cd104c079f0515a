/** What is chosen in the form, and the wish that is sent for it: `wishOf(offer, START, [["age"]], attributes)`. */
import type { AttributeView, Catalogue, Wish } from "@/api/types";
import { sent, type Groups } from "./ranking";

/** What the server offers to choose from. */
export type Offer = Pick<Catalogue, "methods" | "objectives" | "promises" | "strengths">;

/** The choices of the form; the priorities are beside it. */
export type Choices = Required<
  Pick<Wish, "k" | "l" | "diversity" | "t" | "method" | "max_suppression" | "utility" | "suppression" | "weights" | "lowest" | "highest">
> & {
  strength?: Strength;
  /** How long to search; without it, as long as is usual. */
  seconds?: number;
  /** What is promised of the whole release: a share from 0 to 1, or a number, by the name of the promise. */
  promised?: Record<string, number>;
  /** Further numbers of promises, such as `m`; without one, as it is by default. */
  parameters?: Record<string, number>;
  /** People of the population that the rows were drawn from, for promises about it. */
  people?: number | null;
  /** Columns that show a number of each group in place of ranges. */
  aggregate?: Record<string, GroupNumber>;
  /** How much a random sample may depend on one person, and the probability by which that may fail. */
  epsilon?: number | null;
  delta?: number | null;
};
/** What the number of a group is: its mean, median or most frequent value. */
export type GroupNumber = NonNullable<Wish["aggregate"]>[string];
/** A promise about the whole release, as the catalogue has it. */
export type ReleasePromise = Offer["promises"][number];
export type PromiseParameter = ReleasePromise["parameters"][number];
/** How much a rank counts; without one, as the method has it. */
export type Strength = NonNullable<Wish["strength"]>;
/** What a method may ask for. */
export type Option = keyof Choices;
export type Diversity = Choices["diversity"];

/** The ways to count l, by the name that a request calls each. */
export function diversitiesOf({ promises }: Offer): { value: Diversity; label: string }[] {
  return promises.flatMap(({ diversity, title }) => (diversity === null ? [] : [{ value: diversity as Diversity, label: title }]));
}

/** What can be promised of the release as a whole; a table of the population cannot be given here. */
export function releasePromisesOf({ promises }: Offer): ReleasePromise[] {
  return promises.filter(({ about, table }) => about === "release" && !table);
}

/** Those that are chosen. */
export function promisedOf(offer: Offer, { promised = {} }: Pick<Choices, "promised">): ReleasePromise[] {
  return releasePromisesOf(offer).filter(({ promise }) => promised[promise] !== undefined);
}

/** Choose a share for a promise, or none. */
export function promise(choices: Choices, name: string, share: number | null): Choices {
  return { ...choices, promised: withEntry(choices.promised ?? {}, name, share) };
}

/** The further numbers of what is promised, each once. */
export function parametersOf(offer: Offer, choices: Choices): PromiseParameter[] {
  const all = promisedOf(offer, choices).flatMap(({ parameters }) => parameters);
  return all.filter(({ name }, place) => all.findIndex((other) => other.name === name) === place);
}

/** Choose a further number, or the one by default. */
export function parameter(choices: Choices, name: string, value: number | null): Choices {
  return { ...choices, parameters: withEntry(choices.parameters ?? {}, name, value) };
}

/** Whether a promise is about people of whom it must be known how many there are. */
export function needsPeople(offer: Offer, choices: Choices): boolean {
  return promisedOf(offer, choices).some(({ population }) => population);
}

/** What is sent of it: nothing where nothing is promised. */
function promisesOf(offer: Offer, choices: Choices): Pick<Wish, "promises" | "population_size"> {
  const chosen = promisedOf(offer, choices);
  if (chosen.length === 0) return {};
  const promises = chosen.map(({ promise: name, parameters }) => {
    const further = parameters.map((each) => choices.parameters?.[each.name] ?? each.default);
    return `${name}=${[choices.promised?.[name] ?? 0, ...further].join(":")}`;
  });
  return { promises, ...(needsPeople(offer, choices) ? { population_size: choices.people ?? null } : {}) };
}

/** Where it is kept that a check asked for a run that makes the data fit. */
export const FIT_WANTED = "fitWanted";

export const START: Choices = {
  k: 5,
  l: null,
  diversity: "distinct",
  t: null,
  method: "priority",
  max_suppression: 0.05,
  utility: null,
  suppression: "strict",
  weights: {},
  lowest: {},
  highest: {},
};

/** What a field for a number tells: nothing while it is only begun (`0.`), null once it is empty. */
export function given(tell: (value: number | null) => void): (typed: number | string) => void {
  return (typed) => {
    if (typeof typed === "number") tell(typed);
    else if (typed === "") tell(null);
  };
}

/** From and to: what the server takes, and no more than can be meant. */
export const LIMITS = { k: [2, 100], seconds: [0, 3600], l: [1, 1_000_000], t: [0, 1], max_suppression: [0, 1], weight: [0, 1000] } as const;

export function isWithin(name: keyof typeof LIMITS, value: number | null | undefined): boolean {
  const [from, to] = LIMITS[name];
  return value === null || value === undefined || (value >= from && value <= to);
}

/** Numbers that the server would refuse are not sent. */
export function isValid({ k, l, t, max_suppression, seconds, weights = {}, promises = [], population_size }: Wish): boolean {
  if (population_size === null) return false;
  const named = isWithin("seconds", seconds) && (isWithin("k", k) || (k === 1 && promises.length > 0)) && isWithin("l", l) && isWithin("t", t) && isWithin("max_suppression", max_suppression);
  return named && Object.values(weights).every((weight) => isWithin("weight", weight));
}

/** Whether the chosen method asks for something. */
export function takes({ methods }: Offer, { method }: Pick<Choices, "method">, option: Option): boolean {
  return methods.some(({ name, options }) => name === method && options.includes(option));
}

/** The name of the measure that is made as small as possible: the chosen one, or the method's own. */
export function utilityOf({ methods }: Offer, { method, utility }: Pick<Choices, "method" | "utility">): string | undefined {
  const chosen = methods.find(({ name }) => name === method);
  return utility && chosen?.utilities.includes(utility) ? utility : chosen?.utility;
}

/** The measures that the chosen method can make small. */
export function objectivesOf({ methods, objectives }: Offer, { method }: Pick<Choices, "method">): Offer["objectives"] {
  const able = methods.find(({ name }) => name === method)?.utilities ?? [];
  return objectives.filter(({ name }) => able.includes(name));
}

/** How much a rank can count in the chosen method, the usual strength first. */
export function strengthsOf({ methods, strengths }: Offer, { method }: Pick<Choices, "method">): Offer["strengths"] {
  const known = methods.find(({ name }) => name === method)?.strengths ?? [];
  return known.flatMap((wanted) => strengths.filter(({ name }) => name === wanted));
}

/** The strength in force: the chosen one where the method knows it, or its usual one. */
export function strengthOf(offer: Offer, choices: Choices): Offer["strengths"][number] | undefined {
  const able = strengthsOf(offer, choices);
  return able.find(({ name }) => name === choices.strength) ?? able[0];
}

/** The measure that is made as small as possible. */
export function objectiveOf({ objectives }: Offer, utility: string | undefined): Offer["objectives"][number] | undefined {
  return objectives.find(({ name }) => name === utility);
}

/** Whether attributes can be weighed against each other: in measures of groups none counts more than another. */
export function canWeigh(offer: Offer, choices: Choices): boolean {
  return takes(offer, choices, "weights") && (objectiveOf(offer, utilityOf(offer, choices))?.weighted ?? false);
}

/** A quasi-identifier as far as bounds and numbers matter. */
export type Bounded = Pick<AttributeView, "name" | "height"> & Partial<Pick<AttributeView, "kind">>;

const NUMERIC = ["integer", "decimal"];

/** The columns whose groups can show a number: of numbers or dates. */
export function numericOf(attributes: readonly Bounded[]): Bounded[] {
  return attributes.filter(({ kind = "" }) => NUMERIC.includes(kind) || kind === "date");
}

/** What a column shows where nothing is chosen: some methods show the number of groups anyway. */
export function usualNumber({ methods }: Offer, { method }: Pick<Choices, "method">, { kind = "" }: Bounded): GroupNumber | null {
  const implied = methods.find(({ name }) => name === method)?.aggregate ?? null;
  return NUMERIC.includes(kind) ? (implied as GroupNumber | null) : null;
}

/** Choose what a column shows, or leave it as is usual. */
export function showNumber(choices: Choices, name: string, number: GroupNumber | null): Choices {
  const others = Object.entries(choices.aggregate ?? {}).filter(([one]) => one !== name);
  return { ...choices, aggregate: Object.fromEntries(number === null ? others : [...others, [name, number]]) };
}

/** What is sent of it: columns that are there and differ from what is usual. */
function numbersOf(offer: Offer, choices: Choices, attributes: readonly Bounded[]): Pick<Wish, "aggregate"> {
  const chosen = numericOf(attributes).flatMap((one): [string, GroupNumber][] => {
    const number = choices.aggregate?.[one.name];
    return number === undefined || number === usualNumber(offer, choices, one) ? [] : [[one.name, number]];
  });
  return chosen.length === 0 ? {} : { aggregate: Object.fromEntries(chosen) };
}

export interface Bounds {
  weight: number | null;
  lowest: number;
  highest: number;
}

/** What is chosen for an attribute, within what its hierarchy has now. */
export function boundsOf({ weights, lowest, highest }: Choices, { name, height }: Bounded): Bounds {
  const high = Math.min(highest[name] ?? height, height);
  return { weight: weights[name] ?? null, lowest: Math.min(lowest[name] ?? 0, high), highest: high };
}

/** Change what is chosen for an attribute; what says nothing is forgotten. */
export function bound(choices: Choices, { name, height }: Bounded, changed: Partial<Bounds>): Choices {
  const wanted = { ...boundsOf(choices, { name, height }), ...changed };
  return {
    ...choices,
    weights: withEntry(choices.weights, name, wanted.weight),
    lowest: withEntry(choices.lowest, name, wanted.lowest === 0 ? null : wanted.lowest),
    highest: withEntry(choices.highest, name, wanted.highest === height ? null : wanted.highest),
  };
}

function withEntry(entries: Record<string, number>, name: string, value: number | null): Record<string, number> {
  const others = Object.entries(entries).filter(([one]) => one !== name);
  return Object.fromEntries(value === null ? others : [...others, [name, value]]);
}

/** How many things few need are chosen: told where the form is closed. */
export function countAdvanced(offer: Offer, choices: Choices, attributes: readonly Bounded[], sensitive: boolean): number {
  const { l, t, utility, suppression } = choices;
  const protections = sensitive ? [l, t].filter((threshold) => threshold !== null).length : 0;
  const reading = takes(offer, choices, "suppression") && suppression === "published" ? 1 : 0;
  const objective = takes(offer, choices, "utility") && utility !== null && utility === utilityOf(offer, choices) ? 1 : 0;
  const bounded = attributes.filter((attribute) => {
    const { weight, lowest, highest } = boundsOf(choices, attribute);
    return (weight !== null && canWeigh(offer, choices)) || lowest > 0 || highest < attribute.height;
  });
  const promised = promisedOf(offer, choices).length;
  const limited = choices.seconds === undefined ? 0 : 1;
  const numbers = Object.keys(numbersOf(offer, choices, attributes).aggregate ?? {}).length;
  return protections + promised + numbers + reading + objective + limited + (takes(offer, choices, "lowest") ? bounded.length : 0);
}

/** What is asked of the server: weights and bounds only of attributes there are, and where they count. */
export function wishOf(offer: Offer, choices: Choices, groups: Groups, attributes: readonly Bounded[], sensitive: boolean): Wish {
  const weighed = canWeigh(offer, choices);
  const protections = sensitive ? {} : { l: null, t: null };
  const utility = choices.utility !== null && choices.utility === utilityOf(offer, choices) ? choices.utility : null;
  const {
    strength,
    promised: _promised,
    parameters: _parameters,
    people: _people,
    aggregate: _aggregate,
    epsilon = null,
    delta = null,
    ...others
  } = choices;
  const ranks = strength !== undefined && strengthOf(offer, choices)?.name === strength ? { strength } : {};
  const budget = takes(offer, choices, "epsilon") ? { ...(epsilon === null ? {} : { epsilon }), ...(delta === null ? {} : { delta }) } : {};
  const blank = { ...others, ...ranks, ...budget, ...protections, utility, weights: {}, lowest: {}, highest: {} };
  const promises = { ...promisesOf(offer, choices), ...numbersOf(offer, choices, attributes) };
  if (!takes(offer, choices, "lowest")) return { ...blank, ...promises, priority: sent(groups) };
  const bounded = attributes.reduce<Choices>((wish, attribute) => {
    const { weight, ...levels } = boundsOf(choices, attribute);
    return bound(wish, attribute, { ...levels, weight: weighed ? weight : null });
  }, blank);
  // A method that looks at no data publishes exactly the levels that the form shows.
  const fixed = takes(offer, choices, "epsilon") ? { lowest: Object.fromEntries(attributes.map((one) => [one.name, boundsOf(choices, one).lowest])), highest: {} } : {};
  return { ...bounded, ...fixed, ...promises, priority: weighed ? sent(groups) : [] };
}
