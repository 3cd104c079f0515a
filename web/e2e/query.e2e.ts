/** Sources and query on a real PostgreSQL with a password, together with a file. */
import type { Locator } from "playwright-core";
import { describe, expect, it } from "vitest";
import { expectSound, settle } from "./browser";
import { know, readFigures } from "./facts";
import { press } from "./keys";
import { PASSWORD } from "./postgres";
import { withDatabase } from "./query_scene";
import { inWindow } from "./scene";
import { soon } from "./steps";

const scene = withDatabase();

const item = (name: string): Locator => scene.page.getByRole("treeitem", { name, exact: true });
const shot = async (name: string): Promise<void> => {
  if (process.env.PICTURES_IN) await scene.page.screenshot({ path: `${process.env.PICTURES_IN}/${name}.png` });
};

describe("sources", () => {
  it("are found from the first page, and a database is added by its address", async () => {
    await scene.page.goto(scene.server.origin);
    await scene.page.getByRole("link", { name: "Sources and query" }).first().click();
    await scene.page.getByRole("heading", { name: "Which tables do you want to query?" }).waitFor();
    await shot("1-empty");
    await expectSound(scene.page);
    await scene.page.getByRole("button", { name: "Add database" }).click();
    await scene.page.getByLabel("Address").fill(scene.database.url.replace("ann@", "ann:hunter2@"));
    await scene.page.getByRole("button", { name: "Add", exact: true }).click();
    await scene.page.getByRole("alert").getByText(/password/).waitFor();
    await settle(scene.page);
    await shot("2-add-refused");
    await expectSound(scene.page);
    await scene.page.getByLabel("Address").fill(scene.database.url);
    await scene.page.getByRole("button", { name: "Add", exact: true }).click();
    await item("clinic postgresql").waitFor();
  });

  it("say in words that a password is wrong, and keep none in the page", async () => {
    const field = scene.page.getByLabel("Password for clinic");
    await field.waitFor();
    await shot("3-password");
    await expectSound(scene.page);
    await field.fill("wrong");
    await scene.page.getByRole("button", { name: "Connect" }).click();
    await scene.page.getByRole("alert").getByText(/refuses|password/i).first().waitFor();
    await expect.poll(() => field.inputValue()).toBe("");
    await shot("4-wrong-password");
    await expectSound(scene.page);
    await field.fill(PASSWORD);
    await scene.page.getByRole("button", { name: "Connect" }).click();
    await item("public").waitFor();
    expect(await scene.page.content()).not.toContain("hunter2");
    expect(await scene.page.evaluate(() => JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)]))).not.toContain("p'w");
  });

  it("are browsed with the keyboard: schema, table, columns", async () => {
    await item("clinic postgresql").focus();
    await press(scene.page, "ArrowDown");
    await soon(async () => expect(await scene.page.evaluate(() => document.activeElement?.textContent.trim())).toBe("archive"));
    await press(scene.page, "ArrowRight");
    await item('odd "name').waitFor();
    await press(scene.page, "ArrowLeft", "ArrowDown", "ArrowRight");
    await item("visits").waitFor();
    await item("visits").focus();
    await press(scene.page, "ArrowRight");
    await item("ZipCode text").waitFor();
    await shot("5-tree");
    await expectSound(scene.page);
    await press(scene.page, "Enter");
    await scene.page.getByRole("group", { name: "Tables in the query" }).getByText("visits").waitFor();
    await item("hospital-a.csv").click();
    await scene.page.getByRole("button", { name: "Add to the query" }).click();
    await scene.page.getByRole("group", { name: "Tables in the query" }).getByText("hospital_a").waitFor();
  });
});

