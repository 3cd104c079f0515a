/** Every page in light and dark: no barrier, no scrolling at 1280 × 720; pictures on demand. */
import { join } from "node:path";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { expectSound, findBarriers, openWindow, overflow } from "./browser";
import { NUMBERS, upload } from "./files";
import { inWindow, withServer, withView } from "./scene";
import { PROJECT } from "./server";
import { applyLevel, openSample } from "./steps";

const stage = withServer();
let dataset: string;
/** A dataset in which nothing was guessed to be a quasi-identifier. */
let bare: string;

beforeAll(async () => {
  const { page } = await openWindow(stage.browser, stage.server);
  dataset = await openSample(page, "Census");
  await applyLevel(page, "age", 2);
  await applyLevel(page, "postcode", 3);
  await applyLevel(page, "occupation", 3);
  bare = await upload(stage.server, "numbers.csv", NUMBERS);
});

interface Shown {
  name: string;
  path: () => string;
  /** What is there once the page is drawn. */
  ready: (page: Page) => Promise<unknown>;
  /** The dashboard fits the window; the other pages may be longer. */
  fits?: boolean;
}

const at = (rest: string) => (): string => `/datasets/${dataset}${rest}`;
const PAGES: Shown[] = [
  { name: "start", path: () => "/", ready: (page) => page.getByText("census.csv").first().waitFor() },
  { name: "columns", path: at("/columns"), ready: (page) => page.getByRole("combobox", { name: /postcode/ }).waitFor() },
  { name: "hierarchies", path: at("/hierarchies/age"), ready: (page) => page.getByText("10-year bands").first().waitFor() },
  { name: "goal", path: at("/goal"), ready: (page) => page.getByRole("heading", { name: "What is the file for?" }).waitFor() },
  { name: "see", path: at("/see"), ready: (page) => page.getByText(/^One row (is|has)/).first().waitFor(), fits: true },
  {
    name: "table",
    path: at("/see"),
    ready: async (page) => {
      await page.getByRole("option", { name: /^Risk 100 %/ }).click();
      await page.getByText("Risk 100 %.").waitFor();
      await page.mouse.move(0, 0); // what is said under the pointer stands outside of every landmark
      await page.getByRole("gridcell", { name: "100" }).first().waitFor();
    },
    fits: true,
  },
  {
    name: "attributes",
    path: at("/safe?tab=attributes"),
    ready: (page) => page.getByRole("slider").first().waitFor(),
    fits: true,
  },
  {
    name: "preview",
    path: at("/safe?tab=attributes"),
    ready: async (page) => {
      await page.getByRole("button", { name: /^Preview of the columns that change/ }).click();
      await page.getByRole("gridcell", { name: /\(changed\)/ }).first().waitFor();
    },
    fits: true,
  },
  { name: "proposals", path: at("/safe"), ready: (page) => page.getByRole("button", { name: "Use this one" }).first().waitFor(), fits: true },
  { name: "checks", path: at("/check"), ready: (page) => page.getByRole("list", { name: "Checks" }).waitFor(), fits: true },
  { name: "attack", path: at("/check?tab=attack"), ready: (page) => page.getByRole("link", { name: "Try a list" }).waitFor(), fits: true },
  { name: "rows", path: at("/safe?tab=rows"), ready: (page) => page.getByText(/^One row (is|has)/).first().waitFor(), fits: true },
  { name: "history", path: at("/safe?tab=history"), ready: (page) => page.getByRole("img", { name: /^Risk and detail lost/ }).locator("svg").waitFor(), fits: true },
  { name: "compare", path: at("/check?tab=compare"), ready: (page) => page.getByRole("article").first().waitFor(), fits: true },
  {
    name: "population",
    path: at("/check?tab=population"),
    ready: async (page) => {
      await page.getByRole("textbox", { name: "Number of people" }).fill("200000");
      await page.getByRole("button", { name: "Estimate" }).click();
      await page.getByText(/in a population of 200,000/).waitFor();
    },
    fits: true,
  },
  { name: "export", path: at("/take"), ready: (page) => page.locator("button:enabled", { hasText: "Write and check" }).waitFor() },
  {
    name: "exported",
    path: at("/take"),
    ready: async (page) => {
      await page.getByRole("button", { name: "Write and check" }).click();
      await page.getByRole("region", { name: "What to say if somebody asks" }).waitFor();
    },
  },
  { name: "nothing", path: () => `/datasets/${bare}`, ready: (page) => page.getByRole("link", { name: "Go to Columns" }).waitFor(), fits: true },
  { name: "bare columns", path: () => `/datasets/${bare}/columns`, ready: (page) => page.getByText(/at least one column that others may know/).waitFor() },
  { name: "bare hierarchies", path: () => `/datasets/${bare}/hierarchies`, ready: (page) => page.getByRole("link", { name: "Go to Columns" }).waitFor() },
  { name: "nowhere", path: () => "/nowhere", ready: (page) => page.getByText("This page does not exist.").waitFor(), fits: true },
  { name: "gone", path: () => "/datasets/0123456789abcdef", ready: (page) => page.getByRole("alert").waitFor(), fits: true },
  {
    name: "delete",
    path: () => "/",
    ready: async (page) => {
      await page.getByRole("button", { name: "Delete census.csv" }).click();
      await page.getByRole("dialog").waitFor();
    },
  },
  {
    name: "help",
    path: at("/see"),
    ready: async (page) => {
      await page.getByRole("button", { name: /^What is .*verage risk/ }).click();
      await page.getByText(/^Source:/).waitFor();
    },
    fits: true,
  },
  {
    name: "editing",
    path: at("/hierarchies/age"),
    ready: async (page) => {
      await page.getByRole("button", { name: "Add a level after level 1" }).click();
      await page.getByText("1 change not applied yet").waitFor();
      for (const box of [0, 1]) await page.getByRole("checkbox").nth(box).check();
      await page.getByRole("button", { name: "Merge 2 groups" }).waitFor();
    },
  },
];

