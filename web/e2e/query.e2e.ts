/** Sources and query on a real PostgreSQL with a password, together with a file. */
import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { findBarriers, launch, openWindow, overflow, type Watched } from "./browser";
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

const soon = (holds: () => Promise<unknown>): Promise<unknown> => vi.waitFor(holds, { timeout: 20_000, interval: 100 });
const item = (name: string): Locator => page.getByRole("treeitem", { name, exact: true });
const shot = async (name: string): Promise<void> => {
  if (process.env.PICTURES_IN) await page.screenshot({ path: `${process.env.PICTURES_IN}/${name}.png` });
};

async function expectSound(): Promise<void> {
  expect(await findBarriers(page)).toEqual([]);
  expect(await overflow(page)).toEqual([0, 0]);
}

describe("sources", () => {
  it("are found from the first page, and a database is added by its address", async () => {
    await page.goto(server.origin);
    await page.getByRole("link", { name: "Sources and query" }).first().click();
    await page.getByRole("heading", { name: "Which tables do you want to query?" }).waitFor();
    await shot("1-empty");
    await expectSound();
    await page.getByRole("button", { name: "Database" }).click();
    await page.getByLabel("Address").fill(database.url.replace("ann@", "ann:hunter2@"));
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await page.getByRole("alert").getByText(/password/).waitFor();
    await page.waitForTimeout(400);
    await shot("2-add-refused");
    await expectSound();
    await page.getByLabel("Address").fill(database.url);
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await item("clinic postgresql").waitFor();
  });

  it("say in words that a password is wrong, and keep none in the page", async () => {
    const field = page.getByLabel("Password of clinic");
    await field.waitFor();
    await shot("3-password");
    await expectSound();
    await field.fill("wrong");
    await page.getByRole("button", { name: "Connect" }).click();
    await page.getByRole("alert").getByText(/refuses|password/i).first().waitFor();
    expect(await field.inputValue()).toBe("");
    await shot("4-wrong-password");
    await expectSound();
    await field.fill(PASSWORD);
    await page.getByRole("button", { name: "Connect" }).click();
    await item("public").waitFor();
    expect(await page.content()).not.toContain("hunter2");
    expect(await page.evaluate(() => JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)]))).not.toContain("p'w");
  });

  it("are browsed with the keyboard: schema, table, columns", async () => {
    await item("clinic postgresql").focus();
    const press = async (...keys: string[]): Promise<void> => {
      for (const key of keys) await page.keyboard.press(key);
    };
    await press("ArrowDown");
    await soon(async () => expect(await page.evaluate(() => document.activeElement?.textContent.trim())).toBe("archive"));
    await press("ArrowRight");
    await item('odd "name').waitFor();
    await press("ArrowLeft", "ArrowDown", "ArrowRight");
    await item("visits").waitFor();
    await item("visits").focus();
    await press("ArrowRight");
    await item("ZipCode text").waitFor();
    await shot("5-tree");
    await expectSound();
    await press("Enter");
    await page.getByRole("group", { name: "Tables to query" }).getByText("visits").waitFor();
    await item("hospital-a.csv").click();
    await page.getByRole("button", { name: "Add to the query" }).click();
    await page.getByRole("group", { name: "Tables to query" }).getByText("hospital_a").waitFor();
  });
});

