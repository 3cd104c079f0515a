/** What somebody knows about a person, and what they learn from it, as what-ifs ask and tell it. */
import type { Locator, Page } from "playwright-core";

/** The field of the value of a fact. */
export function factValue(page: Page, number: number): Locator {
  return page.locator(`input[aria-label="Value of fact ${number}"]`);
}

/** Add a fact. */
export async function know(page: Page, number: number, column: string, text: string): Promise<void> {
  await page.getByRole("button", { name: "Add a fact" }).click();
  await page.getByRole("combobox", { name: `Column of fact ${number}` }).selectOption(column);
  await factValue(page, number).fill(text);
  await page.keyboard.press("Escape");
}

/** N, V, P and the rule, as they are shown. */
export function readFigures(page: Page): Promise<string[]> {
  return page.getByLabel("Figures").locator("dd").allInnerTexts();
}
