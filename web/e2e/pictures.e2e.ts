/** Every page and the dialogs that matter look as somebody approved them, from phones to large screens.
 *
 * Each is seen at each of four widths, in each of four looks (English and Spanish, light and dark): once in every width, and
 * once in every look. Which look goes with which width shifts from page to page, so that every width has every look.
 */
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { launch, openEmptyWindow, type Watched } from "./browser";
import { clearResults, difference, expectApproved, looksApproved, shrink } from "./pictures";
import { goTo, PLACES, prepare, showAll, type Shown } from "./places";
import { withServer } from "./scene";

const SIZES = [
  { width: 390, height: 844 },
  { width: 768, height: 1024 },
  { width: 1280, height: 720 },
  { width: 1920, height: 1080 },
];
const LOCALES = ["en-GB", "es-ES"] as const;
const SCHEMES = ["light", "dark"] as const;

interface Look {
  size: (typeof SIZES)[number];
  locale: (typeof LOCALES)[number];
  scheme: (typeof SCHEMES)[number];
}

/** The four looks of the page that stands at a place in the list. */
function looksOf(place: number): Look[] {
  return SIZES.map((size, at) => {
    const look = (place + at) % 4;
    return { size, locale: LOCALES[look % 2 ? 1 : 0], scheme: SCHEMES[look < 2 ? 0 : 1] };
  });
}

/** Every time that a page writes is the same one. */
function stopClock(): void {
  const always = new Date("2026-03-04T15:16:17Z");
  const real = Object.getOwnPropertyDescriptor(Intl.DateTimeFormat.prototype, "format") as { get: (this: Intl.DateTimeFormat) => (date: Date) => string };
  Object.defineProperty(Intl.DateTimeFormat.prototype, "format", {
    get(this: Intl.DateTimeFormat) {
      const write = real.get.call(this);
      return () => write(always);
    },
  });
}

describe("pages", () => {
  // Rows come in the same order every time.
  const stage = withServer({ oneProcessor: true });
  const windows = new Map<string, Watched>();
  let shown: Shown;
  beforeAll(async () => {
    clearResults();
    shown = await prepare(stage.server);
    for (const locale of LOCALES) {
      const watched = await openEmptyWindow(stage.browser, stage.server, { locale, reducedMotion: "reduce", timezoneId: "UTC" });
      await watched.page.addInitScript(stopClock);
      windows.set(locale, watched);
    }
  });

  it.each(PLACES.map((place, at) => ({ name: place.name, place, at })))("$name looks as approved", async ({ place, at }) => {
    for (const locale of LOCALES) {
      const watched = windows.get(locale);
      if (!watched) throw new Error(`no window in ${locale}`);
      await lookAt(watched.page, locale);
      expect(watched.trouble.splice(0)).toEqual([]);
    }
    async function lookAt(page: Page, locale: string): Promise<void> {
      const looks = looksOf(at).filter((look) => look.locale === locale);
      await goTo(page, place, shown);
      for (const { size, scheme } of looks) {
        await page.emulateMedia({ colorScheme: scheme });
        await showAll(page, size);
        await expectApproved(page, `${place.name}-${size.width}-${locale.slice(0, 2)}-${scheme}`);
      }
    }
  });
});

describe("the comparison", () => {
  async function draw(body: string): Promise<Buffer> {
    const context = await (await launch()).newContext({ viewport: { width: 900, height: 600 } });
    const page = await context.newPage();
    await page.setContent(`<body style="margin:0;background:#fff;font:16px sans-serif">${body}</body>`);
    const picture = await shrink(await page.screenshot());
    await context.close();
    return picture;
  }
  const button = (left: number, colour = "#0b7a6f", words = "Export 12"): string =>
    `<p>A page with some words</p><div style="position:absolute;left:${left}px;top:60px;width:120px;height:36px;color:#fff;background:${colour}">${words}</div>`;
  const isLike = async (one: string, other: string): Promise<boolean> => looksApproved(await difference(await draw(one), await draw(other)));

  it("takes a picture for itself, and does not mind another digit", async () => {
    expect((await difference(await draw(button(60)), await draw(button(60)))).whole).toBe(0);
    expect(await isLike(button(60), button(60, "#0b7a6f", "Export 13"))).toBe(true);
  });

  it.each([
    ["is gone", ""],
    ["is moved", button(300)],
    ["has another colour", button(60, "#c92a2a")],
    ["is covered", button(60) + button(20, "#fff")],
  ])("sees that a button %s", async (_, other) => {
    expect(await isLike(button(60), other)).toBe(false);
  });

  it("sees that a page is longer or wider than it was", async () => {
    const short = await shrink(await (await drawnPage(900, 600)).screenshot());
    const long = await shrink(await (await drawnPage(900, 700)).screenshot());
    expect(looksApproved(await difference(short, long))).toBe(false);
  });

  async function drawnPage(width: number, height: number): Promise<Page> {
    return (await (await launch()).newContext({ viewport: { width, height } })).newPage();
  }
});
