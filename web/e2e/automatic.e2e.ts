/** Anonymise automatically: rank, run, look, adopt, undo, compare, and choose a point of the trade-off. */
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { findBarriers, launch, openWindow, overflow, type Watched } from "./browser";
import { PROJECT, startServer, type Server } from "./server";
import { appliedSteps, openSample, readGauges, undo } from "./steps";

let server: Server;
let browser: Browser;
let watched: Watched;
let page: Page;
let dataset: string;

beforeAll(async () => {
  server = await startServer();
  browser = await launch();
  watched = await openWindow(browser, server);
  page = watched.page;
  dataset = await openSample(page, "Census");
});
afterEach(() => expect(watched.trouble).toEqual([]));
afterAll(async () => {
  await browser.close();
  await server.remove();
});

const part = (name: string): Promise<void> => page.getByRole("tab", { name, exact: true }).click();
const ranks = (): Promise<string[]> => page.getByRole("list", { name: "What matters most" }).getByRole("listitem").allInnerTexts();

async function run(method: RegExp): Promise<void> {
  await part("Set up and run");
  await page.getByRole("radio", { name: method }).click();
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await page.getByRole("button", { name: "Discard" }).waitFor();
}

describe("a run by priority", () => {
  it("is ranked by keyboard and by dragging", async () => {
    await part("Automatic");
    await page.getByRole("button", { name: "More important: age" }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("status").filter({ hasText: "age: rank 1 of 2" }).waitFor();
    const from = await page.getByText("postcode").last().boundingBox();
    const to = await page.getByText("sex").last().boundingBox();
    if (!from || !to) throw new Error("nothing to drag");
    await page.mouse.move(from.x + 20, from.y + 8);
    await page.mouse.down();
    await page.mouse.move(to.x + 20, to.y + 10, { steps: 4 });
    await page.mouse.move(to.x + 20, to.y - 1, { steps: 4 });
    await page.mouse.up();
    await page.getByRole("status").filter({ hasText: "postcode: rank 2 of 3" }).waitFor();
    expect((await ranks()).slice(0, 2).join()).toMatch(/1.*age.*2.*postcode/s);
  });

  it("shows what is left of each attribute, values before and after, and rows in pairs", async () => {
    await run(/^By priority Row/);
    const qualities = page.getByRole("list", { name: "Information left, by priority" }).getByRole("button");
    expect(await qualities.first().innerText()).toMatch(/^1\s+age/);
    expect(await qualities.nth(1).innerText()).toMatch(/^2\s+postcode/);
    if (process.env.PICTURES) {
      await page.waitForTimeout(400);
      await page.screenshot({ path: join(PROJECT, "docs/images/dashboard-automatic.png") });
    }
    await page.getByRole("radiogroup", { name: "Before or after" }).getByText("Before").click();
    expect(await page.getByRole("list", { name: "age before" }).innerText()).toMatch(/0 safe\s+\d+ at risk/);
    await page.getByRole("radiogroup", { name: "What is shown" }).getByText("Rows").click();
    await page.getByRole("table", { name: "Rows before and after" }).getByText("(changed)").first().waitFor({ state: "attached" });
    await page.getByText("1–50 of 2,000").waitFor();
  });

  it("is adopted, seen in the history, and undone", async () => {
    const before = await readGauges(page);
    await page.getByRole("button", { name: "Adopt" }).click();
    await expect.poll(() => appliedSteps(page)).toHaveLength(1);
    const after = await readGauges(page);
    expect(after.highest_risk).toBe(20);
    await part("Attributes");
    await page.getByText("Rows are recoded row by row").waitFor();
    expect(await overflow(page)).toEqual([0, 0]);
    await part("History");
    await page.getByRole("list", { name: "Decisions" }).getByText(/recoded row by row to k = 5, sparing age/).waitFor();
    await undo(page, /recoded row by row/);
    await expect.poll(() => readGauges(page)).toEqual(before);
  });
});

describe("the optimum", () => {
  it("is found, and compared with the run before", async () => {
    await part("Automatic");
    await run(/^Optimal/);
    await part("Two results");
    const table = page.getByRole("table", { name: "Figures of two results" });
    await table.getByRole("row", { name: /^k reached 5 5/ }).waitFor();
    const first = page.getByRole("list", { name: "Information left, by priority" }).getByRole("listitem").first();
    expect(await first.innerText()).toMatch(/age\s+A[\s\S]*row by row\s+B[\s\S]*level \d/);
  });
});

describe("the trade-off", () => {
  it("is gone along, dragged, and applied as steps that are undone one by one", async () => {
    await part("Trade-off");
    const slider = page.getByRole("slider", { name: "Point on the line" });
    await slider.focus();
    await page.keyboard.press("Home");
    const start = await slider.getAttribute("aria-valuetext");
    expect(start).toContain("highest risk 100");
    const chart = await page.getByRole("img", { name: /^Risk against utility loss/ }).boundingBox();
    if (!chart) throw new Error("no chart");
    await page.mouse.move(chart.x + 40, chart.y + 15);
    await page.mouse.down();
    await page.mouse.move(chart.x + chart.width - 20, chart.y + chart.height - 25, { steps: 6 });
    await page.mouse.up();
    expect(await slider.getAttribute("aria-valuetext")).not.toBe(start);

    await page.getByRole("button", { name: "Go there" }).click();
    const text = (await slider.getAttribute("aria-valuetext")) ?? "";
    const [k, rows] = (/smallest group (\d+), (\d+) rows/.exec(text) ?? []).slice(1).map(Number);
    expect(k).toBeGreaterThanOrEqual(5);
    expect(rows).toBeLessThanOrEqual(20);
    await page.getByRole("button", { name: "Apply this point" }).click();
    await expect.poll(async () => (await appliedSteps(page)).length).toBeGreaterThan(1);
    await expect.poll(async () => (await readGauges(page)).highest_risk).toBeLessThanOrEqual(20);
    const steps = await appliedSteps(page);
    await page.getByRole("list", { name: "Applied" }).getByRole("button").first().click();
    await expect.poll(() => appliedSteps(page)).toHaveLength(steps.length - 1);
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
  it.each(PARTS)("%s has no barrier and fits", async (_, rest, role, label) => {
    const { page: shown, trouble } = await openWindow(browser, server, { colorScheme, locale });
    await shown.goto(`${server.origin}/datasets/${dataset}?tab=automatic${rest}`);
    const named = locale === "en-GB" ? shown.getByRole(role, { name: label }) : shown.getByRole("tabpanel").last().getByRole(role);
    await named.first().waitFor();
    expect(await findBarriers(shown)).toEqual([]);
    expect(await overflow(shown)).toEqual([0, 0]);
    expect(trouble).toEqual([]);
    await shown.context().close();
  });
});
