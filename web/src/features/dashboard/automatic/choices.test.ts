import { describe, expect, it } from "vitest";
import type { Wish } from "@/api/types";
import { canWeigh, countAdvanced, diversitiesOf, isValid, parameter, parametersOf, promise, releasePromisesOf, START, strengthOf, strengthsOf, takes, wishOf, type Offer } from "./choices";

const told = { explanation: "", citation: "" };

/** A server with methods and measures that the page was not written for. */
const OFFER = {
  methods: [
    { ...told, name: "swap", title: "Swap", recoding: "local", options: ["priority", "suppression"], utility: "distance", utilities: [] },
    { ...told, name: "levels", title: "Levels", recoding: "global", options: ["utility", "weights", "lowest", "highest"], utility: "distance", utilities: ["distance", "crowding"] },
  ],
  objectives: [
    { ...told, name: "distance", title: "Distance", weighted: true },
    { ...told, name: "crowding", title: "Crowding", weighted: false },
  ],
  promises: [
    { ...told, name: "k_anonymity", title: "k-anonymity", letter: null, diversity: null, bound: "at_least" },
    { ...told, name: "fair_l", title: "Fair l-diversity", letter: "l", diversity: "fair", bound: "at_least" },
  ],
} as unknown as Offer;
const choose = (method: string, utility: string | null = null) => ({ ...START, method, utility }) as unknown as typeof START;