describe("a query", () => {
  it("is put together: a join of the database with the file, by meaning and by value", async () => {
    await scene.page.getByRole("combobox", { name: "First table" }).selectOption("hospital_a");
    await scene.page.getByRole("button", { name: "Join a table" }).click();
    await scene.page.getByRole("combobox", { name: "How the values match, pair 1.1" }).selectOption("covers");
    await scene.page.getByRole("button", { name: "Add a pair" }).click();
    await scene.page.getByRole("combobox", { name: "Column on the left, pair 1.2" }).selectOption({ label: "hospital_a.HealthCondition" });
    await scene.page.getByRole("combobox", { name: "Column on the right, pair 1.2" }).selectOption("HealthCondition");
    await scene.page.getByRole("button", { name: "Add a filter" }).click();
    await scene.page.getByRole("combobox", { name: "Column of filter 1" }).selectOption({ label: "hospital_a.ZipCode" });
    await scene.page.getByRole("combobox", { name: "Operator of filter 1" }).selectOption("like");
    await scene.page.getByRole("textbox", { name: "Value of filter 1" }).fill("1%");
    await scene.page.getByRole("button", { name: "Sort by a column" }).click();
    await soon(async () => expect(await scene.page.locator("pre").innerText()).toMatch(/SELECT[^]*LIKE '1%'[^]*ORDER BY/));
    await shot("6-build");
    await expectSound(scene.page);
    await scene.page.getByRole("button", { name: "Run", exact: true }).click();
    await scene.page.getByRole("grid", { name: "Rows of the result" }).waitFor();
    await scene.page.getByRole("region", { name: "Result" }).getByText("3 rows", { exact: true }).waitFor();
    await shot("7-result");
    await expectSound(scene.page);
  });

  it("is asked what somebody learns from it, with the rows that match marked", async () => {
    const result = scene.page.getByRole("region", { name: "Result" });
    await result.getByText("What if", { exact: true }).click();
    await scene.page.getByRole("combobox", { name: "Nobody should learn" }).selectOption("hospital_a.HealthCondition");
    await soon(async () => expect((await readFigures(scene.page)).slice(0, 2)).toEqual(["3", "3"]));
    await know(scene.page, 1, "hospital_a.ZipCode", "13012");
    await soon(async () => expect((await readFigures(scene.page)).slice(0, 2)).toEqual(["2", "2"]));
    await soon(async () => expect(await result.getByRole("grid").getByText("fits").count()).toBe(2));
    await know(scene.page, 2, "visits.Nationality", "French");
    await soon(async () => expect(await readFigures(scene.page)).toEqual(["1", "1", "100\u202f%", "1"]));
    await soon(async () => expect(await result.getByRole("grid").getByText("fits").count()).toBe(1));
    await shot("7a-what-if");
    await expectSound(scene.page);
    await scene.page.getByRole("combobox", { name: "and a second one that differs" }).selectOption("visits.HealthCondition");
    await scene.page.getByRole("combobox", { name: "Values of" }).waitFor();
    await shot("7b-two");
    await expectSound(scene.page);
  });

  it("is checked for k, l and t, each sensitive column apart", async () => {
    const result = scene.page.getByRole("region", { name: "Result" });
    await result.getByText("Privacy check", { exact: true }).click();
    await result.getByText(/Choose the columns that others may know/).waitFor();
    const pick = async (label: string, column: string): Promise<void> => {
      await result.getByRole("combobox", { name: label }).click();
      await scene.page.getByRole("listbox", { name: label }).getByRole("option", { name: column, exact: true }).click();
      await scene.page.keyboard.press("Escape");
    };
    await pick("Others may know", "hospital_a.ZipCode");
    await pick("Secret columns", "hospital_a.HealthCondition");
    await pick("Secret columns", "visits.Nationality");
    for (const name of ["hospital_a.HealthCondition", "visits.Nationality"]) {
      await result.getByRole("region", { name }).getByText("148**").waitFor();
      await expect.poll(() => result.getByRole("region", { name }).getByRole("status").innerText()).toMatch(/Does not pass/);
    }
    await shot("7c-check");
    await expectSound(scene.page);
    await result.getByRole("radiogroup").getByText("Rows", { exact: true }).click();
  });

  it("is written, with names proposed, and refused in words if it does more than read", async () => {
    await scene.page.getByText("SQL", { exact: true }).first().click();
    const field = scene.page.getByRole("textbox", { name: "One SELECT on the tables in the query" });
    await field.pressSequentially("SELECT * FROM vis");
    await scene.page.getByRole("option", { name: /visits/ }).waitFor();
    await shot("8-completion");
    await expectSound(scene.page);
    await scene.page.keyboard.press("Tab");
    await soon(async () => expect(await field.inputValue()).toBe("SELECT * FROM visits"));
    await field.press("Control+Enter");
    await soon(async () => expect(await scene.page.getByRole("grid").getByRole("columnheader").allInnerTexts()).toHaveLength(4));
    await field.fill("SELECT * FROM visits; DROP TABLE visits");
    await scene.page.getByRole("button", { name: "Run", exact: true }).click();
    await scene.page.getByRole("alert").waitFor();
    await shot("9-refused");
    await expectSound(scene.page);
    await scene.page.getByRole("button", { name: "Close" }).click();
  });

  it("that would never end is cancelled", async () => {
    const field = scene.page.getByRole("textbox", { name: "One SELECT on the tables in the query" });
    const tables = Array.from({ length: 10 }, (_, number) => `range(1000) AS t${number}(i)`).join(", ");
    await field.fill(`SELECT count(*) AS n FROM ${tables} WHERE t0.i * t9.i = -1`);
    await scene.page.getByRole("button", { name: "Run", exact: true }).click();
    await scene.page.getByRole("button", { name: "Cancel" }).waitFor();
    await shot("10-running");
    await scene.page.getByRole("button", { name: "Cancel" }).click();
    await scene.page.getByRole("button", { name: "Run", exact: true }).waitFor();
    expect(await scene.page.getByRole("alert").count()).toBe(0);
  });

  it("pages through a long result in the engine", async () => {
    await item("numbers").dblclick();
    await scene.page.getByRole("group", { name: "Tables in the query" }).getByText("numbers").waitFor();
    const field = scene.page.getByRole("textbox", { name: "One SELECT on the tables in the query" });
    await field.fill("SELECT * FROM numbers ORDER BY id");
    await field.press("Control+Enter");
    const grid = scene.page.getByRole("grid", { name: "Rows of the result" });
    await grid.getByText("person 1", { exact: true }).waitFor();
    expect(await grid.getByRole("row").count()).toBeLessThan(60);
    await grid.focus();
    await scene.page.keyboard.press("Control+End");
    await grid.getByText("person 5000", { exact: true }).waitFor();
    await shot("11-paged");
    await expectSound(scene.page);
  });
});

