/** A table that stays in a real PostgreSQL: opened, generalised, written beside itself, and found again after restarts. */
import type { Locator, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { expectReadable, expectSound, findBarriers, settle } from "./browser";
import { PASSWORD } from "./postgres";
import { withPeople } from "./remote_scene";
import { inWindow } from "./scene";
import { appliedSteps, applyLevel, soon, toDashboard, toPart, toStep } from "./steps";

const scene = withPeople();

const item = (name: string): Locator => scene.page.getByRole("treeitem", { name, exact: true });
const alert = (words: RegExp): Locator => scene.page.getByRole("alert").filter({ hasText: words });
const shot = async (name: string, page: Page = scene.page): Promise<void> => {
  await settle(page);
  if (process.env.PICTURES_IN) await page.screenshot({ path: `${process.env.PICTURES_IN}/${name}.png` });
};
const give = async (password: string): Promise<void> => {
  await scene.page.getByLabel("Password", { exact: true }).first().fill(password);
  await scene.page.getByRole("button", { name: "Connect" }).first().click();
};

describe("a table of a server", () => {
  it("is found by an address that the form explains for each engine", async () => {
    await scene.page.goto(`${scene.server.origin}/query`);
    await scene.page.getByRole("button", { name: "Add database" }).click();
    const dialog = scene.page.getByRole("dialog");
    for (const [engine, example] of [["trino", "trino://"], ["spark", "spark://"], ["mongodb", "mongodb://"], ["mysql", "mysql://"], ["postgresql", "postgresql://"]] as const) {
      await dialog.getByRole("combobox", { name: "Database" }).selectOption(engine);
      await dialog.locator("code").getByText(example).waitFor();
    }
    await shot("1-add");
    await expectSound(scene.page);
    await dialog.getByLabel("Address").fill(scene.database.url);
    await dialog.getByRole("button", { name: "Add", exact: true }).click();
    await scene.page.getByLabel("Password for clinic").fill(PASSWORD);
    await scene.page.getByRole("button", { name: "Connect" }).click();
    await item("public").click();
    await item("people").click();
  });

  it("is opened without its rows, which is said before", async () => {
    await scene.page.getByText(/counts inside your database/).first().waitFor();
    await shot("2-table");
    await expectSound(scene.page);
    await scene.page.getByRole("button", { name: "Open as data set" }).click();
    await toDashboard(scene.page);
    await scene.page.getByRole("banner").getByText(/^PostgreSQL at 127\.0\.0\.1:\d+, public\.people$/).waitFor();
    await toStep(scene.page, "See");
    await toPart(scene.page, "The whole table");
    await scene.page.getByRole("grid").getByText("D10", { exact: true }).first().waitFor();
    await shot("3-dashboard");
    await expectSound(scene.page);
  });

  it("is generalised like any other", async () => {
    await toStep(scene.page, "Make it safe");
    await toPart(scene.page, "By hand");
    await applyLevel(scene.page, "age", 2);
    await soon(async () => expect(await appliedSteps(scene.page)).toHaveLength(1));
    await toPart(scene.page, "Remove rows");
    await scene.page.getByText(/follow the order shown here/).first().waitFor();
    await shot("4-rows");
    await expectSound(scene.page);
  });

  it("becomes a new table in its database; a name that is taken stays in its field", async () => {
    await toStep(scene.page, "Take it");
    const take = scene.page.getByRole("region", { name: "Write the file" });
    await take.getByText("New table in the database").click();
    const name = take.getByLabel("Name of the new table");
    expect(await name.inputValue()).toBe("people_release");
    await name.fill("people");
    await take.getByRole("button", { name: "Write and check" }).click();
    await alert(/There is a table 'public\.people' already/).waitFor();
    expect(await name.inputValue()).toBe("people");
    await shot("5-taken");
    await expectReadable(scene.page);
    await name.fill("open.people");
    await take.getByRole("button", { name: "Write and check" }).click();
    await take.getByText(/incrowd wrote the table open\.people/).waitFor();
    await shot("6-written");
    await expectReadable(scene.page);
  });
});

describe("trouble", () => {
  it("of a database that is down is told, and what was wanted works once it is back", async () => {
    await toStep(scene.page, "See");
    await toPart(scene.page, "The whole table");
    await scene.page.getByTitle("Sort by postcode").waitFor();
    await scene.database.tell("stop");
    await scene.page.getByTitle("Sort by postcode").click();
    await alert(/refused|lost/).first().waitFor();
    await shot("7-down");
    await expectSound(scene.page);
    await scene.database.tell("start");
    await scene.page.getByRole("button", { name: "Try again" }).first().click();
    await soon(async () => expect(await alert(/refused|lost/).count()).toBe(0));
    await scene.page.getByRole("grid").getByText("D10", { exact: true }).first().waitFor();
    await toStep(scene.page, "Make it safe");
    await soon(async () => expect(await appliedSteps(scene.page)).toHaveLength(1));
  });

  it("of a server that was restarted: it asks for the password in the page, and goes on there", async () => {
    await scene.server.kill();
    await scene.server.start();
    const address = `${scene.page.url().split("?")[0] ?? ""}?tab=history`;
    await scene.page.goto(address);
    await scene.page.getByRole("heading", { name: "The database asks for a password" }).waitFor();
    await shot("8-password");
    await expectSound(scene.page);
    await give("wrong");
    await alert(/does not accept this password/).waitFor();
    await shot("9-wrong");
    await give(PASSWORD);
    await scene.page.getByRole("tab", { name: "History", selected: true }).waitFor();
    await soon(async () => expect(await appliedSteps(scene.page)).toHaveLength(1));
    expect(scene.page.url()).toBe(address);
  });

  it("of a password that is missing in the midst of work: it is asked for where it is missed", async () => {
    await scene.server.kill();
    await scene.server.start();
    await toStep(scene.page, "Take it");
    const take = scene.page.getByRole("region", { name: "Write the file" });
    await take.getByText("New table in the database").click();
    await take.getByLabel("Name of the new table").fill("open.second");
    await take.getByRole("button", { name: "Write and check" }).click();
    await take.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await shot("10-password-export");
    await expectReadable(scene.page);
    await take.getByRole("button", { name: "Connect" }).click();
    await take.getByText(/incrowd wrote the table open\.second/).waitFor();
  });
});

describe("the list of datasets", () => {
  it("says where each stays, also in Spanish, in the dark and on a telephone", async () => {
    await scene.page.goto(scene.server.origin);
    const dashboard = `${scene.server.origin}${(await scene.page.getByRole("link", { name: "Open people" }).getAttribute("href")) ?? ""}`;
    await scene.page.getByText(/^PostgreSQL at 127/).waitFor();
    await shot("11-list");
    expect(await findBarriers(scene.page)).toEqual([]);
    await inWindow(scene, { viewport: { width: 390, height: 844 }, locale: "es-ES", colorScheme: "dark" }, async (other) => {
      await other.goto(scene.server.origin);
      await other.getByText(/^PostgreSQL en 127/).waitFor();
      await other.getByText(/^PostgreSQL en 127/).scrollIntoViewIfNeeded();
      await shot("12-list-390", other);
      await other.goto(dashboard);
      await other.getByText(/^PostgreSQL en 127/).waitFor();
      await other.getByRole("meter").first().waitFor();
      await shot("13-dashboard-390", other);
      await other.goto(`${dashboard}?dialog=export`);
      await other.getByText("Tabla nueva en la base de datos").click();
      await shot("14-export-390", other);
      await other.goto(`${scene.server.origin}/query`);
      await other.getByRole("button", { name: "Añadir base" }).click();
      await shot("15-add-390", other);
    });
  });
});
