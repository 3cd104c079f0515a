/** Anonymise automatically: rank, run, look, adopt, undo, compare, and choose a point of the trade-off. */
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { AutomaticRun } from "../src/api/types";
import { expectSound, overflow, settle } from "./browser";
import { withSample, withView } from "./scene";
import { PROJECT } from "./server";
import { appliedSteps, readGauges, toPart, undo } from "./steps";

const scene = withSample("Census");

const part = (name: string): Promise<void> => scene.page.getByRole("tab", { name, exact: true }).click();
const ranks = (): Promise<string[]> => scene.page.getByRole("list", { name: "What must stay exact" }).getByRole("listitem").allInnerTexts();

/** What was searched for: ready proposals may be found at any time. */
const results = async (): Promise<AutomaticRun[]> => {
  const all = (await (await scene.server.ask(`/datasets/${scene.dataset}/automatic`)).json()) as AutomaticRun[];
  return all.filter(({ origin }) => origin === "search");
};

/** Run a method until its result is shown; the one before stays on the page until then. */
async function run(method: RegExp): Promise<void> {
  const before = (await results()).length;
  await part("Settings");
  await scene.page.getByRole("radio", { name: method }).click();
  await scene.page.getByRole("button", { name: "Run", exact: true }).click();
  await expect.poll(async () => (await results()).length).toBe(before + 1);
  await scene.page.getByRole("button", { name: "Discard" }).waitFor();
}

describe("a run by priority", () => {
  it("is ranked by keyboard and by dragging", async () => {
    await part("Automatic");
    await scene.page.getByRole("button", { name: "More important: age" }).focus();
    await scene.page.keyboard.press("Enter");
    await scene.page.getByRole("status").filter({ hasText: "age: place 1 of 2" }).waitFor();
    const from = await scene.page.getByText("postcode").last().boundingBox();
    const to = await scene.page.getByText("sex").last().boundingBox();
    if (!from || !to) throw new Error("nothing to drag");
    await scene.page.mouse.move(from.x + 20, from.y + 8);
    await scene.page.mouse.down();
    await scene.page.mouse.move(to.x + 20, to.y + 10, { steps: 4 });
    await scene.page.mouse.move(to.x + 20, to.y - 1, { steps: 4 });
    await scene.page.mouse.up();
    await scene.page.getByRole("status").filter({ hasText: "postcode: place 2 of 3" }).waitFor();
    await expect.poll(async () => (await ranks()).slice(0, 2).join()).toMatch(/1.*age.*2.*postcode/s);
  });

  it("shows what is left of each attribute, values before and after, and rows in pairs", async () => {
    await run(/^By priority Row/);
    const qualities = scene.page.getByRole("list", { name: "Detail kept" }).getByRole("button");
    await expect.poll(() => qualities.first().innerText()).toMatch(/^age: keeps/);
    await expect.poll(() => qualities.nth(1).innerText()).toMatch(/^postcode: keeps/);
    if (process.env.PICTURES) {
      await settle(scene.page);
      await scene.page.screenshot({ path: join(PROJECT, "docs/images/dashboard-automatic.png") });
    }
    await scene.page.getByRole("radiogroup", { name: "Before or after" }).getByText("Before").click();
    await expect.poll(() => scene.page.getByRole("list", { name: "age before" }).innerText()).toMatch(/0 in large enough groups\s+\d+ at risk/);
    await scene.page.getByRole("radiogroup", { name: "What to show" }).getByText("Rows").click();
    await scene.page.getByRole("table", { name: "Rows before and after" }).getByText("(changed)").first().waitFor({ state: "attached" });
    await scene.page.getByText("1–50 of 2,000").waitFor();
  });

  it("is adopted, seen in the history, and undone", async () => {
    const before = await readGauges(scene.page);
    await scene.page.getByRole("button", { name: "Use this result" }).click();
    await expect.poll(() => appliedSteps(scene.page)).toHaveLength(1);
    await expect.poll(async () => (await readGauges(scene.page)).highest_risk).toBe(20);
    await toPart(scene.page, "Make columns coarser");
    await scene.page.getByText("Each row has its own detail").waitFor();
    expect(await overflow(scene.page)).toEqual([0, 0]);
    await part("History");
    await scene.page.getByRole("list", { name: "Decisions" }).getByText(/recoded row by row to k = 5, keeping age as exact as possible/).waitFor();
    await undo(scene.page, /recoded row by row/);
    await expect.poll(() => readGauges(scene.page)).toEqual(before);
  });
});

describe("the optimum", () => {
  it("is found, and compared with the run before", async () => {
    await part("Automatic");
    await run(/^Optimal/);
    await part("Compare");
    const table = scene.page.getByRole("table", { name: "Figures of two results" });
    await table.getByRole("row", { name: /^Smallest group 5 5/ }).waitFor();
    const first = scene.page.getByRole("list", { name: "Detail kept" }).getByRole("listitem").first();
    await expect.poll(() => first.innerText()).toMatch(/age\s+A[\s\S]*row by row\s+B[\s\S]*level \d/);
  });
});