describe("a query", () => {
  it("is put together: a join of the database with the file, by meaning and by value", async () => {
    await page.getByRole("combobox", { name: "First table" }).selectOption("hospital_a");
    await page.getByRole("button", { name: "Join a table" }).click();
    await page.getByRole("combobox", { name: "How the values go together, pair 1.1" }).selectOption("covers");
    await page.getByRole("button", { name: "and another pair" }).click();
    await page.getByRole("combobox", { name: "Column on the left, pair 1.2" }).selectOption({ label: "hospital_a.HealthCondition" });
    await page.getByRole("combobox", { name: "Column on the right, pair 1.2" }).selectOption("HealthCondition");
    await page.getByRole("button", { name: "Add a filter" }).click();
    await page.getByRole("combobox", { name: "Column of filter 1" }).selectOption({ label: "hospital_a.ZipCode" });
    await page.getByRole("combobox", { name: "Operator of filter 1" }).selectOption("like");
    await page.getByRole("textbox", { name: "Value of filter 1" }).fill("1%");
    await page.getByRole("button", { name: "Sort by a column" }).click();
    await soon(async () => expect(await page.locator("pre").innerText()).toMatch(/SELECT[^]*LIKE '1%'[^]*ORDER BY/));
    await shot("6-build");
    await expectSound();
    await page.getByRole("button", { name: "Run", exact: true }).click();
    await page.getByRole("grid", { name: "Rows of the result" }).waitFor();
    await page.getByRole("region", { name: "Result" }).getByText("3 rows").waitFor();
    await shot("7-result");
    await expectSound();
  });

  it("is asked what somebody learns from it, with the rows that match marked", async () => {
    const result = page.getByRole("region", { name: "Result" });
    await result.getByText("What if", { exact: true }).click();
    await page.getByRole("combobox", { name: "Nobody must learn" }).selectOption("hospital_a.HealthCondition");
    const know = async (number: number, column: string, value: string): Promise<void> => {
      await page.getByRole("button", { name: "Add a fact" }).click();
      await page.getByRole("combobox", { name: `Column of fact ${number}` }).selectOption(column);
      await page.locator(`input[aria-label="Value of fact ${number}"]`).fill(value);
      await page.keyboard.press("Escape");
    };
    const figures = (): Promise<string[]> => page.getByLabel("Figures").locator("dd").allInnerTexts();
    await soon(async () => expect((await figures()).slice(0, 2)).toEqual(["3", "3"]));
    await know(1, "hospital_a.ZipCode", "13012");
    await soon(async () => expect((await figures()).slice(0, 2)).toEqual(["2", "2"]));
    await soon(async () => expect(await result.getByRole("grid").getByText("matches").count()).toBe(2));
    await know(2, "visits.Nationality", "French");
    await soon(async () => expect(await figures()).toEqual(["1", "1", "100\u202f%", "1"]));
    await soon(async () => expect(await result.getByRole("grid").getByText("matches").count()).toBe(1));
    await shot("7a-what-if");
    await expectSound();
    await page.getByRole("combobox", { name: "and a second, differing" }).selectOption("visits.HealthCondition");
    await page.getByRole("combobox", { name: "Values of" }).waitFor();
    await shot("7b-two");
    await expectSound();
  });

  it("is checked for k, l and t, each sensitive column apart", async () => {
    const result = page.getByRole("region", { name: "Result" });
    await result.getByText("Privacy check", { exact: true }).click();
    await result.getByText(/Choose the columns that others may know/).waitFor();
    const pick = async (label: string, column: string): Promise<void> => {
      await result.getByRole("combobox", { name: label }).click();
      await page.getByRole("listbox", { name: label }).getByRole("option", { name: column, exact: true }).click();
      await page.keyboard.press("Escape");
    };
    await pick("Others may know", "hospital_a.ZipCode");
    await pick("Sensitive", "hospital_a.HealthCondition");
    await pick("Sensitive", "visits.Nationality");
    for (const name of ["hospital_a.HealthCondition", "visits.Nationality"]) {
      await result.getByRole("region", { name }).getByText("148**").waitFor();
      expect(await result.getByRole("region", { name }).getByRole("status").innerText()).toMatch(/Does not hold/);
    }
    await shot("7c-check");
    await expectSound();
    await result.getByRole("radiogroup").getByText("Rows", { exact: true }).click();
  });

  it("is written, with names proposed, and refused in words if it does more than read", async () => {
    await page.getByText("SQL", { exact: true }).first().click();
    const field = page.getByRole("textbox", { name: "One SELECT over the tables to query" });
    await field.pressSequentially("SELECT * FROM vis");
    await page.getByRole("option", { name: /visits/ }).waitFor();
    await shot("8-completion");
    await expectSound();
    await page.keyboard.press("Tab");
    await soon(async () => expect(await field.inputValue()).toBe("SELECT * FROM visits"));
    await field.press("Control+Enter");
    await soon(async () => expect(await page.getByRole("grid").getByRole("columnheader").allInnerTexts()).toHaveLength(4));
    await field.fill("SELECT * FROM visits; DROP TABLE visits");
    await page.getByRole("button", { name: "Run", exact: true }).click();
    await page.getByRole("alert").waitFor();
    await shot("9-refused");
    await expectSound();
    await page.getByRole("button", { name: "Close" }).click();
  });

  it("that would never end is cancelled", async () => {
    const field = page.getByRole("textbox", { name: "One SELECT over the tables to query" });
    const tables = Array.from({ length: 10 }, (_, number) => `range(1000) AS t${number}(i)`).join(", ");
    await field.fill(`SELECT count(*) AS n FROM ${tables} WHERE t0.i * t9.i = -1`);
    await page.getByRole("button", { name: "Run", exact: true }).click();
    await page.getByRole("button", { name: "Cancel" }).waitFor();
    await shot("10-running");
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("button", { name: "Run", exact: true }).waitFor();
    expect(await page.getByRole("alert").count()).toBe(0);
  });

  it("pages through a long result in the engine", async () => {
    await item("numbers").dblclick();
    await page.getByRole("group", { name: "Tables to query" }).getByText("numbers").waitFor();
    const field = page.getByRole("textbox", { name: "One SELECT over the tables to query" });
    await field.fill("SELECT * FROM numbers ORDER BY id");
    await field.press("Control+Enter");
    const grid = page.getByRole("grid", { name: "Rows of the result" });
    await grid.getByText("person 1", { exact: true }).waitFor();
    expect(await grid.getByRole("row").count()).toBeLessThan(60);
    await grid.focus();
    await page.keyboard.press("Control+End");
    await grid.getByText("person 5000", { exact: true }).waitFor();
    await shot("11-paged");
    await expectSound();
  });
});

