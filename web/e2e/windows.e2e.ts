/** Two windows on one dataset; a server that is gone; the keyboard alone. */
import { expect, it } from "vitest";
import { openWindow } from "./browser";
import { withServer } from "./scene";
import { appliedSteps, applyLevel, openSample, toPart, toStep } from "./steps";

const stage = withServer();

it("tells the second window of a change made in the first, and refreshes it", async () => {
  const first = await openWindow(stage.browser, stage.server);
  const dataset = await openSample(first.page, "Census");
  const second = await openWindow(stage.browser, stage.server);
  await second.page.goto(`${stage.server.origin}/datasets/${dataset}/safe?tab=attributes`);
  await second.page.getByRole("button", { name: /^Apply to sex/ }).waitFor();

  await applyLevel(first.page, "age", 1);
  await second.page.getByRole("button", { name: /^Apply to sex/ }).click();
  await second.page.getByText("Changed in another window").waitFor();
  await expect.poll(() => appliedSteps(second.page)).toEqual(await appliedSteps(first.page));
  expect([...first.trouble, ...second.trouble]).toEqual([]);
});

it("is used with the keyboard alone", async () => {
  const { page, trouble } = await openWindow(stage.browser, stage.server);
  await openSample(page, "Hospital");
  await toStep(page, "See");
  await toPart(page, "The whole table");
  await page.getByRole("grid").focus();
  await page.keyboard.press("Control+End");
  await page.locator("[aria-rowindex='1001']").waitFor();
  await page.keyboard.press("Control+Home");
  for (const key of ["ArrowRight", "ArrowRight", "Enter"]) await page.keyboard.press(key);
  await page.locator("[role=columnheader][aria-sort=ascending]").waitFor();
  await page.keyboard.press("f");
  await page.getByRole("textbox", { name: "Value" }).fill("zzz");
  await page.keyboard.press("Enter");
  await page.getByText("No row matches").waitFor();

  await toStep(page, "Make it safe");
  await page.getByRole("tab", { name: "By hand" }).click();
  await page.getByRole("radio", { name: "Make columns coarser" }).focus();
  await page.keyboard.press("ArrowRight");
  await page.getByRole("slider", { name: /Smallest group/ }).waitFor();
  expect(trouble).toEqual([]);
});

it("says so when the server is gone, and goes on when it is back", async () => {
  const { page } = await openWindow(stage.browser, stage.server);
  await openSample(page, "Census");
  const apply = page.getByRole("button", { name: /^Apply to sex/ });
  await apply.waitFor(); // what is to be tried must be on the page before the server goes
  await stage.server.kill();
  await apply.click();
  await page.getByRole("alert").filter({ hasText: "The server is not answering." }).waitFor();
  await stage.server.start();
  await apply.click();
  await expect.poll(() => appliedSteps(page)).toHaveLength(1);
});
