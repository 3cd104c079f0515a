/** From a sample to a safe file, with every figure as the command line has it. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { launch, openWindow, type Watched } from "./browser";
import { commandRisk, PROJECT, startServer, type Server } from "./server";
import { appliedSteps, applyLevel, expectGauges, openSample, readGauges, undo } from "./steps";

const CENSUS = join(PROJECT, "src/incrowd/synthetic/samples/census.csv");
const risk = (...options: string[]) => commandRisk(CENSUS, "--insensitive", "household_size", ...options);

describe("the census sample", () => {
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
  });
  afterEach(() => expect(watched.trouble).toEqual([]));
  afterAll(async () => {
    await browser.close();
    await server.remove();
  });

  const home = (): string => `${server.origin}/datasets/${dataset}`;

  it("opens with one click and shows the figures of the command line", async () => {
    dataset = await openSample(page, "Census");
    await expectGauges(page, await commandRisk(CENSUS));
  });

  it("takes another role for a column", async () => {
    await page.getByRole("link", { name: "Roles" }).click();
    await page.getByRole("combobox", { name: /household_size/ }).selectOption("insensitive");
    await page.getByRole("link", { name: "Dashboard", exact: true }).click();
    await expectGauges(page, await risk());
  });

  it("tries a level under the slider without applying it", async () => {
    const before = await readGauges(page);
    const row = page.getByRole("listitem", { name: /\. age$/ });
    await row.getByRole("slider").focus();
    await page.keyboard.press("End");
    const tried = await risk("--state", "age=4");
    const shown = new Intl.NumberFormat("en", { maximumFractionDigits: 2 }).format(tried.average_risk);
    await expect.poll(() => row.getByRole("slider").getAttribute("aria-valuetext")).toContain(`average risk ${shown}`);
    expect(await readGauges(page)).toEqual(before);
  });

  it("applies three levels", async () => {
    await applyLevel(page, "age", 2);
    await applyLevel(page, "postcode", 3);
    await applyLevel(page, "occupation", 4);
    await expectGauges(page, await risk("--state", "age=2,postcode=3,occupation=4"));
    await page.getByRole("gridcell", { name: /\(changed\)/ }).first().waitFor();
  });

  it("undoes the one in the middle and keeps the others", async () => {
    await undo(page, /postcode/);
    await expectGauges(page, await risk("--state", "age=2,occupation=4"));
    await page.getByRole("list", { name: "Undone" }).getByRole("button", { name: /postcode/ }).click();
    await expectGauges(page, await risk("--state", "age=2,postcode=3,occupation=4"));
  });

  it("leaves out the rows that stand out", async () => {
    await page.getByRole("tab", { name: "Rows" }).click();
    const slider = page.getByRole("slider", { name: /Smallest group/ });
    await slider.focus();
    expect(await slider.getAttribute("aria-valuemin")).toBe("2");
    await page.keyboard.press("ArrowRight");
    await page.getByRole("button", { name: "Apply k = 3" }).click();
    await expectGauges(page, await risk("--state", "age=2,postcode=3,occupation=4", "-k", "3"));
    await expect.poll(() => slider.getAttribute("aria-valuemin")).toBe("4");
  });

  it("exports a file that was checked, and hands it out", async () => {
    const { suppressed_rows } = await risk("--state", "age=2,postcode=3,occupation=4", "-k", "3");
    await page.getByRole("link", { name: "Export" }).click();
    await page.getByRole("button", { name: "Write and check" }).click();
    const link = page.getByRole("link", { name: "Download CSV" });
    await link.waitFor();
    const downloading = page.waitForEvent("download");
    await link.click();
    const lines = readFileSync(await (await downloading).path(), "utf8").trim().split("\n");
    expect(lines).toHaveLength(1 + 2000 - suppressed_rows);
    expect(lines[0]).not.toContain("person_id");
    await page.getByRole("button", { name: "Close" }).click();
  });

  it("is the same after a reload", async () => {
    const [before, steps] = [await readGauges(page), await appliedSteps(page)];
    await page.goto(home());
    await expectGauges(page, before);
    expect(await appliedSteps(page)).toEqual(steps);
  });

  it("goes back to a state of its history", async () => {
    await page.getByRole("tab", { name: "History" }).click();
    await page.getByRole("img", { name: /Risk against utility loss/ }).locator("svg").waitFor();
    await page.getByRole("button", { name: /^Go here: step 2,/ }).click();
    await expectGauges(page, await risk("--state", "age=2"));
  });

  it("is the same after the server was killed and started again", async () => {
    const [before, steps] = [await readGauges(page), await appliedSteps(page)];
    await server.kill();
    await server.start();
    await page.goto(home());
    await expectGauges(page, before);
    expect(await appliedSteps(page)).toEqual(steps);
  });
});
