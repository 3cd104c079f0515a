/** The page by keyboard alone: where the focus is, and how it gets somewhere. */
import type { Page } from "playwright-core";
import { expect } from "vitest";

export interface Focused {
  role: string;
  name: string;
}

/** The role or tag of each element, and its name, label or text; runs in the page. */
const describe = (elements: Element[]): Focused[] =>
  elements.map((element) => {
    const labels = "labels" in element ? [...((element as HTMLInputElement).labels ?? [])].map((label) => label.textContent) : [];
    const name = element.getAttribute("aria-label") ?? (labels.length ? labels.join(" ") : element.textContent);
    return { role: element.getAttribute("role") ?? element.tagName.toLowerCase(), name };
  });

/** What has the focus; the page itself where nothing has. */
export async function focused(page: Page): Promise<Focused> {
  const [element] = await page.locator(":focus").evaluateAll(describe);
  return element ?? { role: "body", name: "" };
}

/** How long a busy machine may take to draw what is wanted. */
const PATIENCE = 10_000;

/** Whether something of that role and name is drawn and can be used. */
async function isDrawn(page: Page, role: string, name: RegExp): Promise<boolean> {
  const usable = page.locator("a, button, input, select, summary, textarea, [tabindex], [role]").and(page.locator(":not(:disabled)"));
  return (await usable.evaluateAll(describe)).some((element) => element.role === role && name.test(element.name));
}

/** Press Tab until the focus is where it is wanted; once that is drawn, it must come there within a hundred steps. */
export async function tabTo(page: Page, role: string, name: RegExp, key: "Tab" | "Shift+Tab" = "Tab"): Promise<void> {
  await expect.poll(() => isDrawn(page, role, name), { timeout: PATIENCE }).toBe(true);
  const passed: string[] = [];
  for (let steps = 0; steps < 100; steps += 1) {
    await page.keyboard.press(key);
    const at = await focused(page);
    if (at.role === role && name.test(at.name)) return;
    passed.push(`${at.role} ${at.name.slice(0, 40)}`);
  }
  throw new Error(`no ${role} ${String(name)} among\n${passed.join("\n")}`);
}

/** The focus is on the title of a page that was opened. */
export async function expectOnHeading(page: Page, name: RegExp): Promise<void> {
  await expect.poll(() => focused(page)).toEqual({ role: "h1", name: expect.stringMatching(name) as string });
}

/** The focus stays near, though what had it is gone. */
export async function expectFocusIn(page: Page, place: string): Promise<void> {
  await expect.poll(() => page.evaluate((where) => document.activeElement?.closest(where) !== null, place)).toBe(true);
}

/** One key after the other. */
export async function press(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

/** Go on to a field or a button and press keys there. */
export async function pressOn(page: Page, role: string, name: RegExp, ...keys: string[]): Promise<void> {
  await tabTo(page, role, name);
  await press(page, ...keys);
}

/** Choose a file in the window that a button opens. */
export async function chooseFile(page: Page, button: RegExp, path: string): Promise<void> {
  // Listen well before the key: a browser under load may open the window before it lets us answer for a person.
  const chooser = page.waitForEvent("filechooser");
  await pressOn(page, "button", button, "Enter");
  await (await chooser).setFiles(path);
}

/** Follow a link that hands out a file; answers the path of what came. */
export async function download(page: Page, link: RegExp): Promise<string> {
  const downloading = page.waitForEvent("download");
  await pressOn(page, "a", link, "Enter");
  return (await downloading).path();
}

/** Choose in a list by its first letters. */
export async function choose(page: Page, name: RegExp, letters: string, wanted: string, key: "Tab" | "Shift+Tab" = "Tab"): Promise<void> {
  await tabTo(page, "select", name, key);
  const chosen = (): Promise<string> => page.evaluate(() => (document.activeElement as HTMLSelectElement).selectedOptions[0]?.text ?? "");
  const type = async (): Promise<string> => {
    if ((await chosen()) !== wanted) await page.keyboard.type(letters);
    return chosen();
  };
  // A browser forgets letters after a second: on a busy machine they may have to be typed again.
  await expect.poll(type, { interval: 1500 }).toBe(wanted);
}

/** Type into a field until it proposes something, and take that. */
export async function pick(page: Page, letters: string, option: string): Promise<void> {
  await page.keyboard.type(letters);
  await page.getByRole("listbox").getByRole("option", { name: option, exact: true }).waitFor();
  const marked = (): Promise<string[]> => page.locator("[role=option][data-combobox-selected]").allInnerTexts();
  await page.keyboard.press("ArrowDown");
  await expect.poll(marked).toEqual([option]);
  await page.keyboard.press("Enter");
}
