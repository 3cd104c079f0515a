/** The page by keyboard alone: where the focus is, and how it gets somewhere. */
import type { Page } from "playwright-core";

export interface Focused {
  role: string;
  name: string;
}

/** What has the focus: its role or tag, and its name, label or text. */
export function focused(page: Page): Promise<Focused> {
  return page.evaluate(() => {
    const element = document.activeElement;
    const role = element?.getAttribute("role") ?? element?.tagName.toLowerCase() ?? "";
    const labels = element && "labels" in element ? [...((element as HTMLInputElement).labels ?? [])].map((one) => one.textContent) : [];
    return { role, name: element?.getAttribute("aria-label") ?? (labels.length ? labels.join(" ") : (element?.textContent ?? "")) };
  });
}

/** Press Tab until the focus is where it is wanted; it must come there within a hundred steps. */
export async function tabTo(page: Page, role: string, name: RegExp, key: "Tab" | "Shift+Tab" = "Tab"): Promise<void> {
  const passed: string[] = [];
  for (let steps = 0; steps < 100; steps += 1) {
    await page.keyboard.press(key);
    const at = await focused(page);
    if (at.role === role && name.test(at.name)) return;
    passed.push(`${at.role} ${at.name.slice(0, 40)}`);
  }
  throw new Error(`no ${role} ${String(name)} among\n${passed.join("\n")}`);
}
