/** From a sample to a safe file, with every figure as the command line has it. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { commandRisk } from "./command";
import { CENSUS } from "./files";
import { withWindow } from "./scene";
import { appliedSteps, applyLevel, expectGauges, openSample, readGauges, toPart, toStep, undo } from "./steps";

const risk = (...options: string[]) => commandRisk(CENSUS, "--insensitive", "household_size", ...options);

describe("the census sample", () => {
  const scene = withWindow();
  let dataset: string;

  const home = (): string => `${scene.server.origin}/datasets/${dataset}/safe`;

  it("opens with one click and shows the figures of the command line", async () => {
    dataset = await openSample(scene.page, "Census");
    await expectGauges(scene.page, await commandRisk(CENSUS));
  });

  it("takes another role for a column", async () => {
    await toStep(scene.page, "Columns");
    await scene.page.getByRole("combobox", { name: /household_size/ }).selectOption("insensitive");
    await toStep(scene.page, "Make it safe");
    await toPart(scene.page, "By hand");
    await expectGauges(scene.page, await risk());
  });

  it("tries a level under the slider without applying it", async () => {
    const before = await readGauges(scene.page);
    const row = scene.page.getByRole("listitem", { name: /\. age$/ });
    await row.getByRole("slider").focus();
    await scene.page.keyboard.press("End");
    const tried = await risk("--state", "age=4");
    const shown = new Intl.NumberFormat("en", { maximumFractionDigits: 2 }).format(tried.average_risk);
    await expect.poll(() => row.getByRole("slider").getAttribute("aria-valuetext")).toContain(`average risk ${shown}`);
    expect(await readGauges(scene.page)).toEqual(before);
  });

  it("applies three levels", async () => {
    await applyLevel(scene.page, "age", 2);
    await applyLevel(scene.page, "postcode", 3);
    await applyLevel(scene.page, "occupation", 3);
    await expectGauges(scene.page, await risk("--state", "age=2,postcode=3,occupation=3"));
    await scene.page.getByRole("button", { name: /^Preview of the columns that change 3 columns changed/ }).click();
    await scene.page.getByRole("gridcell", { name: /\(changed\)/ }).first().waitFor();
    expect(await scene.page.getByRole("columnheader").allInnerTexts()).toEqual(["Row", "Risk %", expect.stringMatching(/^age/), expect.stringMatching(/^postcode/), expect.stringMatching(/^occupation/)]);
  });

  it("undoes the one in the middle and keeps the others", async () => {
    await undo(scene.page, /postcode/);
    await expectGauges(scene.page, await risk("--state", "age=2,occupation=3"));
    await scene.page.getByRole("list", { name: "Undone" }).getByRole("button", { name: /postcode/ }).click();
    await expectGauges(scene.page, await risk("--state", "age=2,postcode=3,occupation=3"));
  });

  it("leaves out the rows that stand out", async () => {
    await toPart(scene.page, "Remove rows");
    const slider = scene.page.getByRole("slider", { name: /Smallest group/ });
    await slider.focus();
    await expect.poll(() => slider.getAttribute("aria-valuemin")).toBe("2");
    await scene.page.keyboard.press("ArrowRight");
    await scene.page.getByRole("button", { name: "Remove below 3" }).click();
    await expectGauges(scene.page, await risk("--state", "age=2,postcode=3,occupation=3", "-k", "3"));
    await expect.poll(() => slider.getAttribute("aria-valuemin")).toBe("4");
  });

  it("exports a file that was checked, and hands it out", async () => {
    const { suppressed_rows } = await risk("--state", "age=2,postcode=3,occupation=3", "-k", "3");
    await toStep(scene.page, "Take it");
    await scene.page.getByRole("button", { name: "Write and check" }).click();
    const link = scene.page.getByRole("link", { name: "Download CSV" });
    await link.waitFor();
    const downloading = scene.page.waitForEvent("download");
    await link.click();
    const lines = readFileSync(await (await downloading).path(), "utf8").trim().split("\n");
    expect(lines).toHaveLength(1 + 2000 - suppressed_rows);
    expect(lines[0]).not.toContain("person_id");
    await scene.page.getByRole("region", { name: "What to say if somebody asks" }).getByText(`${(2000 - suppressed_rows).toLocaleString("en")} rows are published.`).waitFor();
    await toStep(scene.page, "Make it safe");
  });

  it("is the same after a reload", async () => {
    const [before, steps] = [await readGauges(scene.page), await appliedSteps(scene.page)];
    await scene.page.goto(home());
    await expectGauges(scene.page, before);
    await expect.poll(() => appliedSteps(scene.page)).toEqual(steps);
  });

  it("goes back to a state of its history", async () => {
    await toPart(scene.page, "History");
    await scene.page.getByRole("img", { name: /Risk and detail lost/ }).locator("svg").waitFor();
    await scene.page.getByRole("button", { name: /^Go back to here: step 2,/ }).click();
    await expectGauges(scene.page, await risk("--state", "age=2"));
  });

  it("is the same after the server was killed and started again", async () => {
    const [before, steps] = [await readGauges(scene.page), await appliedSteps(scene.page)];
    await scene.server.kill();
    await scene.server.start();
    await scene.page.goto(home());
    await expectGauges(scene.page, before);
    await expect.poll(() => appliedSteps(scene.page)).toEqual(steps);
  });
});
