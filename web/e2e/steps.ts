/** What people do on the page, in their words: `await openSample(page, "Census")`. */
import type { Page } from "playwright-core";
import { expect, vi } from "vitest";

/** Open a sample from the first page, past its columns, to where it is made safe; answers its id. */
export async function openSample(page: Page, title: string): Promise<string> {
  await page.getByRole("button", { name: new RegExp(`^${title}`) }).click();
  return toDashboard(page);
}

/** Go to a step of the journey by its name. */
export async function toStep(page: Page, name: string): Promise<void> {
  await page.getByRole("navigation", { name: "Steps" }).getByRole("link", { name: new RegExp(`^${name}`) }).click();
}

/** Open a part of *Make it safe*, *Check* or *See* by its tab, or what is done by hand by its name. */
export async function toPart(page: Page, name: string): Promise<void> {
  if (name === "Make columns coarser" || name === "Remove rows") {
    await page.getByRole("tab", { name: "By hand" }).click();
    await page.locator("label", { hasText: name }).click();
  } else await page.getByRole("tab", { name, exact: true }).click();
}

/** From the columns, where a new dataset starts, to where it is made safe by hand. */
export async function toDashboard(page: Page): Promise<string> {
  await page.waitForURL(/\/datasets\/[^/]+\/columns/);
  await toStep(page, "Make it safe");
  await page.getByRole("tab", { name: "By hand" }).click();
  await page.getByRole("meter", { name: "Average risk" }).waitFor();
  const id = /\/datasets\/([^/?]+)/.exec(page.url())?.[1];
  if (id === undefined) throw new Error(`no dataset in ${page.url()}`);
  return id;
}

/** Wait until something holds, in tests and before them. */
export const soon = (holds: () => Promise<unknown>): Promise<unknown> => vi.waitFor(holds, { timeout: 30_000, interval: 100 });

export interface Figures {
  average_risk: number;
  highest_risk: number;
  utility_loss: number;
}

/** The exact figures of the three gauges. */
export async function readGauges(page: Page): Promise<Figures> {
  const read = async (name: string): Promise<number> =>
    Number(await page.getByRole("meter", { name }).getAttribute("aria-valuenow"));
  return {
    average_risk: await read("Average risk"),
    highest_risk: await read("Highest risk"),
    utility_loss: await read("Detail lost"),
  };
}

export async function expectGauges(page: Page, wanted: Figures): Promise<void> {
  const { average_risk, highest_risk, utility_loss } = wanted;
  await soon(async () => expect(await readGauges(page)).toEqual({ average_risk, highest_risk, utility_loss }));
}

/** What is applied now, in the order it was. */
export async function appliedSteps(page: Page): Promise<string[]> {
  return page.getByRole("list", { name: "Applied" }).getByRole("listitem").allInnerTexts();
}

/** Move the slider of an attribute with the keyboard and apply the level under it. */
export async function applyLevel(page: Page, attribute: string, level: number): Promise<void> {
  const row = page.getByRole("listitem", { name: new RegExp(`^\\d+\\. ${attribute}$`) });
  const slider = row.getByRole("slider");
  await slider.focus();
  await page.keyboard.press("Home");
  const first = Number(await slider.getAttribute("aria-valuenow"));
  for (let at = first; at < level; at += 1) await page.keyboard.press("ArrowRight");
  expect(await slider.getAttribute("aria-valuenow")).toBe(String(level));
  const before = (await appliedSteps(page)).length;
  // Only then the other sliders start from the new state.
  const advice = page.waitForRequest(/\/recommendations/);
  await row.getByRole("button", { name: /^Apply to/ }).click();
  await soon(async () => expect(await appliedSteps(page)).toHaveLength(before + 1));
  await (await (await advice).response())?.finished();
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
}

export async function undo(page: Page, text: RegExp): Promise<void> {
  const before = (await appliedSteps(page)).length;
  await page.getByRole("list", { name: "Applied" }).getByRole("listitem").filter({ hasText: text }).getByRole("button").click();
  await soon(async () => expect(await appliedSteps(page)).toHaveLength(before - 1));
}