describe("a result", () => {
  it("is kept as a dataset", async () => {
    const address = scene.page.url();
    await scene.page.getByRole("button", { name: "Keep as data set…" }).click();
    await scene.page.getByRole("dialog").getByLabel("Name").fill("many numbers");
    await settle(scene.page);
    await shot("11a-keep");
    await expectSound(scene.page);
    await scene.page.getByRole("button", { name: "Keep", exact: true }).click();
    await scene.page.waitForURL(/\/datasets\/[^/]+\/columns/);
    await scene.page.getByText("many numbers").first().waitFor();
    await scene.page.goto(address);
    await scene.page.getByRole("grid", { name: "Rows of the result" }).waitFor();
    await item("clinic postgresql").click();
    await item("public").waitFor();
  });
});

describe("trouble", () => {
  it("of a server that stops is told in words, and the page stays up", async () => {
    await scene.database.tell("stop");
    await item("clinic postgresql").focus();
    await scene.page.getByRole("button", { name: "Refresh" }).click();
    await scene.page.getByRole("alert").filter({ hasText: "Cannot be opened" }).first().waitFor();
    await shot("12-stopped");
    await expectSound(scene.page);
    await scene.page.getByRole("grid", { name: "Rows of the result" }).getByText("person 1", { exact: true }).waitFor();
    await scene.database.tell("start");
    await scene.page.getByRole("button", { name: "Try again" }).first().click();
    await soon(async () => expect(await scene.page.getByRole("alert").count()).toBe(0));
    await item("public").waitFor();
  });

  it("of nothing: it looks as well in the dark and in Spanish", async () => {
    await inWindow(scene, { colorScheme: "dark", locale: "es-ES" }, async (other) => {
      await other.goto(scene.page.url());
      await other.getByRole("heading", { name: "Fuentes y consulta" }).waitFor();
      await other.getByRole("button", { name: "Unir una tabla" }).click();
      await other.getByText("Qué pasa si", { exact: true }).click();
      await other.getByRole("combobox", { name: "Nadie debe saber" }).selectOption("age");
      await other.getByLabel("Cifras").waitFor();
      if (process.env.PICTURES_IN) await other.screenshot({ path: `${process.env.PICTURES_IN}/13-dark.png` });
      await expectSound(other);
    });
  });
});
