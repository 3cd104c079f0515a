/** Pages as somebody approved them: `await expectApproved(page, "see-390")`.
 *
 * A page is drawn a third as large and in few colours, so that what fonts and machines draw differently does not count, and
 * compared with its picture in `approved/`. `npm run approve` takes the pictures anew: look at each before you commit it.
 */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { launch, settle } from "./browser";
import { writePalette } from "./palette";
import { PROJECT } from "./server";

const APPROVED = join(import.meta.dirname, "approved");
const RESULTS = join(PROJECT, "web/test-results");

/** A side of a picture is this many times smaller than the page. */
const SCALE = 3;
/** How far a pixel may be from the approved one, of 255, before it counts as another one. */
const FAR = 40;
/** The share of all pixels that may differ. */
const WHOLE = 0.01;
/** The share that may differ in any square of so many pixels: a button that is gone is little of a page, but all of its place. */
const [SIDE, SQUARE] = [16, 0.3];
/** How long a page may take until it looks as approved: what a busy machine draws late is no fault. */
const PATIENCE = 24_000;

export interface Difference {
  /** The share of all pixels that differ. */
  whole: number;
  /** The same in the square that differs most. */
  square: number;
  /** What differs, in red on the faded new picture. */
  picture: Buffer;
}

const asUrl = (png: Buffer): string => `data:image/png;base64,${png.toString("base64")}`;
const fromUrl = (url: string): Buffer => Buffer.from(url.slice(url.indexOf(",") + 1), "base64");

/** An empty page that draws pictures, one for each worker. */
let easel: Promise<Page> | undefined;
async function drawing(): Promise<Page> {
  const open = async (): Promise<Page> => (await (await launch()).newContext()).newPage();
  // Whoever ends a test closes every window.
  if (easel === undefined || (await easel).isClosed()) easel = open();
  return easel;
}

/** Smaller, and in few colours. */
export async function shrink(png: Buffer): Promise<Buffer> {
  const page = await drawing();
  const { width, height, bytes } = await page.evaluate(
    async ({ source, scale }) => {
      const image = new Image();
      image.src = source;
      await image.decode();
      const [width, height] = [Math.round(image.width / scale), Math.round(image.height / scale)];
      const context = new OffscreenCanvas(width, height).getContext("2d", { willReadFrequently: true });
      if (!context) throw new Error("no canvas");
      context.imageSmoothingQuality = "high";
      context.drawImage(image, 0, 0, width, height);
      const blob = new Blob([context.getImageData(0, 0, width, height).data]);
      const bytes = await new Promise<string>((resolve) => {
        const reader = new FileReader();
        reader.addEventListener("load", () => resolve(reader.result as string));
        reader.readAsDataURL(blob);
      });
      return { width, height, bytes };
    },
    { source: asUrl(png), scale: SCALE },
  );
  return writePalette({ width, height, pixels: fromUrl(bytes) });
}

/** How far two pictures differ; where one is larger, what the other lacks differs. */
export async function difference(taken: Buffer, approved: Buffer): Promise<Difference> {
  const page = await drawing();
  const { url, ...shares } = await page.evaluate(
    async ({ sources, far, side }) => {
      const images = await Promise.all(
        sources.map(async (source) => {
          const image = new Image();
          image.src = source;
          await image.decode();
          return image;
        }),
      );
      const [width, height] = [Math.max(...images.map((image) => image.width)), Math.max(...images.map((image) => image.height))];
      const canvas = document.createElement("canvas");
      [canvas.width, canvas.height] = [width, height];
      const context = canvas.getContext("2d", { willReadFrequently: true });
      if (!context) throw new Error("no canvas");
      const [one, other] = images.map((image) => {
        context.clearRect(0, 0, width, height);
        context.drawImage(image, 0, 0);
        return context.getImageData(0, 0, width, height).data;
      });
      if (!one || !other) throw new Error("no pictures");
      const RED = [224, 49, 49, 255];
      const columns = Math.ceil(width / side);
      const squares = new Uint32Array(columns * Math.ceil(height / side));
      const shown = context.createImageData(width, height);
      let differing = 0;
      // Plain loops: there are a million values.
      for (let pixel = 0; pixel < width * height; pixel += 1) {
        const at = pixel * 4;
        let most = 0;
        for (let channel = 0; channel < 4; channel += 1) {
          const now = one[at + channel] ?? 0;
          most = Math.max(most, Math.abs(now - (other[at + channel] ?? 0)));
          shown.data[at + channel] = 160 + now / 3;
        }
        shown.data[at + 3] = 255;
        if (most <= far) continue;
        shown.data.set(RED, at);
        differing += 1;
        const square = Math.floor(Math.floor(pixel / width) / side) * columns + Math.floor((pixel % width) / side);
        squares[square] = (squares[square] ?? 0) + 1;
      }
      const shares = { whole: differing / (width * height), square: squares.reduce((worst, each) => Math.max(worst, each), 0) / side ** 2 };
      if (differing === 0) return { ...shares, url: "" };
      context.putImageData(shown, 0, 0);
      return { ...shares, url: canvas.toDataURL("image/png") };
    },
    { sources: [taken, approved].map(asUrl), far: FAR, side: SIDE },
  );
  return { ...shares, picture: fromUrl(url) };
}