describe("advanced wishes", () => {
  const latest = async (): Promise<AutomaticRun | undefined> => (await results()).at(-1);
  const dialog = () => scene.page.getByRole("dialog", { name: /^More settings: / });
  const level = (run: AutomaticRun | undefined, name: string): number | null | undefined =>
    run?.attributes.find((one) => one.name === name)?.level;

  async function wish(fill: () => Promise<void>, method: RegExp): Promise<AutomaticRun | undefined> {
    await part("Settings");
    await scene.page.getByRole("radio", { name: method }).click();
    await scene.page.getByRole("button", { name: "More settings…" }).click();
    await fill();
    await scene.page.keyboard.press("Escape");
    await dialog().waitFor({ state: "detached" });
    await run(method);
    return latest();
  }

  it("keep levels between their bounds and weigh attributes", async () => {
    const plain = await latest();
    const wanted = level(plain, "sex") === 0 ? 1 : 0;
    const found = await wish(async () => {
      const bound = wanted === 1 ? "Lowest" : "Highest";
      await dialog().getByRole("combobox", { name: `${bound} level of sex` }).selectOption(String(wanted));
      await dialog().getByRole("combobox", { name: "Highest level of age" }).selectOption("3");
      await dialog().getByRole("textbox", { name: "Weight of age" }).fill("2.5");
      for (const field of await dialog().getByRole("textbox").all()) expect(await field.isVisible()).toBe(true);
    }, /^Optimal/);
    expect(level(found, "sex")).toBe(wanted);
    expect(level(found, "age")).toBeLessThanOrEqual(3);
    await part("Settings");
    await scene.page.getByText("2 changed").waitFor();
  });

  it("hold l and t, in what way l is asked to be counted", async () => {
    const found = await wish(async () => {
      await dialog().getByRole("textbox", { name: "Different secrets per group (l)" }).fill("2");
      await dialog().getByRole("combobox", { name: "How different secrets are counted" }).selectOption("entropy");
      await dialog().getByRole("textbox", { name: "Distance from the whole table (t)" }).fill("0.4");
    }, /^By priority Row/);
    expect(found?.wish).toMatchObject({ l: 2, diversity: "entropy", t: 0.4 });
    expect(found?.result.l).toBeGreaterThanOrEqual(2);
    expect(found?.result.t).toBeLessThanOrEqual(0.4);
    const told = scene.page.getByRole("group", { name: "Figures of the result" });
    expect(found?.held.map(({ attribute, model }) => `${attribute} ${model}`)).toEqual(
      expect.arrayContaining(["religion entropy_l", "income entropy_l", "income t_ordered"]),
    );
    const words = (): Promise<string> => told.innerText();
    for (const name of ["religion", "income"]) await expect.poll(words).toMatch(new RegExp(`l of ${name}\\s+[\\d.]+ \\(≥ 2\\)`));
    await expect.poll(words).toMatch(/t of income\s+0(\.\d+)? \(≤ 0\.4\)/);
  });
});

describe("the trade-off", () => {
  it("is gone along, dragged, and applied as steps that are undone one by one", async () => {
    await part("Risk against detail");
    const slider = scene.page.getByRole("slider", { name: "Point on the line" });
    await slider.focus();
    await scene.page.keyboard.press("Home");
    const start = await slider.getAttribute("aria-valuetext");
    expect(start).toContain("highest risk 100");
    const chart = await scene.page.getByRole("img", { name: /^Risk and detail lost/ }).boundingBox();
    if (!chart) throw new Error("no chart");
    await scene.page.mouse.move(chart.x + 40, chart.y + 15);
    await scene.page.mouse.down();
    await scene.page.mouse.move(chart.x + chart.width - 20, chart.y + chart.height - 25, { steps: 6 });
    await scene.page.mouse.up();
    await expect.poll(() => slider.getAttribute("aria-valuetext")).not.toBe(start);

    await scene.page.getByRole("button", { name: "Go there" }).click();
    const text = (await slider.getAttribute("aria-valuetext")) ?? "";
    const [k, rows] = (/smallest group (\d+), (\d+) rows/.exec(text) ?? []).slice(1).map(Number);
    expect(k).toBeGreaterThanOrEqual(5);
    expect(rows).toBeLessThanOrEqual(20);
    await scene.page.getByRole("button", { name: "Apply this point" }).click();
    await expect.poll(async () => (await appliedSteps(scene.page)).length).toBeGreaterThan(1);
    await expect.poll(async () => (await readGauges(scene.page)).highest_risk).toBeLessThanOrEqual(20);
    const steps = await appliedSteps(scene.page);
    await scene.page.getByRole("list", { name: "Applied" }).getByRole("button").first().click();
    await expect.poll(() => appliedSteps(scene.page)).toHaveLength(steps.length - 1);
  });
});

const PARTS = [
  ["setup", "", "button", "Run"],
  ["result", "&part=result", "button", "Discard"],
  ["runs", "&part=runs", "table", "Figures of two results"],
  ["front", "&part=front", "slider", "Point on the line"],
] as const;

describe.each([
  ["light", "en-GB"],
  ["dark", "es-ES"],
] as const)("in %s, %s", (colorScheme, locale) => {
  const view = withView(scene, { colorScheme, locale });

  it.each(PARTS)("%s has no barrier and fits", async (_, rest, role, label) => {
    await view.page.goto(`${scene.server.origin}/datasets/${scene.dataset}/safe?tab=automatic${rest}`);
    const named = locale === "en-GB" ? view.page.getByRole(role, { name: label }) : view.page.getByRole("tabpanel").last().getByRole(role);
    await named.first().waitFor();
    await expectSound(view.page);
  });
});
