/** Nothing is wider than the window and no button cuts its words off: with 300 columns, with long names, on phones, at 200 % zoom, in every language. */
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { findBarriers, overflow, settle } from "./browser";
import { upload } from "./files";
import { atRest, goTo, PLACES, prepare, type Shown } from "./places";
import { withServer, withView } from "./scene";

const PHONE = { width: 390, height: 844 };
/** A window of 1280 × 720 at 200 %. */
const ZOOMED = { width: 640, height: 360 };
const LANGUAGES = ["de", "fr", "es", "it", "pt", "ca", "en"];

const stage = withServer();
let shown: Shown;
let wide: string;
let long: string;

/** 300 columns with few values each. */
function manyColumns(): string {
  const header = Array.from({ length: 300 }, (_, column) => `answer_${column}`).join();
  const rows = Array.from({ length: 40 }, (_, row) => Array.from({ length: 300 }, (_, column) => (row * 7 + column) % 5).join());
  return [header, ...rows].join("\n");
}

/** Names of 80 characters and values of more than 100, without any place to break them. */
function longNames(): string {
  const name = (word: string): string => word.padEnd(80, "_of_the_person_who_answered");
  const rows = Array.from({ length: 60 }, (_, row) => [20 + (row % 30), `${"verylonganswer".repeat(8)}${row % 4}`, 10_000 + (row % 9), "fm"[row % 2]].join());
  return [["age", "town", "zip", "sex"].map(name).join(), ...rows].join("\n");
}

beforeAll(async () => {
  shown = await prepare(stage.server);
  [wide, long] = [await upload(stage.server, "wide.csv", manyColumns()), await upload(stage.server, `${"long".repeat(20)}.csv`, longNames())];
});

/** Buttons and tabs whose words are cut off, or that stand beyond the edge of the window where nothing scrolls to them. */
function findCuts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const scrolls = (element: Element | null): boolean =>
      element !== null && element.tagName !== "MAIN" && (/auto|scroll/u.test(getComputedStyle(element).overflowX) || scrolls(element.parentElement));
    // What only screen readers find is one pixel wide; a name of the data may be shortened where a title tells all of it.
    const isCut = (element: Element): boolean => element.clientWidth > 1 && element.closest("[title]") === null && getComputedStyle(element).overflowX !== "visible" && element.scrollWidth > element.clientWidth + 1;
    const isOutside = (element: Element): boolean => element.getBoundingClientRect().right > window.innerWidth + 1 && !scrolls(element.parentElement);
    return [...document.querySelectorAll("button, [role=tab], a.mantine-Button-root, .mantine-SegmentedControl-label, h1, h2, h3")]
      .filter((element) => element.checkVisibility() && element.getClientRects().length > 0)
      .filter((element) => isOutside(element) || [element, ...element.querySelectorAll("*")].some((part) => part.textContent.trim() !== "" && isCut(part)))
      .map((element) => `${element.tagName} ${element.textContent}`);
  });
}

async function expectFits(page: Page): Promise<void> {
  expect((await overflow(page))[0]).toBe(0);
  expect(await findCuts(page)).toEqual([]);
}

describe.each([PHONE, { width: 1280, height: 720 }])("a notice at $width px", (viewport) => {
  const view = withView(stage, { viewport });

  it("hides nothing: the page makes room for it, and takes it back", async () => {
    const { page } = view;
    await page.goto(`${stage.server.origin}/datasets/${wide}/columns`);
    const questions = page.getByRole("group", { name: /^Questions about/ }).first();
    for (const [place, answer] of ["Yes", "No"].entries()) await questions.getByRole("radiogroup").nth(place).getByText(answer, { exact: true }).click();
    const notice = page.locator(".mantine-Notifications-notification");
    await notice.waitFor();
    await settle(page);
    const [above, below] = [await page.locator("main").boundingBox(), await notice.boundingBox()];
    if (!above || !below) throw new Error("nothing to compare");
    expect(above.y + above.height).toBeLessThanOrEqual(below.y);
    await notice.getByRole("button", { name: "Close" }).click();
    await notice.waitFor({ state: "detached" });
    await expect.poll(async () => { const box = await page.locator("main").boundingBox(); return box && Math.round(box.y + box.height); }).toBe(viewport.height);
  });
});

const PAGES = ["columns", "goal", "see", "see?part=table", "safe", "safe?tab=attributes", "safe?tab=rows", "check", "check?tab=compare", "check?tab=subsets", "check?tab=attack", "take", "hierarchies"];

describe.each([
  ["300 columns on a phone", PHONE, () => wide],
  ["long names on a phone", PHONE, () => long],
  ["long names at 200 %", ZOOMED, () => long],
])("%s", (_, viewport, dataset) => {
  const view = withView(stage, { viewport });

  it.each(PAGES)("fit into %s", async (page) => {
    await view.page.goto(`${stage.server.origin}/datasets/${dataset()}/${page}`);
    await atRest(view.page);
    await expectFits(view.page);
  });
});

/** What opens nothing, and has a header in which a language is chosen. */
const SPOKEN = PLACES.filter(({ name, open }) => !open && name !== "embed");

describe("on a phone, in every language", () => {
  const view = withView(stage, { viewport: PHONE });

  it.each(SPOKEN)("$name fits", async (place) => {
    await goTo(view.page, place, shown);
    for (const language of LANGUAGES) {
      await view.page.locator("header select").last().selectOption(language);
      await expect.poll(() => view.page.locator("html").getAttribute("lang")).toBe(language);
      await atRest(view.page);
      await expectFits(view.page);
    }
  });

  it.each(["see", "attributes", "whatif"])("%s has no barrier in German", async (name) => {
    const place = PLACES.find((one) => one.name === name);
    if (!place) throw new Error(`no place ${name}`);
    await goTo(view.page, place, shown);
    await view.page.locator("header select").last().selectOption("de");
    await atRest(view.page);
    expect(await findBarriers(view.page)).toEqual([]);
  });
});
