/** Linked releases with the keyboard alone: words explained, people put together, a leak closed, an attack; no mouse. */
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { readFigures } from "./facts";
import { choose, download, expectFocusIn, expectOnHeading, focused, press, pressOn, tabTo } from "./keys";
import { withReleases } from "./linked_scene";
import { COARSE, HOSPITAL_A, HOSPITAL_B, PATIENTS, PEOPLE_A, PEOPLE_B, RAW, VOTERS } from "./linked_tables";

const FILES = {
  "patients.csv": PATIENTS,
  "voters.csv": VOTERS,
  "raw.csv": RAW,
  "coarse.csv": COARSE,
  "a.csv": PEOPLE_A,
  "b.csv": PEOPLE_B,
  "hospital-a.csv": HOSPITAL_A,
  "hospital-b.csv": HOSPITAL_B,
};
type Name = keyof typeof FILES;

const scene = withReleases(FILES);

/** Two releases, joined as is proposed. */
async function open(...names: Name[]): Promise<void> {
  await scene.page.goto(scene.address(names));
  await scene.page.getByRole("table", { name: "Combined rows" }).waitFor();
}

/** From the tab that is open to another with the arrows. */
async function goToTab(name: string): Promise<void> {
  await tabTo(scene.page, "tab", /^What if$/);
  for (let steps = 0; steps < 5 && (await focused(scene.page)).name !== name; steps += 1) await press(scene.page, "ArrowRight");
  await expect.poll(() => scene.page.getByRole("tab", { name, exact: true }).getAttribute("aria-selected")).toBe("true");
}

/** Add a fact; it stands before the button that adds it. */
async function knowByKeys(number: number, column: string, text: string): Promise<void> {
  await pressOn(scene.page, "button", /^Add a fact$/, "Enter");
  await choose(scene.page, new RegExp(`^Column of fact ${number}$`), column, column, "Shift+Tab");
  await tabTo(scene.page, "combobox", new RegExp(`^Value of fact ${number}$`));
  await scene.page.keyboard.type(text);
  await press(scene.page, "Escape");
}

it("says what words stand for, and forgets it", async () => {
  await open("raw.csv", "coarse.csv");
  await choose(scene.page, /^Column for your rules$/, "1.or", "1.origin");
  await pressOn(scene.page, "button", /^Add rules$/, "Enter");
  const dialog = scene.page.getByRole("dialog", { name: /origin/ });
  await dialog.waitFor();
  await expectFocusIn(scene.page, "[role=dialog]");
  await tabTo(scene.page, "textarea", /origin/);
  await scene.page.keyboard.type("{French, German} => European\n{Thai} => Asian");
  await expect.poll(() => dialog.getByRole("textbox").inputValue()).toBe("{French, German} => European\n{Thai} => Asian");
  await pressOn(scene.page, "button", /^Use these rules$/, "Enter");
  await dialog.waitFor({ state: "hidden" });
  await scene.page.getByText("1.origin: European includes French, German…").waitFor();
  await expectFocusIn(scene.page, "details");
  await tabTo(scene.page, "summary", /^What values include$/, "Shift+Tab");
  await press(scene.page, "Enter");
  await scene.page.getByText("1.origin: European includes French, German…").waitFor({ state: "hidden" });
  await press(scene.page, "Enter");
  await knowByKeys(1, "origin", "French");
  await scene.page.getByText(/^2 of \d combined rows fit$/).waitFor();
  await tabTo(scene.page, "button", /^Remove your rules for 1\.origin$/, "Shift+Tab");
  await press(scene.page, "Enter");
  await scene.page.getByText("1.origin: European includes French, German…").waitFor({ state: "detached" });
  await expectFocusIn(scene.page, "details");
});

it("puts the same people together, and goes on where they are anonymised", async () => {
  await open("a.csv", "b.csv");
  await goToTab("Advice");
  await scene.page.getByText("incrowd recognises people by patient_id. 2 of 5 people are in more than one release.").waitFor();
  await pressOn(scene.page, "button", /^Combine them$/, "Enter");
  await scene.page.waitForURL(/\/datasets\/[^/]+\/safe\?tab=automatic/);
  await expect.poll(() => scene.page.getByRole("tab", { name: "Automatic" }).getAttribute("aria-selected")).toBe("true");
  await expectOnHeading(scene.page, /^Make it safe/);
  await scene.page.getByRole("banner").getByText(/a \+ b/).waitFor();
  await tabTo(scene.page, "a", /^2?Columns (not yet|needs|done)/, "Shift+Tab");
  await scene.page.keyboard.press("Enter");
  await scene.page.getByRole("combobox", { name: "What zip is" }).waitFor();
});

