/** A file of one's own, uploaded: Adult, where it lies beside the project. */
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { openWindow } from "./browser";
import { commandRisk } from "./command";
import { withServer } from "./scene";
import { PROJECT } from "./server";
import { applyLevel, expectGauges, toDashboard, toPart, toStep } from "./steps";

const ADULT = resolve(PROJECT, "../shared/data/adult/adult.csv");

describe.runIf(existsSync(ADULT))("Adult (needs its rows in ../shared/data/adult)", () => {
  const stage = withServer();

  it("is uploaded, measured as on the command line, and made safer", async () => {
    const { page, trouble } = await openWindow(stage.browser, stage.server);
    await page.locator("input[type=file]").setInputFiles(ADULT);
    await toDashboard(page);
    await expectGauges(page, await commandRisk(ADULT));
    await applyLevel(page, "age", 2);
    await expectGauges(page, await commandRisk(ADULT, "--state", "age=2"));
    await toStep(page, "See");
    await toPart(page, "The whole table");
    await expect.poll(() => page.getByRole("grid").getAttribute("aria-rowcount")).toBe("30163");
    expect(trouble).toEqual([]);
  });

  it("refuses a file that is none, where it happened, and loses nothing", async () => {
    const { page } = await openWindow(stage.browser, stage.server);
    const nothing = { name: "nothing.csv", mimeType: "text/csv", buffer: Buffer.from("") };
    await page.locator("input[type=file]").setInputFiles(nothing);
    await page.getByRole("alert").waitFor();
    await page.getByText("adult.csv").first().waitFor();
  });
});
