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
  { name: "roles", path: at("/roles"), ready: (page) => page.getByRole("combobox", { name: /postcode/ }).waitFor() },
  { name: "hierarchies", path: at("/hierarchies/age"), ready: (page) => page.getByText("10-year bands").first().waitFor() },
  {
    name: "attributes",
    path: at(""),
    ready: (page) => page.getByRole("slider").first().waitFor(),
    fits: true,
  },
  { name: "rows", path: at("?tab=rows"), ready: (page) => page.getByText(/^One row (is|has)/).first().waitFor(), fits: true },
  { name: "history", path: at("?tab=history"), ready: (page) => page.getByRole("img", { name: /^Risk against/ }).locator("svg").waitFor(), fits: true },
  { name: "compare", path: at("?tab=compare"), ready: (page) => page.getByRole("article").first().waitFor(), fits: true },
  {
    name: "population",
    path: at("?tab=population"),
    ready: async (page) => {
      await page.getByRole("textbox", { name: "Number of people" }).fill("200000");
      await page.getByRole("button", { name: "Estimate" }).click();
      await page.getByText(/in a population of 200,000/).waitFor();
    },
    fits: true,
  },
  { name: "export", path: at("?dialog=export"), ready: (page) => page.locator("button:enabled", { hasText: "Write and check" }).waitFor(), fits: true },
  {
    name: "exported",
    path: at("?dialog=export"),
    ready: async (page) => {
      await page.getByRole("button", { name: "Write and check" }).click();
      await page.getByRole("link", { name: "Download CSV" }).waitFor();
    },
    fits: true,
  },
  { name: "nothing", path: () => `/datasets/${bare}`, ready: (page) => page.getByRole("link", { name: "Choose roles" }).waitFor(), fits: true },
  { name: "bare roles", path: () => `/datasets/${bare}/roles`, ready: (page) => page.getByText(/no quasi-identifier yet/).waitFor() },
  { name: "bare hierarchies", path: () => `/datasets/${bare}/hierarchies`, ready: (page) => page.getByRole("link", { name: "To the roles" }).waitFor() },
  { name: "nowhere", path: () => "/nowhere", ready: (page) => page.getByText("There is no such page.").waitFor(), fits: true },
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
    path: at(""),
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
      await page.getByText("1 edit not applied yet").waitFor();
      for (const box of [0, 1]) await page.getByRole("checkbox").nth(box).check();
      await page.getByRole("button", { name: "Merge 2 groups" }).waitFor();
    },
  },
];

const PICTURED = new Set(["start", "roles", "hierarchies", "attributes", "rows", "history", "compare", "export"]);

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
    await page.goto(`${stage.server.origin}${at("")()}`);
    await page.getByRole("meter", { name: "Riesgo medio" }).waitFor();
    await page.getByRole("slider").first().waitFor();
    await page.getByText(/ninguna otra tiene su combinación/).waitFor();
    await page.getByRole("list", { name: "Aplicado" }).getByText("«age» → tramos de 10 años").waitFor();
    await expectSound(page);
    await page.getByRole("link", { name: "Roles" }).click();
    await page.getByText("Se llama «age», y los valores parecen edades: otros pueden conocerlo.").waitFor();
    await page.getByRole("combobox", { name: "Idioma" }).selectOption("en");
    await page.getByText("It is called 'age', and the values look like ages: others may know it.").waitFor();
  });
});