describe("a result", () => {
  it("is kept as a dataset", async () => {
    const address = page.url();
    await page.getByRole("button", { name: "Keep as dataset…" }).click();
    await page.getByRole("dialog").getByLabel("Name").fill("many numbers");
    await page.waitForTimeout(300);
    await shot("11a-keep");
    await expectSound();
    await page.getByRole("button", { name: "Keep", exact: true }).click();
    await page.waitForURL(/\/datasets\/[^/]+\/roles/);
    await page.getByText("many numbers").first().waitFor();
    await page.goto(address);
    await page.getByRole("grid", { name: "Rows of the result" }).waitFor();
    await item("clinic postgresql").click();
    await item("public").waitFor();
  });
});

describe("trouble", () => {
  it("of a server that stops is told in words, and the page stays up", async () => {
    await database.tell("stop");
    await item("clinic postgresql").focus();
    await page.getByRole("button", { name: "Look again" }).click();
    await page.getByRole("alert").first().waitFor();
    expect(await page.getByRole("alert").first().innerText()).toMatch(/Cannot be looked into/);
    await shot("12-stopped");
    await expectSound();
    await page.getByRole("grid", { name: "Rows of the result" }).getByText("person 1", { exact: true }).waitFor();
    await database.tell("start");
    await page.getByRole("button", { name: "Try again" }).first().click();
    await soon(async () => expect(await page.getByRole("alert").count()).toBe(0));
    await item("public").waitFor();
  });

  it("of nothing: it looks as well in the dark and in Spanish", async () => {
    const other = await openWindow(browser, server, { colorScheme: "dark", locale: "es-ES" });
    await other.page.goto(page.url());
    await other.page.getByRole("heading", { name: "Fuentes y consulta" }).waitFor();
    await other.page.getByRole("button", { name: "Unir una tabla" }).click();
    await other.page.getByText("Qué pasa si", { exact: true }).click();
    await other.page.getByRole("combobox", { name: "Nadie debe saber" }).selectOption("age");
    await other.page.getByLabel("Cifras").waitFor();
    if (process.env.PICTURES_IN) await other.page.screenshot({ path: `${process.env.PICTURES_IN}/13-dark.png` });
    expect(await findBarriers(other.page)).toEqual([]);
    expect(await overflow(other.page)).toEqual([0, 0]);
    expect(other.trouble).toEqual([]);
    await other.page.close();
  });
});
