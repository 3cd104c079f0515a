/** What is chosen in the form, and the wish that is sent for it: `wishOf(START, [["age"]], attributes)`. */
import type { AttributeView, Method, UtilityName, Wish } from "@/api/types";
import { sent, type Groups } from "./ranking";

export const METHODS: readonly Method[] = ["optimal", "priority", "priority-greedy"];
export const UTILITIES: readonly UtilityName[] = ["precision", "loss", "loss_geometric", "entropy", "discernibility", "class_size"];
/** Measures of groups, in which no attribute can count more than another. */
const OF_CLASSES: readonly UtilityName[] = ["discernibility", "class_size"];

/** The choices of the form; the priorities are beside it. */
export type Choices = Required<
  Pick<Wish, "k" | "l" | "diversity" | "t" | "method" | "max_suppression" | "utility" | "suppression" | "weights" | "lowest" | "highest">
>;
export type Diversity = Choices["diversity"];
export const DIVERSITIES: readonly Diversity[] = ["distinct", "entropy", "recursive"];

export const START: Choices = {
  k: 5,
  l: null,
  diversity: "distinct",
  t: null,
  method: "priority",
  max_suppression: 0.05,
  utility: "loss",
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
export const LIMITS = { k: [2, 100], l: [1, 1_000_000], t: [0, 1], max_suppression: [0, 1], weight: [0, 1000] } as const;

export function isWithin(name: keyof typeof LIMITS, value: number | null | undefined): boolean {
  const [from, to] = LIMITS[name];
  return value === null || value === undefined || (value >= from && value <= to);
}

/** Numbers that the server would refuse are not sent. */
export function isValid({ k, l, t, max_suppression, weights = {} }: Wish): boolean {
  const named = isWithin("k", k) && isWithin("l", l) && isWithin("t", t) && isWithin("max_suppression", max_suppression);
  return named && Object.values(weights).every((weight) => isWithin("weight", weight));
}

/** Whether attributes can be weighed against each other. */
export function canWeigh({ method, utility }: Choices): boolean {
  return method === "optimal" && !OF_CLASSES.includes(utility);
}

/** A quasi-identifier as far as bounds matter. */
export type Bounded = Pick<AttributeView, "name" | "height">;

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
export function countAdvanced(choices: Choices, attributes: readonly Bounded[], sensitive: boolean): number {
  const { l, t, method, utility, suppression } = choices;
  const protections = sensitive ? [l, t].filter((one) => one !== null).length : 0;
  if (method === "priority") return protections;
  if (method === "priority-greedy") return protections + (suppression === "published" ? 1 : 0);
  const bounded = attributes.filter((one) => {
    const { weight, lowest, highest } = boundsOf(choices, one);
    return (weight !== null && canWeigh(choices)) || lowest > 0 || highest < one.height;
  });
  return protections + (utility === START.utility ? 0 : 1) + bounded.length;
}

/** What is asked of the server: weights and bounds only of attributes there are, and where they count. */
export function wishOf(choices: Choices, groups: Groups, attributes: readonly Bounded[], sensitive: boolean): Wish {
  const weighed = canWeigh(choices);
  const protections = sensitive ? {} : { l: null, t: null };
  const blank = { ...choices, ...protections, weights: {}, lowest: {}, highest: {} };
  if (choices.method !== "optimal") return { ...blank, priority: sent(groups) };
  const bounded = attributes.reduce<Choices>((wish, one) => {
    const { weight, ...levels } = boundsOf(choices, one);
    return bound(wish, one, { ...levels, weight: weighed ? weight : null });
  }, blank);
  return { ...bounded, priority: weighed ? sent(groups) : [] };
}
