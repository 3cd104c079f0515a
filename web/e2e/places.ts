/** Every page and the dialogs that matter, with how to get there in any language: what pictures are taken of, and what must fit. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";
import { upload } from "./files";
import { HOSPITAL_A, HOSPITAL_B } from "./linked_tables";
import { PROJECT, type Server } from "./server";

/** Ids of the data that the pages show. */
export interface Shown {
  server: Server;
  /** 400 people with three decisions. */
  census: string;
  /** Two releases that give people away together. */
  hospitals: readonly string[];
}

export interface Place {
  name: string;
  path: (shown: Shown) => string | Promise<string>;
  /** What is done there before anybody looks. */
  open?: (page: Page) => Promise<unknown>;
}

const PEOPLE = join(PROJECT, "web/src/testing/samples/census.csv");

export async function decide(server: Server, dataset: string, decision: object): Promise<void> {
  const answer = await server.ask(`/datasets/${dataset}/decisions`, { method: "POST", body: JSON.stringify(decision), headers: { "Content-Type": "application/json" } });
  expect(answer.status, await answer.clone().text()).toBe(200);
}

/** Lists have the newest first, by the second: data that came in the same one have no order. */
const nextSecond = (): Promise<unknown> => new Promise((resume) => setTimeout(resume, 1100));

/** Put the data on the server. */
export async function prepare(server: Server): Promise<Shown> {
  const hospitalA = await upload(server, "hospital-a.csv", HOSPITAL_A);
  await nextSecond();
  const hospitalB = await upload(server, "hospital-b.csv", HOSPITAL_B);
  await nextSecond();
  const census = await upload(server, "census.csv", readFileSync(PEOPLE, "utf8"));
  for (const [attribute, level] of [["age", 2], ["postcode", 3], ["occupation", 2]] as const) await decide(server, census, { kind: "generalize", attribute, level });
  await decide(server, census, { kind: "suppress", k: 2 });
  return { server, census, hospitals: [hospitalA, hospitalB] };
}

const SETUP = { roles: { name: "identifier", age: "quasi", sex: "quasi", disease: "sensitive" }, step: "check" };
const GUESTS = "name,age,sex,disease\n" + Array.from({ length: 60 }, (_, row) => `P${row},${20 + (row % 30)},${"fm"[row % 2]},${["flu", "cold"][row % 2]}\n`).join("");

/** The address of a dashboard for another site; each works once. */
async function embedded({ server }: Shown): Promise<string> {
  const form = new FormData();
  form.append("file", new Blob([GUESTS]), "people.csv");
  form.append("setup", JSON.stringify(SETUP));
  const { url } = (await (await server.ask("/dashboards", { method: "POST", body: form })).json()) as { url: string };
  return url.replace(server.origin, "");
}

const census = (rest: string) => (shown: Shown): string => `/datasets/${shown.census}${rest}`;
const linked = (tab: string) => (shown: Shown): string => `/linked?data=${shown.hospitals.join()}&tab=${tab}`;
const attack = (shown: Shown): string => `/linked?data=${shown.hospitals[0] ?? ""}&tab=attack`;
/** A button by the names that it has in English and Spanish. */
const button = (page: Page, name: RegExp): Locator => page.getByRole("button", { name }).first();
const dialog = (name: RegExp) => async (page: Page): Promise<void> => {
  await button(page, name).click();
  await page.getByRole("dialog").waitFor();
  await page.mouse.move(0, 0);
};

export const PLACES: readonly Place[] = [
  { name: "start", path: () => "/" },
  { name: "delete", path: () => "/", open: dialog(/^(Delete|Eliminar|Borrar) census/) },
  { name: "columns", path: census("/columns") },
  { name: "goal", path: census("/goal") },
  { name: "see", path: census("/see") },
  { name: "table", path: census("/see?part=table") },
  { name: "help", path: census("/see"), open: (page) => page.getByRole("meter").first().locator("xpath=..").getByRole("button").click() },
  { name: "checks", path: census("/see"), open: dialog(/^(Does not pass|No pasa|No cumple)/) },
  { name: "safe", path: census("/safe") },
  { name: "attributes", path: census("/safe?tab=attributes") },
  { name: "rows", path: census("/safe?tab=rows") },
  { name: "automatic", path: census("/safe?tab=automatic") },
  { name: "recipe", path: census("/safe?tab=recipe") },
  { name: "history", path: census("/safe?tab=history") },
  { name: "limits", path: census("/safe?tab=recipe"), open: dialog(/^(Limits|Límites)/) },
  { name: "hierarchies", path: census("/hierarchies/age") },
  { name: "rules", path: census("/hierarchies/occupation"), open: dialog(/^(Rules|Reglas)/) },
  { name: "check", path: census("/check") },
  { name: "compare", path: census("/check?tab=compare") },
  { name: "subsets", path: census("/check?tab=subsets") },
  { name: "population", path: census("/check?tab=population") },
  { name: "attack", path: census("/check?tab=attack") },
  { name: "take", path: census("/take") },
  {
    name: "taken",
    path: census("/take"),
    open: async (page) => {
      await page.locator("button:enabled", { hasText: /Write and check|Escribir y comprobar/ }).click();
      await page.getByRole("link", { name: /CSV/ }).waitFor();
    },
  },
  { name: "linked", path: () => "/linked" },
  { name: "whatif", path: linked("whatif") },
  { name: "scan", path: linked("scan") },
  { name: "privacy", path: linked("check") },
  { name: "people", path: attack },
  { name: "query", path: () => "/query" },
  { name: "database", path: () => "/query", open: dialog(/^(Add database|Añadir base)/) },
  { name: "embed", path: embedded },
  { name: "nowhere", path: () => "/nowhere" },
];

/** Go to a place in a window, and wait until nothing is loaded any more. */
export async function goTo(page: Page, place: Place, shown: Shown): Promise<void> {
  await page.goto(`${shown.server.origin}${await place.path(shown)}`);
  await atRest(page);
  if (!place.open) return;
  await place.open(page);
  await atRest(page);
}

/** Nothing is loaded any more, and the same text stands there twice. */
export async function atRest(page: Page): Promise<void> {
  await page.locator("h1, [role=heading]").first().waitFor();
  await page.evaluate(async () => {
    const pause = (): Promise<unknown> => new Promise((resume) => setTimeout(resume, 60));
    const busy = (): boolean => document.querySelector(".mantine-Skeleton-root, .mantine-Loader-root, [aria-busy=true], [role=progressbar]") !== null;
    await document.fonts.ready;
    const deadline = Date.now() + 40_000;
    for (let before = "", calm = 0; calm < 2 && Date.now() < deadline; ) {
      const text = document.body.innerText;
      calm = !busy() && text === before ? calm + 1 : 0;
      before = text;
      await pause();
    }
  });
}

/** From this width on panes fill the window and scroll inside it; below, the page itself scrolls. */
const FILLED = 1000;

/** Give the window a size; where the page scrolls, it becomes as high as the page, so that nothing is left out below. */
export async function showAll(page: Page, { width, height }: { width: number; height: number }): Promise<void> {
  await page.setViewportSize({ width, height });
  if (width >= FILLED) return;
  const beyond = await page.evaluate(async () => {
    // What the new width changes is drawn first.
    const next = (): Promise<unknown> => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
    await next();
    await next();
    const main = document.querySelector("main");
    return Math.max(main ? main.scrollHeight - main.clientHeight : 0, document.documentElement.scrollHeight - window.innerHeight);
  });
  if (beyond > 0) await page.setViewportSize({ width, height: Math.min(height + beyond, 3000) });
}
