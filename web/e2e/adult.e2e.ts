/** A file of one's own, uploaded: Adult, where it lies beside the project. */
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { launch, openWindow } from "./browser";
import { commandRisk, PROJECT, startServer, type Server } from "./server";
import { applyLevel, expectGauges, toDashboard } from "./steps";

const ADULT = resolve(PROJECT, "../shared/data/adult/adult.csv");

describe.runIf(existsSync(ADULT))("Adult", () => {
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

  it("is uploaded, measured as on the command line, and made safer", async () => {
    const { page, trouble } = await openWindow(browser, server);
    await page.locator("input[type=file]").setInputFiles(ADULT);
    await toDashboard(page);
    await expectGauges(page, await commandRisk(ADULT));
    await applyLevel(page, "age", 2);
    await expectGauges(page, await commandRisk(ADULT, "--state", "age=2"));
    expect(await page.getByRole("grid").getAttribute("aria-rowcount")).toBe("30163");
    expect(trouble).toEqual([]);
  });

  it("refuses a file that is none, where it happened, and loses nothing", async () => {
    const { page } = await openWindow(browser, server);
    const nothing = { name: "nothing.csv", mimeType: "text/csv", buffer: Buffer.from("") };
    await page.locator("input[type=file]").setInputFiles(nothing);
    await page.getByRole("alert").waitFor();
    await page.getByText("adult.csv").first().waitFor();
  });
});
