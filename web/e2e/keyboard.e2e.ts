/** From a file to a file with the keyboard alone: no mouse, no focus set from outside. */
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { CENSUS } from "./files";
import { choose, chooseFile, download, expectFocusIn, expectOnHeading, focused, press, pressOn, tabTo } from "./keys";
import { withWindow } from "./scene";
import { appliedSteps } from "./steps";

const scene = withWindow();

it("goes from a file to a safer file without a mouse", async () => {
  await scene.page.getByText("Drop a file here").waitFor();
  await chooseFile(scene.page, /^Choose a file/, CENSUS);
  await scene.page.waitForURL(/\/columns/);
  await expectOnHeading(scene.page, /What is in each column/);
  await choose(scene.page, /^What household_size is/, "har", "Harmless");
  await expect.poll(() => scene.page.getByRole("combobox", { name: /household_size/ }).inputValue()).toBe("insensitive");
  expect((await focused(scene.page)).name).toBe("What household_size is");

  await scene.page.keyboard.press("Control+Home");
  await pressOn(scene.page, "a", /^5?Make it safe (not yet|needs|done)/, "Enter");
  await expectOnHeading(scene.page, /^Make it safe/);
  await tabTo(scene.page, "tab", /^Ready-made$/);
  await press(scene.page, "ArrowRight");
  await scene.page.getByRole("slider").first().waitFor();

  await tabTo(scene.page, "button", /^What is .*verage risk/, "Shift+Tab");
  await press(scene.page, "Enter");
  const help = scene.page.getByRole("dialog", { name: "Average risk" }).getByText(/^Source:/);
  await help.waitFor();
  await press(scene.page, "Escape");
  await help.waitFor({ state: "hidden" });
  expect((await focused(scene.page)).name).toMatch(/^What is .*verage risk/);
  await press(scene.page, "Enter");
  await help.waitFor();
  await press(scene.page, "Tab");
  await help.waitFor({ state: "hidden" });

  const steps = (await appliedSteps(scene.page)).length;
  await tabTo(scene.page, "slider", /age/);
  await press(scene.page, "Home", "ArrowRight");
  await pressOn(scene.page, "button", /^Apply to/, "Enter");
  await expect.poll(async () => (await appliedSteps(scene.page)).length).toBe(steps + 1);

  await expectFocusIn(scene.page, "[role=tabpanel]");

  await pressOn(scene.page, "button", /^Undo: 'age'/, "Enter");
  await expect.poll(async () => (await appliedSteps(scene.page)).length).toBe(steps);
  await expectFocusIn(scene.page, "section");
  await pressOn(scene.page, "button", /^Redo: 'age'/, "Enter");
  await expect.poll(async () => (await appliedSteps(scene.page)).length).toBe(steps + 1);

  await scene.page.keyboard.press("Control+Home");
  await pressOn(scene.page, "a", /^7?Take it (not yet|done)/, "Enter");
  await expectOnHeading(scene.page, /^Take it/);
  await pressOn(scene.page, "button", /^Write and check/, "Enter");
  await scene.page.getByRole("link", { name: "Download CSV" }).waitFor();
  const file = await download(scene.page, /^Download CSV/);
  expect(readFileSync(file, "utf8").trim().split("\n")).toHaveLength(2001);
});

it("finds what helps where two columns betray people, and applies it", async () => {
  await scene.page.keyboard.press("Control+Home");
  await tabTo(scene.page, "a", /^6?Check /, "Shift+Tab");
  await press(scene.page, "Enter");
  await expectOnHeading(scene.page, /^Is it safe enough/);
  await tabTo(scene.page, "tab", /^Checks$/);
  await press(scene.page, "ArrowRight", "ArrowRight");
  const matrix = scene.page.getByRole("grid", { name: /^Smallest group .*Enter shows what helps\.$/ });
  await matrix.waitFor();
  await tabTo(scene.page, "grid", /Enter shows what helps\.$/);
  const pair = matrix.getByRole("gridcell", { name: /^\w+ and \w+: [1-4]$/ }).first();
  const [down = 0, right = 0] = ((await pair.getAttribute("data-at")) ?? "").split(" ").map(Number);
  await press(scene.page, ...Array<string>(down).fill("ArrowDown"), ...Array<string>(right).fill("ArrowRight"));
  await expect.poll(() => matrix.getAttribute("aria-activedescendant")).toBe(await pair.getAttribute("id"));
  const [, one, other] = /^(\w+) and (\w+):/.exec((await pair.getAttribute("aria-label")) ?? "") ?? [];
  await press(scene.page, "Enter");

  const notice = scene.page.getByRole("region", { name: "What helps" });
  await notice.getByText(`To get at least 5 rows into every group of ${String(one)}, ${String(other)}:`).waitFor();
  await expect.poll(async () => (await focused(scene.page)).name).toBe("What helps");
  await notice.getByText(/level \d.*The smallest group then has \d+ rows\.$/).waitFor();
  const steps = (await appliedSteps(scene.page)).length;
  await pressOn(scene.page, "button", /^Apply (this step|\d+ steps)$/, "Enter");
  await notice.getByText("This works.", { exact: true }).waitFor();
  await expect.poll(async () => (await appliedSteps(scene.page)).length).toBeGreaterThan(steps);
  await expectFocusIn(scene.page, "[role=tabpanel]");
  await pressOn(scene.page, "button", /^Close$/, "Enter");
  await notice.waitFor({ state: "detached" });
  await expectFocusIn(scene.page, "[role=tabpanel]");
});
