/** From a file to a file with the keyboard alone: no mouse, no focus set from outside. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { launch, openWindow } from "./browser";
import { focused, tabTo } from "./keys";
import { PROJECT, startServer, type Server } from "./server";
import { appliedSteps } from "./steps";

const CENSUS = join(PROJECT, "src/incrowd/synthetic/samples/census.csv");

let server: Server;
let browser: Browser;

beforeAll(async () => {
  server = await startServer();
  browser = await launch();
});
afterAll(async () => {
  await browser.close();
  await server.remove();
});

async function onHeading(page: Page, name: RegExp): Promise<void> {
  await expect.poll(() => focused(page)).toEqual({ role: "h1", name: expect.stringMatching(name) as string });
}

/** The focus stays near, though the button that had it is gone. */
async function expectFocusIn(page: Page, role: "tabpanel" | "region"): Promise<void> {
  const place = role === "region" ? "section" : `[role=${role}]`;
  const inside = (): Promise<boolean> => page.evaluate((where) => document.activeElement?.closest(where) !== null, place);
  await expect.poll(inside).toBe(true);
}

it("goes from a file to a safer file without a mouse", async () => {
  const { page, trouble } = await openWindow(browser, server);
  await page.getByText("Drop a file here").waitFor();

  // Asked for before the keys: a browser under load may open the chooser before it is caught.
  const choosing = page.waitForEvent("filechooser");
  await tabTo(page, "button", /^Choose a file/);
  await page.keyboard.press("Enter");
  await (await choosing).setFiles(CENSUS);

  await page.waitForURL(/\/roles/);
  await onHeading(page, /What do the columns mean/);
  await tabTo(page, "select", /^Role of household_size/);
  await page.keyboard.press("i");
  await page.keyboard.press("n");
  await page.keyboard.press("s");
  await expect.poll(() => page.getByRole("combobox", { name: /household_size/ }).inputValue()).toBe("insensitive");
  expect((await focused(page)).name).toBe("Role of household_size");

  await page.keyboard.press("Control+Home");
  await tabTo(page, "a", /^Dashboard$/);
  await page.keyboard.press("Enter");
  await onHeading(page, /^Dashboard: census.csv/);
  await page.getByRole("slider").first().waitFor();

  const steps = (await appliedSteps(page)).length;
  await tabTo(page, "slider", /age/);
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowRight");
  await tabTo(page, "button", /^Apply to/);
  await page.keyboard.press("Enter");
  await expect.poll(async () => (await appliedSteps(page)).length).toBe(steps + 1);

  await expectFocusIn(page, "tabpanel");

  await tabTo(page, "button", /^Undo: 'age'/);
  await page.keyboard.press("Enter");
  await expect.poll(async () => (await appliedSteps(page)).length).toBe(steps);
  await expectFocusIn(page, "region");
  await tabTo(page, "button", /^Redo: 'age'/);
  await page.keyboard.press("Enter");
  await expect.poll(async () => (await appliedSteps(page)).length).toBe(steps + 1);

  await tabTo(page, "a", /^Export$/);
  await page.keyboard.press("Enter");
  await page.getByRole("dialog").waitFor();
  await expect.poll(async () => (await focused(page)).name).toMatch(/Write and check/);
  await page.keyboard.press("Enter");
  await page.getByRole("link", { name: "Download CSV" }).waitFor();
  await tabTo(page, "a", /^Download CSV/);
  const downloading = page.waitForEvent("download");
  await page.keyboard.press("Enter");
  expect(readFileSync(await (await downloading).path(), "utf8").trim().split("\n")).toHaveLength(2001);
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "hidden" });
  expect(trouble).toEqual([]);
});