describe("what the server offers", () => {
  const age = { name: "age", height: 4 };

  it("decides what a method asks for", () => {
    expect(takes(OFFER, choose("swap"), "suppression")).toBe(true);
    expect(takes(OFFER, choose("swap"), "utility")).toBe(false);
    expect(takes(OFFER, choose("unheard of"), "utility")).toBe(false);
  });

  it("decides whether attributes are weighed", () => {
    expect(canWeigh(OFFER, choose("levels"))).toBe(true);
    expect(canWeigh(OFFER, choose("levels", "crowding"))).toBe(false);
    expect(canWeigh(OFFER, choose("swap"))).toBe(false);
  });

  it("sends a budget, and the levels that are shown, to a method that draws rows", () => {
    const draws = { ...told, name: "draws", title: "Draws", recoding: "local", options: ["lowest", "epsilon", "delta"], utility: "distance", utilities: [] };
    const offer = { ...OFFER, methods: [...OFFER.methods, draws] } as unknown as Offer;
    const asked = { ...choose("draws"), epsilon: 0.5, delta: null, lowest: { age: 2 } };
    const sex = { name: "sex", height: 1 };
    const wish = wishOf(offer, asked, [], [age, sex], false);
    expect(wish).toMatchObject({ epsilon: 0.5, lowest: { age: 2, sex: 0 }, highest: {} });
    expect(wish).not.toHaveProperty("delta");
    expect(wishOf(offer, { ...asked, ...choose("levels") }, [], [age, sex], false)).not.toHaveProperty("epsilon");
  });

  it("decides what is sent and counted", () => {
    const levels = { ...choose("levels", "distance"), weights: { age: 2 }, lowest: { age: 1 }, suppression: "published" as const };
    expect(wishOf(OFFER, levels, [["age"], ["sex"]], [age], false)).toMatchObject({ weights: { age: 2 }, lowest: { age: 1 }, priority: [["age"], ["sex"]] });
    expect(countAdvanced(OFFER, levels, [age], false)).toBe(2);
    const swap = { ...levels, ...choose("swap"), suppression: "published" as const };
    expect(wishOf(OFFER, swap, [["age"], ["sex"]], [age], false)).toMatchObject({ weights: {}, lowest: {}, priority: [["age"], ["sex"]] });
    expect(countAdvanced(OFFER, swap, [age], false)).toBe(1);
  });

  it("decides how much a rank may count, and sends it only where the method knows it", () => {
    const strengths = ["mild", "harsh"].map((name) => ({ name, title: name, explanation: "" }));
    const methods = OFFER.methods.map((method) => ({ ...method, strengths: method.name === "swap" ? ["harsh", "mild"] : [] }));
    const offer = { ...OFFER, methods, strengths };
    expect(strengthsOf(offer, choose("swap")).map(({ name }) => name)).toEqual(["harsh", "mild"]);
    expect(strengthOf(offer, choose("swap"))?.name).toBe("harsh");
    const mild = (method: string) => ({ ...choose(method), strength: "mild" }) as unknown as typeof START;
    expect(wishOf(offer, mild("swap"), [["age"], ["sex"]], [age], false)).toHaveProperty("strength", "mild");
    expect(wishOf(offer, mild("levels"), [["age"], ["sex"]], [age], false)).not.toHaveProperty("strength");
    expect(wishOf(offer, choose("swap"), [["age"], ["sex"]], [age], false)).not.toHaveProperty("strength");
  });

  it("decides what can be promised of the whole release, and sends only what is chosen", () => {
    const whole = { ...told, letter: null, diversity: null, bound: "at_most", about: "release", table: false, kind: "share", parameters: [] };
    const promises = [
      { ...whole, name: "average_risk", title: "Average risk", promise: "average_risk", population: false },
      { ...whole, name: "zayatz", title: "Unique people", promise: "population_zayatz", population: true },
      { ...whole, name: "delta_presence", title: "δ-presence", promise: "delta_presence", population: true, table: true },
    ];
    const offer = { ...OFFER, promises: [...OFFER.promises, ...promises] } as unknown as Offer;
    expect(releasePromisesOf(offer).map(({ promise: name }) => name)).toEqual(["average_risk", "population_zayatz"]);
    const none = wishOf(offer, choose("levels"), [["age"]], [age], false);
    expect(none).not.toHaveProperty("promises");
    const average = promise({ ...choose("levels"), k: 1 }, "average_risk", 0.05);
    const sentOf = (choices: typeof START): Wish => wishOf(offer, choices, [["age"]], [age], false);
    expect(sentOf(average)).toMatchObject({ k: 1, promises: ["average_risk=0.05"] });
    expect(sentOf(average)).not.toHaveProperty("population_size");
    expect(isValid(sentOf(average))).toBe(true);
    expect(isValid({ ...none, k: 1 })).toBe(false);
    expect(countAdvanced(offer, average, [age], false)).toBe(1);
    const both = promise(average, "population_zayatz", 0.01);
    expect(isValid(sentOf(both))).toBe(false);
    expect(sentOf({ ...both, people: 4000 })).toMatchObject({ promises: ["average_risk=0.05", "population_zayatz=0.01"], population_size: 4000 });
    expect(sentOf(promise(average, "average_risk", null))).not.toHaveProperty("promises");
  });

  it("sends the further numbers of a promise behind its threshold", () => {
    const whole = { ...told, letter: null, diversity: null, about: "release", table: false, population: false, kind: "number" };
    const number = (name: string, least: number) => ({ name, title: name, default: least, minimum: 1, maximum: 1000, whole: true });
    const promises = [
      { ...whole, name: "k_subsets", promise: "k_subsets", bound: "at_least", parameters: [number("m", 3)] },
      { ...whole, name: "profit_prosecutor", promise: "profit_prosecutor", bound: "at_most", parameters: [number("gain", 300), number("cost", 4)] },
      { ...whole, name: "profit_journalist", promise: "profit_journalist", bound: "at_most", parameters: [number("gain", 300), number("cost", 4)] },
    ];
    const offer = { ...OFFER, promises } as unknown as Offer;
    const sentOf = (choices: typeof START) => wishOf(offer, choices, [["age"]], [age], false).promises;
    const few = promise(choose("levels"), "k_subsets", 5);
    expect(parametersOf(offer, few).map(({ name }) => name)).toEqual(["m"]);
    expect(sentOf(few)).toEqual(["k_subsets=5:3"]);
    expect(sentOf(parameter(few, "m", 2))).toEqual(["k_subsets=5:2"]);
    expect(sentOf(parameter(parameter(few, "m", 2), "m", null))).toEqual(["k_subsets=5:3"]);
    const attacks = parameter(promise(promise(few, "profit_prosecutor", 0), "profit_journalist", 10), "gain", 1200);
    expect(parametersOf(offer, attacks).map(({ name }) => name)).toEqual(["m", "gain", "cost"]);
    expect(sentOf(attacks)).toEqual(["k_subsets=5:3", "profit_prosecutor=0:1200:4", "profit_journalist=10:1200:4"]);
  });

  it("gives the ways to count l", () => {
    expect(diversitiesOf(OFFER)).toEqual([{ value: "fair", label: "Fair l-diversity" }]);
  });
});

const wish = (changed: Partial<Wish>): Wish => ({ ...START, ...changed });

describe("isValid", () => {
  it.each<[Partial<Wish>, boolean]>([
    [{}, true],
    [{ k: 1 }, false],
    [{ k: 101 }, false],
    [{ l: 1 }, true],
    [{ l: 0 }, false],
    [{ t: 0 }, true],
    [{ t: 1 }, true],
    [{ t: 1.001 }, false],
    [{ t: 5 }, false],
    [{ max_suppression: 1.5 }, false],
    [{ weights: { age: 0, sex: 1000 } }, true],
    [{ weights: { age: 1001 } }, false],
  ])("%j: %s", (changed, valid) => {
    expect(isValid(wish(changed))).toBe(valid);
  });

  it("minds only what is sent", () => {
    const choices = { ...START, t: 5, weights: { age: 2000 } };
    expect(isValid(wishOf(OFFER, choices, [], [], false))).toBe(true);
  });
});
