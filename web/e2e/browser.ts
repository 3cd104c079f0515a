/** Debian's Chromium, watched: nothing may leave the machine, nothing may fail in the page. */
import axe, { type AxeResults, type RunOptions } from "axe-core";
import { chromium, type Browser, type BrowserContextOptions, type Page } from "playwright-core";
import { expect } from "vitest";
import type { Server } from "./server";

const QUIET = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

let browser: Promise<Browser> | undefined;

/** One browser for all files of a worker; it goes with the worker, and windows share nothing. */
export function launch(): Promise<Browser> {
  browser ??= chromium.launch({ executablePath: "/usr/bin/chromium", args: QUIET });
  return browser;
}

/** Wait until nothing moves or fades any more; what turns for ever is not waited for. */
export async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const ends = (animation: Animation): boolean => Number.isFinite(animation.effect?.getComputedTiming().endTime ?? 0);
    const next = (): Promise<unknown> => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
    await next();
    for (let moving = document.getAnimations().filter(ends); moving.length; moving = document.getAnimations().filter(ends)) {
      await Promise.allSettled(moving.map((animation) => animation.finished));
      await next();
    }
  });
}

export interface Watched {
  page: Page;
  /** Requests to anywhere but the server, errors in the page: must stay empty. */
  trouble: string[];
}

/** A window on the server, let in by its token, on the first page. */
export async function openWindow(browser: Browser, server: Server, options: BrowserContextOptions = {}): Promise<Watched> {
  const watched = await openEmptyWindow(browser, server, options);
  await watched.page.goto(server.door);
  return watched;
}

/** A window that shows nothing yet: the first page costs a second of work. The token lets it in all the same. */
export async function openEmptyWindow(browser: Browser, server: Server, options: BrowserContextOptions = {}): Promise<Watched> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 720 }, locale: "en-GB", ...options });
  const page = await context.newPage();
  const trouble: string[] = [];
  page.on("request", (request) => {
    const { origin, protocol } = new URL(request.url());
    if (origin !== server.origin && protocol !== "data:" && protocol !== "blob:") trouble.push(`request to ${request.url()}`);
  });
  page.on("pageerror", (error) => trouble.push(`error in the page: ${error.message}`));
  const answer = await context.request.get(server.door);
  expect(answer.ok()).toBe(true);
  return { page, trouble };
}

/** Everything that axe looks for, and what it looks for only when told: texts that differ from names. */
const RULES: RunOptions = { rules: { "label-content-name-mismatch": { enabled: true } } };

/** Barriers as axe sees them in the page as it is drawn, contrast included. */
export async function findBarriers(page: Page): Promise<string[]> {
  // Half-faded texts would be judged by colours that nobody sees.
  await settle(page);
  await page.evaluate(axe.source);
  const results = await page.evaluate(
    (options) => (window as unknown as { axe: { run: (options: RunOptions) => Promise<AxeResults> } }).axe.run(options),
    RULES,
  );
  return results.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join("\n")}`);
}

/** How far the page itself can be scrolled; panes may scroll inside it. */
export function overflow(page: Page): Promise<[number, number]> {
  return page.evaluate(() => {
    const root = document.documentElement;
    const main = document.querySelector("main") ?? root;
    const beyond = (side: "Height" | "Width"): number =>
      Math.max(root[`scroll${side}`] - root[`client${side}`], main[`scroll${side}`] - main[`client${side}`]);
    return [beyond("Width"), beyond("Height")];
  });
}

/** Nobody meets a barrier, and everything fits. */
export async function expectSound(page: Page): Promise<void> {
  expect(await findBarriers(page)).toEqual([]);
  expect(await overflow(page)).toEqual([0, 0]);
}

/** Nobody meets a barrier, and nothing stands beyond the right edge; like any text, the page grows downwards. */
export async function expectReadable(page: Page): Promise<void> {
  expect(await findBarriers(page)).toEqual([]);
  expect((await overflow(page))[0]).toBe(0);
}