it("closes a leak with a step that is tried, applied, and seen to help", async () => {
  await open("hospital-a.csv", "hospital-b.csv");
  await choose(scene.page, /^Limit$/, "ano", "another limit");
  await tabTo(scene.page, "input", /^Limit in percent$/);
  await press(scene.page, "Control+a");
  await scene.page.keyboard.type("70");
  await knowByKeys(1, "ZipCode", "130**");
  await knowByKeys(2, "MaritalStatus", "Married");
  await scene.page.getByText("Gives the secret away", { exact: true }).waitFor();
  await pressOn(scene.page, "button", /^How to prevent it$/, "Enter");
  const repairs = scene.page.getByRole("region", { name: "What prevents it, cheapest first" });
  const step = repairs.getByRole("listitem").filter({ hasText: "Remove 'MaritalStatus'" }).getByRole("link", { name: "Try this step" });
  await step.waitFor();
  await expectFocusIn(scene.page, "[role=tabpanel]");
  for (let steps = 0; steps < 20 && !(await step.evaluate((link) => link === document.activeElement)); steps += 1) await press(scene.page, "Tab");
  await press(scene.page, "Enter");
  const notice = scene.page.getByRole("region", { name: "A step that prevents a leak" });
  await notice.getByText(/^MaritalStatus at level 1 prevents the leak .* Nothing is applied yet\.$/).waitFor();
  await pressOn(scene.page, "button", /^Apply to MaritalStatus/, "Enter");
  await notice.getByText("MaritalStatus is now at level 1. Check whether the leak is gone.").waitFor();
  await expectFocusIn(scene.page, "[role=tabpanel]");
  await tabTo(scene.page, "a", /^Back to linked releases$/, "Shift+Tab");
  await press(scene.page, "Enter");
  await scene.page.getByText("Below the limit", { exact: true }).waitFor();
  await expect.poll(() => readFigures(scene.page)).toEqual(["3", "2", "66.7\u202f%", "2"]);
});

it("attacks with a list of people, by other columns than proposed and by those", async () => {
  await open("patients.csv", "voters.csv");
  await goToTab("Find people");
  await choose(scene.page, /^Release to search$/, "1", "1 · patients.csv");
  await choose(scene.page, /^List of people$/, "2", "2 · voters.csv");
  const columns = scene.page.getByRole("combobox", { name: /^Column of the release/ });
  await expect.poll(() => columns.count()).toBe(3);
  await pressOn(scene.page, "button", /^Remove matching columns 1$/, "Enter");
  await expect.poll(() => columns.count()).toBe(2);
  await pressOn(scene.page, "button", /^Use the proposed pairs$/, "Enter");
  await expect.poll(() => columns.count()).toBe(3);
  await pressOn(scene.page, "button", /^Find people$/, "Enter");
  await scene.page.getByText("Found for certain: 3 of 6 people on the list.").waitFor();
  await expectFocusIn(scene.page, "[role=tabpanel]");
});

it("tells what is learnt about somebody who was found, and hands everybody out", async () => {
  await choose(scene.page, /^Show$/, "Pos", "Possibly (2)");
  await scene.page.getByText("1 to 2 of 2").waitFor();
  expect(readFileSync(await download(scene.page, /^Download everybody as CSV$/), "utf-8").trim().split(/\r?\n/)).toHaveLength(7);
  await pressOn(scene.page, "button", /^What somebody learns about Alice$/, "Enter");
  const dialog = scene.page.getByRole("dialog", { name: "Published rows that could be about Alice" });
  const fitting = (): Promise<string[]> => dialog.locator("tbody tr").allInnerTexts();
  await expect.poll(fitting).toEqual([expect.stringMatching(/Dancer.*Flu.*50\u202f%/s), expect.stringMatching(/Dancer.*HIV.*50\u202f%/s)]);
  await expectFocusIn(scene.page, "[role=dialog]");
  await press(scene.page, "Escape");
  await dialog.waitFor({ state: "hidden" });
  await expect.poll(() => focused(scene.page)).toEqual({ role: "button", name: "What somebody learns about Alice" });
});