export const looksApproved = ({ whole, square }: Difference): boolean => whole <= WHOLE && square <= SQUARE;

/** The whole page, also what it shows only when it is scrolled; nothing moves or blinks in it. */
export async function takePicture(page: Page): Promise<Buffer> {
  await settle(page);
  return shrink(await page.screenshot({ animations: "disabled", caret: "hide" }));
}

/** A picture that a second look confirms, because something may be drawn late. */
async function takeCalmPicture(page: Page): Promise<Buffer> {
  const deadline = Date.now() + PATIENCE;
  let before = await takePicture(page);
  for (;;) {
    await new Promise((resume) => setTimeout(resume, 300));
    const taken = await takePicture(page);
    if ((await difference(taken, before)).whole === 0 || Date.now() > deadline) return taken;
    before = taken;
  }
}

async function approve(page: Page, path: string): Promise<void> {
  mkdirSync(APPROVED, { recursive: true });
  const taken = await takeCalmPicture(page);
  // What nobody could tell from the approved picture stays as it is, so that a change shows in a review.
  if (existsSync(path) && (await difference(taken, readFileSync(path))).whole < WHOLE / 20) return;
  writeFileSync(path, taken);
}

/** The page in the window looks as it was approved. */
export async function expectApproved(page: Page, name: string): Promise<void> {
  const path = join(APPROVED, `${name}.png`);
  if (process.env.APPROVE) return approve(page, path);
  expect(existsSync(path), `There is no approved picture of ${name}. Run "npm run approve", and look at it.`).toBe(true);
  const approved = readFileSync(path);
  const deadline = Date.now() + PATIENCE;
  let taken = await takePicture(page);
  let found = await difference(taken, approved);
  while (!looksApproved(found) && Date.now() < deadline) {
    await new Promise((resume) => setTimeout(resume, 500));
    taken = await takePicture(page);
    found = await difference(taken, approved);
  }
  if (!looksApproved(found)) throw new Error(describeDifference(name, taken, found));
}

/** Leave the pictures to be looked at, and say where they are. */
function describeDifference(name: string, taken: Buffer, { whole, square, picture }: Difference): string {
  mkdirSync(RESULTS, { recursive: true });
  const [seen, changes] = [join(RESULTS, `${name}.png`), join(RESULTS, `${name}.difference.png`)];
  writeFileSync(seen, taken);
  writeFileSync(changes, picture);
  const percent = (share: number): string => `${(100 * share).toFixed(2)} %`;
  return [
    `${name} does not look as approved: ${percent(whole)} of its pixels differ (${percent(WHOLE)} may), and ${percent(square)} in one place (${percent(SQUARE)} may).`,
    `Approved: ${relative(PROJECT, join(APPROVED, `${name}.png`))}`,
    `Now: ${relative(PROJECT, seen)}`,
    `Difference: ${relative(PROJECT, changes)}`,
    `If the page is meant to look like this, run "npm run approve" in web/, and look at the new picture before you commit it.`,
  ].join("\n");
}

/** What an earlier run left to be looked at. */
export function clearResults(): void {
  rmSync(RESULTS, { recursive: true, force: true });
}
