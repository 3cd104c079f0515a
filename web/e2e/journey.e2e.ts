/** The whole journey with a file that nobody has seen before: by mouse, by keyboard alone, and on a phone. */
import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import type { DatasetView, Verdict } from "../src/api/types";
import { expectReadable, openWindow } from "./browser";
import { seedOfRun, writeCustomers } from "./generated";
import { chooseFile, download, expectOnHeading, pressOn, tabTo } from "./keys";
import { withFolder, withServer } from "./scene";
import { soon, toStep } from "./steps";

const stage = withServer();
const file = writeCustomers(withFolder(), seedOfRun());

const datasetOf = (page: Page): string => /\/datasets\/([^/?]+)/.exec(page.url())?.[1] ?? "";
const ask = async <T>(page: Page, path: string): Promise<T> => (await (await stage.server.ask(`/datasets/${datasetOf(page)}${path}`)).json()) as T;
const verdictOf = (page: Page): Promise<Verdict> => ask<Verdict>(page, "/verdict");
const next = (page: Page, name: string) => page.getByRole("banner").getByRole("link", { name, exact: true });

/** What was taken is what the server says is published, without the identifier. */
async function expectTaken(page: Page, path: string): Promise<void> {
  const lines = readFileSync(path, "utf8").trim().split("\n");
  const { risk } = await ask<DatasetView>(page, "");
  expect(lines).toHaveLength(1 + (risk?.rows ?? -1));
  expect(lines[0]).not.toContain("customer_id");
}

/** The run that makes the data fit passes every check; only then the page says so. */
async function expectPasses(page: Page): Promise<void> {
  await soon(async () => expect((await verdictOf(page)).status).not.toBe("fail"));
}

describe("from a file to a release that passes", () => {
  it("by mouse", async () => {
    const { page, trouble } = await openWindow(stage.browser, stage.server);
    await page.locator("input[type=file]").setInputFiles(file);
    await page.waitForURL(/\/columns/);
    await page.getByRole("combobox", { name: "What age is" }).waitFor();
    await expectReadable(page);
    await next(page, "Next: Goal").click();
    await page.getByRole("heading", { name: "What is the file for?" }).waitFor();
    await expectReadable(page);
    await next(page, "Next: See").click();
    await page.getByRole("option", { name: /^Risk 100 %: [1-9]/ }).click();
    await page.getByRole("gridcell", { name: "100" }).first().waitFor();
    await next(page, "Make it safe").click();
    await page.getByRole("button", { name: "Use this one" }).first().click();
    await expectPasses(page);
    await toStep(page, "Check");
    await page.getByRole("list", { name: "Checks" }).waitFor();
    await expectReadable(page);
    await next(page, "Take it").click();
    await page.getByRole("button", { name: "Write and check" }).click();
    const [written] = await Promise.all([page.waitForEvent("download"), page.getByRole("link", { name: "Download CSV" }).click()]);
    await expectTaken(page, await written.path());
    await page.getByRole("region", { name: "What to say if somebody asks" }).getByText("Checked for: public release.").waitFor();
    expect(trouble).toEqual([]);
  });

  it("by keyboard alone", async () => {
    const { page, trouble } = await openWindow(stage.browser, stage.server);
    await page.getByText("Drop a file here").waitFor();
    await chooseFile(page, /^Choose a file/, file);
    await page.waitForURL(/\/columns/);
    await expectOnHeading(page, /What is in each column/);
    await tabTo(page, "a", /^Next: Goal$/, "Shift+Tab");
    await page.keyboard.press("Enter");
    await expectOnHeading(page, /^What is the file for/);
    await tabTo(page, "a", /^Next: See$/, "Shift+Tab");
    await page.keyboard.press("Enter");
    await expectOnHeading(page, /Who stands out/);
    await pressOn(page, "option", /^Risk 100 %/, "Enter");
    await page.getByRole("gridcell", { name: "100" }).first().waitFor();
    await page.keyboard.press("Control+Home");
    await tabTo(page, "a", /^Make it safe$/, "Shift+Tab");
    await page.keyboard.press("Enter");
    await expectOnHeading(page, /Make it safe/);
    await tabTo(page, "tab", /^Ready-made$/);
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    await pressOn(page, "button", /^Make it pass for/, "Enter");
    await pressOn(page, "button", /^Use this result$/, "Enter");
    await expectPasses(page);
    await tabTo(page, "a", /^7?Take it (not yet|done)$/, "Shift+Tab");
    await page.keyboard.press("Enter");
    await expectOnHeading(page, /^Take it/);
    await pressOn(page, "button", /^Write and check/, "Enter");
    await page.getByRole("link", { name: "Download CSV" }).waitFor();
    await expectTaken(page, await download(page, /^Download CSV/));
    expect(trouble).toEqual([]);
  });

  it("on a phone", async () => {
    const { page, trouble } = await openWindow(stage.browser, stage.server, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    await page.locator("input[type=file]").setInputFiles(file);
    await page.waitForURL(/\/columns/);
    for (const [number, step] of [[3, "Goal"], [4, "See"], [5, "Make it safe"], [6, "Check"], [7, "Take it"], [2, "Columns"]] as const) {
      await page.getByRole("button", { name: /^Step \d of 7: / }).tap();
      await page.getByRole("menuitem", { name: new RegExp(`^${step}`) }).tap();
      await page.getByRole("button", { name: `Step ${number} of 7: ${step}` }).waitFor();
      await page.getByRole("heading", { level: 1 }).waitFor();
      // The menu fades after the next step has come.
      await page.getByRole("menu").waitFor({ state: "hidden" });
      await expectReadable(page);
    }
    expect(trouble).toEqual([]);
  });
});
