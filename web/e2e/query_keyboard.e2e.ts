/** Sources and query with the keyboard alone: from a database with a password to a dataset, no mouse. */
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { launch, openWindow, type Watched } from "./browser";
import { focused, tabTo } from "./keys";
import { PASSWORD, startPostgres, type Postgres } from "./postgres";
import { HOSPITAL, TABLES, upload } from "./query_tables";
import { startServer, type Server } from "./server";

let server: Server;
let database: Postgres;
let browser: Browser;
let watched: Watched;
let page: Page;

beforeAll(async () => {
  [server, database] = await Promise.all([startServer(), startPostgres(TABLES)]);
  browser = await launch();
  watched = await openWindow(browser, server);
  page = watched.page;
  await upload(server, "hospital-a.csv", HOSPITAL);
}, 120_000);
afterEach(() => expect(watched.trouble).toEqual([]));
afterAll(async () => {
  await browser.close();
  await server.remove();
  await database.remove();
});

async function press(...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

/** Go on to a field or a button and use it. */
async function use(role: string, name: RegExp, ...keys: string[]): Promise<void> {
  await tabTo(page, role, name);
  await press(...keys);
}

const chosen = (): Promise<string> => page.evaluate(() => (document.activeElement as HTMLSelectElement).selectedOptions[0]?.text ?? "");

/** Choose in a list by its first letters, as one does without a mouse. */
async function choose(name: RegExp, letters: string, wanted: string): Promise<void> {
  await tabTo(page, "select", name);
  await page.keyboard.type(letters);
  await expect.poll(chosen).toBe(wanted);
}

const inTree = (name: string): Promise<void> => page.getByRole("treeitem", { name, exact: true }).waitFor();

/** From a row of the tree to the next, until it is the one that is wanted. */
async function downTo(name: RegExp): Promise<void> {
  for (let steps = 0; steps < 20; steps += 1) {
    if (name.test((await focused(page)).name)) return;
    await press("ArrowDown");
  }
  throw new Error(`no ${String(name)} below`);
}

const laid = (name: string): Promise<void> => page.getByRole("group", { name: "Tables to query" }).getByText(name).waitFor();
const figures = (): Promise<string[]> => page.getByLabel("Figures").locator("dd").allInnerTexts();

it("adds a database, gives its password, and chooses tables in the tree", async () => {
  await page.goto(server.origin);
  await use("a", /^Sources and query$/, "Enter");
  await page.getByRole("heading", { name: "Which tables do you want to query?" }).waitFor();
  await use("button", /Database$/, "Enter");
  await expect.poll(() => focused(page)).toEqual({ role: "input", name: expect.stringMatching(/^Address/) as string });
  await page.keyboard.type(database.url);
  await press("Enter");
  await page.getByLabel("Password of clinic").waitFor();
  await tabTo(page, "input", /^Password of clinic/);
  await page.keyboard.type(PASSWORD);
  await press("Enter");
  await inTree("public");
  await tabTo(page, "treeitem", /clinic/, "Shift+Tab");
  await downTo(/^\s*public/);
  await press("ArrowRight");
  await inTree("visits");
  await downTo(/^\s*visits/);
  await press("ArrowRight");
  await inTree("ZipCode text");
  await press("ArrowLeft", "Enter");
  await laid("visits");
  await press("End");
  await expect.poll(() => focused(page)).toEqual({ role: "treeitem", name: expect.stringContaining("hospital-a.csv") as string });
  await press("Enter");
  await laid("hospital_a");
});

it("builds a join with a filter and a sort, and runs it", async () => {
  await use("button", /^Join a table$/, "Enter");
  await choose(/^How the values go together, pair 1\.1$/, "o", "overlaps");
  await use("button", /^Add a filter$/, "Enter");
  // What was added stands before the button that added it.
  await tabTo(page, "select", /^Column of filter 1$/, "Shift+Tab");
  await choose(/^Operator of filter 1$/, "li", "like");
  await tabTo(page, "input", /^Value of filter 1$/);
  await page.keyboard.type("1%");
  await use("button", /^Sort by a column$/, "Enter");
  await tabTo(page, "select", /^Column of sort 1$/, "Shift+Tab");
  await choose(/^Direction of sort 1$/, "d", "descending");
  await expect.poll(() => page.locator("pre").innerText()).toMatch(/LIKE '1%'[^]*ORDER BY[^]*DESC/);
  await tabTo(page, "button", /^Run$/, "Shift+Tab");
  await press("Enter");
  await page.getByRole("region", { name: "Result" }).getByText("7 rows").waitFor();
  await tabTo(page, "grid", /^Rows of the result$/);
  await press("ArrowDown", "ArrowRight");
  await expect.poll(() => page.locator("[role=gridcell][data-active]").innerText()).not.toBe("");
});

it("asks what somebody learns, scans, and checks", async () => {
  const result = page.getByRole("region", { name: "Result" });
  await tabTo(page, "input", /^Rows$/, "Shift+Tab");
  await press("ArrowRight");
  await choose(/^Nobody must learn$/, "hospital_a.H", "hospital_a.HealthCondition");
  await use("button", /^Add a fact$/, "Enter");
  await tabTo(page, "combobox", /^Value of fact 1$/, "Shift+Tab");
  await page.keyboard.type("13012");
  await press("Escape");
  await expect.poll(figures).toEqual(["3", "3", "33.3\u202f%", "2"]);
  await expect.poll(() => result.getByRole("grid").getByText("matches").count()).toBe(3);
  await tabTo(page, "input", /^What if$/, "Shift+Tab");
  await press("ArrowRight");
  await use("button", /^Scan$/, "Enter");
  await result.getByText(/combinations tried/).waitFor();
  await tabTo(page, "input", /^Scan$/, "Shift+Tab");
  await press("ArrowRight");
  await tabTo(page, "combobox", /^Others may know$/);
  await page.keyboard.type("hospital_a.Zip");
  await press("ArrowDown", "Enter", "Escape");
  await tabTo(page, "combobox", /^Sensitive$/);
  await page.keyboard.type("hospital_a.Health");
  await press("ArrowDown", "Enter", "Escape");
  const found = result.getByRole("region", { name: "hospital_a.HealthCondition" });
  await expect.poll(() => found.getByRole("status").innerText()).toMatch(/Does not hold[^]*k = 1/);
  await found.getByText("148**").waitFor();
});

it("keeps the result as a dataset", async () => {
  await tabTo(page, "button", /^Keep as dataset…$/, "Shift+Tab");
  await press("Enter");
  await expect.poll(() => focused(page)).toEqual({ role: "input", name: "Name" });
  await page.keyboard.type("joined by keyboard");
  await press("Enter");
  await page.waitForURL(/\/datasets\/[^/]+\/roles/);
  await page.getByText("joined by keyboard").first().waitFor();
  await use("a", /^Sources and query$/, "Enter");
  await page.getByRole("treeitem", { name: "joined by keyboard" }).waitFor();
});
