/** Sources and query on a real PostgreSQL with a password, together with a file. */
import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { findBarriers, launch, openWindow, overflow, type Watched } from "./browser";
import { PASSWORD, startPostgres, type Postgres } from "./postgres";
import { startServer, type Server } from "./server";

const HOSPITAL = `ZipCode,Age,MaritalStatus,HealthCondition
130**,20-30,Married,Diabetes
130**,20-30,Single,HIV
148**,30-40,Single,Flu
130**,30-40,Married,Flu
`;
const TABLES = `
CREATE TABLE visits ("ZipCode" text, "Nationality" text, "HealthCondition" text);
INSERT INTO visits VALUES ('13012', 'French', 'Diabetes'), ('13053', 'German', 'HIV'), ('14850', 'French', 'Flu');
CREATE TABLE numbers AS SELECT i AS id, i % 90 AS age, 'person ' || i AS name FROM generate_series(1, 5000) i;
CREATE SCHEMA archive; CREATE TABLE archive."odd ""name" (a int);`;

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
  await upload("hospital-a.csv", HOSPITAL);
}, 120_000);
afterEach(() => expect(watched.trouble).toEqual([]));
afterAll(async () => {
  await browser.close();
  await server.remove();
  await database.remove();
});

const soon = (holds: () => Promise<unknown>): Promise<unknown> => vi.waitFor(holds, { timeout: 20_000, interval: 100 });

/** A file, sent straight to the server. */
async function upload(name: string, text: string): Promise<void> {
  const form = new FormData();
  form.append("file", new Blob([text]), name);
  await server.ask("/datasets", { method: "POST", body: form });
  await soon(async () => {
    const listed = (await (await server.ask("/datasets")).json()) as { name: string }[];
    expect(listed.map((one) => one.name)).toContain(name);
  });
}

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

describe("trouble", () => {
  it("of a server that stops is told in words, and the page stays up", async () => {
    await database.tell("stop");
    await item("archive").click();
    await item("clinic postgresql").focus();
    await page.getByRole("button", { name: "Look again" }).click();
    await page.getByRole("alert").first().waitFor();
    expect(await page.getByRole("alert").first().innerText()).toMatch(/Cannot be looked into/);
    await shot("12-stopped");
    await expectSound();
    await page.getByRole("grid", { name: "Rows of the result" }).getByText("person 5000", { exact: true }).waitFor();
    await database.tell("start");
    await page.getByRole("button", { name: "Try again" }).first().click();
    await soon(async () => expect(await page.getByRole("alert").count()).toBe(0));
    await item("public").waitFor();
  });

  it("of nothing: it looks as well in the dark and in Spanish", async () => {
    const other = await openWindow(browser, server, { colorScheme: "dark", locale: "es-ES" });
    await other.page.goto(`${server.origin}/query`);
    await other.page.getByRole("heading", { name: "Fuentes y consulta" }).waitFor();
    await other.page.getByRole("button", { name: "Unir una tabla" }).click();
    if (process.env.PICTURES_IN) await other.page.screenshot({ path: `${process.env.PICTURES_IN}/13-dark.png` });
    expect(await findBarriers(other.page)).toEqual([]);
    expect(await overflow(other.page)).toEqual([0, 0]);
    expect(other.trouble).toEqual([]);
    await other.page.close();
  });
});
