/** DuckDB and SQLite files as sources: chosen or dropped, refused in words, browsed, opened, removed. */
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Locator } from "playwright-core";
import { beforeAll, expect, it } from "vitest";
import { expectSound, findBarriers } from "./browser";
import { chooseFile } from "./keys";
import { inWindow, withFolder, withWindow } from "./scene";
import { PROJECT } from "./server";

const MADE = `
import duckdb, sqlite3, sys
folder = sys.argv[1]
with sqlite3.connect(folder + "/registry.db") as lite:
    lite.execute("CREATE TABLE people (zip text, illness text)")
    lite.executemany("INSERT INTO people VALUES (?, ?)", [(f"130{i % 90:02}", "Flu" if i % 3 else "HIV") for i in range(200)])
with duckdb.connect(folder + "/lab.duckdb") as duck:
    duck.execute("CREATE TABLE tests AS SELECT i AS id, 'positive' AS outcome FROM range(50) r(i)")
    duck.execute("CREATE SCHEMA old; CREATE VIEW old.few AS SELECT * FROM tests WHERE id < 5")
with open(folder + "/registry.db", "rb") as whole, open(folder + "/cut.db", "wb") as cut:
    cut.write(whole.read()[:6000])
`;

const folder = withFolder();
const scene = withWindow();

beforeAll(async () => {
  execFileSync(join(PROJECT, ".venv/bin/python"), ["-c", MADE, folder]);
  writeFileSync(join(folder, "notes.csv"), "zip,illness\n13012,Flu\n");
  await scene.page.goto(`${scene.server.origin}/query`);
});

const item = (name: string): Locator => scene.page.getByRole("treeitem", { name, exact: true });

/** What lies in the workspace of uploaded files. */
function kept(): string[] {
  const place = join(scene.server.workspace, "sources");
  return existsSync(place) ? readdirSync(place).flatMap((one) => readdirSync(join(place, one))) : [];
}

it("refuses in words what is no database, or not whole, and keeps nothing of it", async () => {
  await scene.page.getByRole("button", { name: "Add database" }).click();
  await scene.page.getByText("In a file", { exact: true }).click();
  const alert = scene.page.getByRole("alert");
  await scene.page.locator("input[type=file]").setInputFiles(join(folder, "notes.csv"));
  await alert.getByText("'notes.csv' is not a DuckDB or SQLite file, or it is encrypted.").waitFor();
  await alert.getByText(/\.duckdb, \.db or \.sqlite/).waitFor();
  await expectSound(scene.page);
  await scene.page.locator("input[type=file]").setInputFiles(join(folder, "cut.db"));
  await alert.getByText("'cut.db' is damaged or incomplete.").waitFor();
  expect(await scene.page.getByRole("dialog").count()).toBe(1);
  expect(kept()).toEqual([]);
});

it("takes one that is chosen with the keyboard, and browses it like a server", async () => {
  await chooseFile(scene.page, /^Choose a file$/, join(folder, "registry.db"));
  await item("people").waitFor();
  await scene.page.getByRole("dialog").waitFor({ state: "hidden" });
  expect(kept()).toEqual(["registry.db"]);
  await scene.page.getByText("registry.db, a copy in the workspace").waitFor();
  await item("people").focus();
  await scene.page.keyboard.press("ArrowRight");
  await item("illness TEXT").waitFor();
  await expectSound(scene.page);
  await scene.page.keyboard.press("Enter");
  await scene.page.getByRole("group", { name: "Tables in the query" }).getByText("200 rows").waitFor();
});

it("takes one that is dropped, with its schemas and views", async () => {
  await scene.page.getByRole("button", { name: "Add database" }).click();
  await scene.page.getByText("In a file", { exact: true }).click();
  await scene.page.getByText("Drop a file here").waitFor();
  const bytes = execFileSync("base64", ["-w0", join(folder, "lab.duckdb")], { maxBuffer: 1 << 26 }).toString();
  await scene.page.evaluate((text) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))], "lab.duckdb"));
    document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: transfer, bubbles: true, cancelable: true }));
  }, bytes);
  await item("old").click();
  await item("few").dblclick();
  await scene.page.getByRole("group", { name: "Tables in the query" }).getByText("5 rows").waitFor();
});

it("opens a table of it as a dataset, which leads to its roles and back", async () => {
  await item("main").click();
  await item("tests").click();
  await scene.page.getByRole("button", { name: "Open as data set" }).click();
  await scene.page.waitForURL(/\/datasets\/[^/]+\/columns/);
  await scene.page.getByText("50 rows").first().waitFor();
  await scene.page.getByRole("link", { name: "Sources and query" }).click();
  await scene.page.getByRole("treeitem", { name: "tests" }).waitFor();
});

it("removes it with its copy, and nothing else", async () => {
  await item("registry.db sqlite").click();
  await scene.page.getByRole("button", { name: "Remove", exact: true }).click();
  await scene.page.getByRole("dialog").getByText(/incrowd deletes its copy in the workspace/).waitFor();
  await scene.page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await item("registry.db sqlite").waitFor({ state: "detached" });
  expect(kept()).toEqual(["lab.duckdb"]);
  expect(existsSync(join(folder, "registry.db"))).toBe(true);
  await scene.page.getByRole("group", { name: "Tables in the query" }).getByText("200 rows").waitFor();
});

it("says it in Spanish, too", async () => {
  await inWindow(scene, { colorScheme: "dark", locale: "es-ES" }, async (other) => {
    await other.goto(`${scene.server.origin}/query`);
    await other.getByRole("button", { name: "Añadir base" }).click();
    await other.getByText("En un archivo", { exact: true }).click();
    await other.locator("input[type=file]").setInputFiles(join(folder, "cut.db"));
    await other.getByText("«cut.db» está dañado o incompleto.").waitFor();
    await other.getByText(/Cópielo de nuevo/).waitFor();
    expect(await findBarriers(other)).toEqual([]);
  });
});