const PICTURED = new Set(["start", "columns", "goal", "see", "hierarchies", "attributes", "proposals", "rows", "history", "checks", "compare", "export"]);

describe.each(["light", "dark"] as const)("in %s", (scheme) => {
  const view = withView(stage, { colorScheme: scheme });

  it.each(PAGES)("$name has no barrier and asks nobody else", async (shown) => {
    await view.page.goto(`${stage.server.origin}${shown.path()}`);
    await shown.ready(view.page);
    expect(await findBarriers(view.page)).toEqual([]);
    if (shown.fits) expect(await overflow(view.page)).toEqual([0, 0]);
    if (process.env.PICTURES && scheme === "light" && PICTURED.has(shown.name)) {
      await view.page.screenshot({ path: join(PROJECT, `docs/images/dashboard-${shown.name}.png`) });
    }
  });
});

it("speaks Spanish", async () => {
  await inWindow(stage, { locale: "es-ES" }, async (page) => {
    await page.goto(`${stage.server.origin}${at("/see")()}`);
    await page.getByRole("meter", { name: "Riesgo medio" }).waitFor();
    await page.getByText(/ninguna otra tiene su combinación/).waitFor();
    await expectSound(page);
    await page.getByRole("link", { name: /^Proteger/ }).first().click();
    await page.getByRole("tab", { name: "A mano" }).click();
    await page.getByRole("slider").first().waitFor();
    await page.getByRole("list", { name: "Aplicado" }).getByText("«age» → tramos de 10 años").waitFor();
    await expectSound(page);
    await page.getByRole("link", { name: /^Columnas/ }).click();
    await page.getByText("Se llama «age», y los valores parecen edades: otros pueden conocerlo.").waitFor();
    await page.getByRole("combobox", { name: "Idioma" }).selectOption("en");
    await page.getByText("It is called 'age', and the values look like ages: others may know it.").waitFor();
  });
});
