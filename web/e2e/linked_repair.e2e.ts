/** From a leak between linked releases to what closes it: a step tried and applied, a copy, people put together. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { findBarriers, launch, openWindow, type Watched } from "./browser";
import { CLINIC, HOSPITAL_A, HOSPITAL_B } from "./linked_tables";
import { commandRisk, startServer, type Server } from "./server";

const PEOPLE_A = "patient_id,zip,disease\np1,13012,flu\np2,13012,hiv\np3,14001,flu\np4,14001,cold\n";
const PEOPLE_B = "patient_id,zip,job,drug\np2,13012,clerk,x\np3,14001,cook,y\np9,15001,cook,x\n";
const RAW = "origin,job,disease\nFrench,x,flu\nFrench,y,hiv\nGerman,x,flu\nThai,x,cold\n";
const COARSE = "origin,sex,disease\nEuropean,m,flu\nEuropean,f,hiv\nAsian,f,cold\nAsian,m,flu\n";
const FILES = { "hospital-a.csv": HOSPITAL_A, "hospital-b.csv": HOSPITAL_B, "clinic.csv": CLINIC, "a.csv": PEOPLE_A, "b.csv": PEOPLE_B, "raw.csv": RAW, "coarse.csv": COARSE };
type Name = keyof typeof FILES;

let server: Server;
let browser: Browser;
let watched: Watched;
let page: Page;
const folder = mkdtempSync(join(tmpdir(), "incrowd-repair-"));
const ids = new Map<string, string>();

beforeAll(async () => {
  server = await startServer();
  browser = await launch();
  watched = await openWindow(browser, server);
  page = watched.page;
  for (const [name, text] of Object.entries(FILES)) {
    writeFileSync(join(folder, name), text);
    ids.set(name, await upload(name));
  }
});
afterEach(() => expect(watched.trouble).toEqual([]));
afterAll(async () => {
  await browser.close();
  await server.remove();
  rmSync(folder, { recursive: true });
});

async function upload(name: string): Promise<string> {
  await page.goto(server.origin);
  const choosing = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Choose a file" }).click();
  await (await choosing).setFiles(join(folder, name));
  await page.waitForURL(/\/datasets\/[^/]+\/roles/);
  return /\/datasets\/([^/?]+)/.exec(page.url())?.[1] ?? "";
}

const address = (names: readonly Name[], tab = "whatif"): string => `${server.origin}/linked?data=${names.map((name) => ids.get(name)).join()}&tab=${tab}`;

async function know(number: number, column: string, text: string): Promise<void> {
  await page.getByRole("button", { name: "Add a fact" }).click();
  await page.getByRole("combobox", { name: `Column of fact ${number}` }).selectOption(column);
  await page.locator(`input[aria-label="Value of fact ${number}"]`).fill(text);
  await page.keyboard.press("Escape");
}

describe("a leak", () => {
  it("leads to a step that is tried, with its exact risk, and not applied", async () => {
    await page.goto(address(["hospital-a.csv", "hospital-b.csv"]));
    await page.getByRole("table", { name: "Joined rows" }).waitFor();
    await page.getByRole("combobox", { name: "Threshold" }).selectOption("own");
    await page.getByRole("textbox", { name: "Threshold in percent" }).fill("70");
    await know(1, "ZipCode", "130**");
    await know(2, "MaritalStatus", "Married");
    await page.getByText("A leak", { exact: true }).waitFor();
    await page.getByRole("button", { name: "How to close it" }).click();
    const closing = page.getByRole("region", { name: "What closes it, the cheapest first" }).getByRole("listitem");
    await closing.filter({ hasText: "Leave 'MaritalStatus' out" }).getByRole("link", { name: "Try the step" }).click();
    const notice = page.getByRole("region", { name: "A step that closes a leak" });
    await notice.getByText(/nothing is applied yet/).waitFor();
    const step = page.getByRole("listitem", { name: /MaritalStatus$/ });
    const { average_risk: average } = await commandRisk(join(folder, "hospital-a.csv"), "--state", "MaritalStatus=1");
    const shown = new Intl.NumberFormat("en", { maximumFractionDigits: 2 }).format(average);
    const told = new RegExp(`then ${shown}\u202f%`);
    await step.getByLabel(told).or(step.getByText(told)).first().waitFor({ state: "attached" });
    expect(await findBarriers(page)).toEqual([]);
  });

  it("is closed once the step is applied", async () => {
    const step = page.getByRole("listitem", { name: /MaritalStatus$/ });
    await step.getByRole("button", { name: /^Apply to MaritalStatus/ }).click();
    await page.getByText("MaritalStatus is at level 1 now. See whether the leak is closed.").waitFor();
    await page.getByRole("link", { name: "Back to the linked releases" }).click();
    await page.getByText("No breach", { exact: true }).waitFor();
    expect(await page.getByLabel("Figures").locator("dd").allInnerTexts()).toEqual(["3", "2", "66.7\u202f%", "2"]);
  });

  it("is closed by a copy without its rows, which can be taken back", async () => {
    await page.goto(address(["hospital-a.csv", "hospital-b.csv"]));
    await page.getByRole("table", { name: "Joined rows" }).waitFor();
    await know(1, "ZipCode", "130**");
    await page.getByText(/^A (leak|breach)$/).waitFor();
    await page.getByRole("button", { name: "How to close it" }).click();
    await page.getByRole("button", { name: "Make a copy without them" }).first().click();
    await page.getByText(/has taken the place of the release/).waitFor();
    await page.getByText(/^(No breach|Nobody matches)$/).waitFor();
    expect(await page.getByRole("checkbox", { name: /without \d+ rows/ }).isChecked()).toBe(true);
    await page.getByRole("button", { name: "Undo", exact: true }).click();
    await page.getByText(/^A (leak|breach)$/).waitFor();
    await page.getByRole("checkbox", { name: /without \d+ rows/ }).waitFor({ state: "detached" });
  });
});

describe("words", () => {
  it("stand for what a taxonomy says, given on the page", async () => {
    await page.goto(address(["raw.csv", "coarse.csv"]));
    await page.getByRole("table", { name: "Joined rows" }).waitFor();
    // Open already: the built-in hierarchy of nations knows what some words stand for.
    await page.getByRole("combobox", { name: "Column whose words are explained" }).selectOption("1.origin");
    await page.getByRole("button", { name: "Give a taxonomy" }).click();
    await page.getByRole("textbox", { name: /origin/ }).fill("{French, German} => European\n{Thai} => Asian");
    await page.getByRole("button", { name: "Use these rules" }).click();
    await page.getByText("1.origin: European stands for French, German…").waitFor();
    await page.getByText(/of the values (are covered by published ones|overlap)/).waitFor();
    await know(1, "origin", "French");
    await page.getByText(/^2 of \d joined rows match$/).waitFor();
    expect(await findBarriers(page)).toEqual([]);
  });
});

describe("the same people in both", () => {
  it("are put together, and open ready to be anonymised", async () => {
    await page.goto(address(["a.csv", "b.csv"], "advice"));
    await page.getByText("People are told by patient_id: 2 of 5 are in more than one release.").waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await page.getByRole("button", { name: "Put them together" }).click();
    await page.waitForURL(/\/datasets\/[^/]+\?tab=automatic/);
    expect(await page.getByRole("tab", { name: "Automatic" }).getAttribute("aria-selected")).toBe("true");
    await page.getByRole("heading", { name: /a \+ b/ }).waitFor({ state: "attached" });
    await page.getByText("1.zip").first().waitFor();
  });

  it("cannot be told without an identifier, and the page says what is needed", async () => {
    await page.goto(address(["hospital-a.csv", "hospital-b.csv"], "advice"));
    await page.getByText(/does not tell the people of/).waitFor();
    await page.getByText(/Each person needs one row in each table/).waitFor();
    expect(await page.getByRole("button", { name: "Put them together" }).count()).toBe(0);
  });
});
