/** What the tests of a file share, made before them and gone after them: `const scene = withSample("Census")`. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect } from "vitest";
import { launch, openEmptyWindow, openWindow, type Watched } from "./browser";
import { startServer, type Server, type Setting } from "./server";
import { openSample } from "./steps";

export interface Stage {
  server: Server;
  browser: Browser;
}

export interface Scene extends Stage {
  /** The window that the tests go on with. */
  page: Page;
}

export interface SampleScene extends Scene {
  /** The id of the sample that is open. */
  dataset: string;
}

/** A server and a browser. */
export function withServer(setting: Setting = {}): Stage {
  const stage = {} as Stage;
  beforeAll(async () => {
    stage.server = await startServer(setting);
    stage.browser = await launch();
  });
  afterAll(async () => {
    await Promise.all(stage.browser.contexts().map((context) => context.close()));
    await stage.server.remove();
  });
  return stage;
}

/** A server, a browser and a window, in which nothing may go wrong. */
export function withWindow(setting: Setting = {}): Scene {
  const scene = withServer(setting) as Scene;
  let watched: Watched | undefined;
  beforeAll(async () => {
    watched = await openWindow(scene.browser, scene.server);
    scene.page = watched.page;
  });
  afterEach(() => expect(watched?.trouble).toEqual([]));
  return scene;
}

/** A window with a sample on the dashboard. */
export function withSample(title: string): SampleScene {
  const scene = withWindow() as SampleScene;
  beforeAll(async () => {
    scene.dataset = await openSample(scene.page, title);
  });
  return scene;
}

/** A folder for files. */
export function withFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "e2e-files-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A window for the tests of a block that look at one page after the other, in which nothing may go wrong; nothing moves, so nothing is waited for. */
export function withView(stage: Stage, options: BrowserContextOptions): { page: Page } {
  const view = {} as Watched;
  beforeAll(async () => {
    Object.assign(view, await openEmptyWindow(stage.browser, stage.server, { reducedMotion: "reduce", ...options }));
  });
  afterEach(() => expect(view.trouble.splice(0)).toEqual([]));
  afterAll(() => view.page.context().close());
  return view;
}

/** Look at something in a window of its own, in which nothing may go wrong either. */
export async function inWindow(stage: Stage, options: BrowserContextOptions, look: (page: Page) => Promise<void>): Promise<void> {
  const { page, trouble } = await openEmptyWindow(stage.browser, stage.server, options);
  await look(page);
  expect(trouble).toEqual([]);
  await page.context().close();
}
