/** A release attacked with a list of names, with the golden figures and those of the command line. */
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { launch, openWindow, overflow, type Watched } from "./browser";
import { PROJECT, startServer, type Server } from "./server";

/** ODD's table 1: patients, and an external table with names. */
const PATIENTS = `Job,Gender,Age,Diagnosis
Engineer,Male,32,Hepatitis
Engineer,Female,25,Flu
Musician,Male,28,HIV
Dancer,Female,30,Flu
Dancer,Female,30,HIV
`;
const VOTERS = `Name,Job,Gender,Age
Smith,Engineer,Male,32
Eve,Engineer,Female,25
Bob,Musician,Male,28
Alice,Dancer,Female,30
Gladys,Dancer,Female,30
Zoe,Pilot,Female,51
`;
const GENERAL = `zip,LowerAge,UpperAge,ill
130**,20,29,flu
148**,30,39,HIV
148**,30,39,cold
`;
const LIST = `person,postcode,age
Ann,13012,25
Bob,14850,31
Cy,14899,35
Di,99999,70
`;

let server: Server;
let browser: Browser;
let watched: Watched;
let page: Page;
const folder = mkdtempSync(join(tmpdir(), "incrowd-attack-"));
const ids = new Map<string, string>();

beforeAll(async () => {
  server = await startServer();
  browser = await launch();
  watched = await openWindow(browser, server);
  page = watched.page;
  for (const [name, text] of Object.entries({ "patients.csv": PATIENTS, "voters.csv": VOTERS, "general.csv": GENERAL, "list.csv": LIST })) {
    writeFileSync(join(folder, name), text);
    ids.set(name, await upload(name, text));
  }
});
afterEach(() => expect(watched.trouble).toEqual([]));
afterAll(async () => {
  await browser.close();
  await server.remove();
  rmSync(folder, { recursive: true });
});

async function upload(name: string, text: string): Promise<string> {
  const form = new FormData();
  form.append("file", new Blob([text]), name);
  const { job } = (await (await server.ask("/datasets", { method: "POST", body: form })).json()) as { job: { id: string } };
  for (;;) {
    const told = (await (await server.ask(`/jobs/${job.id}`)).json()) as { state: string; result: { dataset: string } | null };
    if (told.state !== "running") return told.result?.dataset ?? "";
    await new Promise((resume) => setTimeout(resume, 100));
  }
}

interface Told {
  certain: number;
  matched: number;
  people: number;
  probable: { candidates: number; people: number }[];
  marketer_risk: number;
}

async function command(...words: string[]): Promise<Told> {
  const { stdout } = await promisify(execFile)(join(PROJECT, ".venv/bin/incrowd"), ["attack", ...words, "--json"], { cwd: folder });
  return JSON.parse(stdout) as Told;
}

const open = async (...names: string[]): Promise<void> => {
  await page.goto(`${server.origin}/linked?data=${names.map((name) => ids.get(name)).join()}&tab=attack`);
  await page.getByRole("button", { name: "Attack", exact: true }).waitFor();
};
const chart = (): Promise<string[]> => page.getByRole("list", { name: /by the probability to find them/ }).getByRole("listitem").allInnerTexts();
const people = (): Promise<string[][]> =>
  page
    .getByRole("table", { name: /People on the list/ })
    .locator("tbody tr")
    .evaluateAll((rows) => rows.map((row) => [...row.children].slice(0, -1).map((cell) => cell.textContent)));

describe("patients and voters", () => {
  it("are linked by what is proposed, and the golden people are found", async () => {
    await open("patients.csv", "voters.csv");
    expect(await page.getByRole("combobox", { name: "List of people" }).inputValue()).toBe(ids.get("voters.csv"));
    await page.getByRole("button", { name: "Attack", exact: true }).press("Enter");
    await page.getByText("Found for certain: 3 of 6 people on the list.").waitFor();
    const told = await command("patients.csv", "voters.csv");
    expect((await chart()).map((text) => text.replace(/\s+/g, " "))).toEqual(["for certain 3", "1 in 2 2", "not found 1"]);
    expect(told).toMatchObject({ certain: 3, matched: 5, people: 6, probable: [{ candidates: 1, people: 3 }, { candidates: 2, people: 2 }] });
    expect(Number(await page.getByRole("meter", { name: "Marketer risk" }).getAttribute("aria-valuenow"))).toBeCloseTo(told.marketer_risk, 9);
    const listed = await people();
    expect(listed.slice(0, 3).map(([name]) => name).sort()).toEqual(["Bob", "Eve", "Smith"]);
    expect(listed.slice(3, 5).map((row) => row.slice(-3))).toEqual([
      ["50\u202f%", "2", "2"],
      ["50\u202f%", "2", "2"],
    ]);
    expect(listed[5]?.slice(-3)).toEqual(["not found", "", ""]);
    expect(await overflow(page)).toEqual([0, 0]);
  });

  it("tell what is learnt about somebody, by keyboard, and hand out a file", async () => {
    await page.getByRole("button", { name: "What is learnt about Smith" }).press("Enter");
    const dialog = page.getByRole("dialog", { name: "Published rows that may be about Smith" });
    await dialog.getByText("Hepatitis").waitFor();
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "hidden" });
    const downloading = page.waitForEvent("download");
    await page.getByRole("link", { name: "Everybody as CSV" }).click();
    const lines = readFileSync(await (await downloading).path(), "utf-8").trim().split(/\r?\n/);
    expect(lines).toHaveLength(7);
    expect(lines[0]).toBe("Name,Job,Gender,Age,candidates,probability,published_rows");
  });

  it("can be listed by how sure it is", async () => {
    await page.getByRole("combobox", { name: "Show" }).selectOption("probable");
    await page.getByText("1 to 2 of 2").waitFor();
    expect((await people()).map(([name]) => name).sort()).toEqual(["Alice", "Gladys"]);
  });
});

describe("generalised values", () => {
  it("are understood: masks, ranges made of two columns, columns of other names", async () => {
    await open("general.csv", "list.csv");
    await page.getByRole("combobox", { name: "Release that is attacked" }).selectOption({ label: "1 · general.csv" });
    await page.getByRole("combobox", { name: "List of people" }).selectOption({ label: "2 · list.csv" });
    await page.getByRole("combobox", { name: "Column of the release, 1" }).waitFor();
    const chosen = async (): Promise<string[]> =>
      page.getByRole("combobox", { name: /^Column of the release/ }).evaluateAll((all) => all.map((one) => (one as HTMLSelectElement).value));
    if (!(await chosen()).includes("zip")) {
      await page.getByRole("button", { name: "Add columns" }).click();
      const last = (await chosen()).length;
      await page.getByRole("combobox", { name: `Column of the release, ${last}` }).selectOption("zip");
      await page.getByRole("combobox", { name: `Column of the list, ${last}` }).selectOption("postcode");
    }
    expect((await chosen()).sort()).toEqual(["age", "zip"]);
    await page.getByRole("button", { name: "Attack", exact: true }).click();
    await page.getByText("Found for certain: 1 of 4 people on the list.").waitFor();
    const told = await command("general.csv", "list.csv", "--range", "1.age=LowerAge:UpperAge", "--on", "age", "--on", "zip=postcode");
    expect(told).toMatchObject({ certain: 1, matched: 3, probable: [{ candidates: 1, people: 1 }, { candidates: 2, people: 2 }] });
    expect((await people()).map(([name]) => name)).toEqual(["Ann", expect.any(String), expect.any(String), "Di"]);
  });

  it("stay safe from being attacked with themselves", async () => {
    await page.getByRole("combobox", { name: "List of people" }).selectOption({ label: "1 · general.csv" });
    expect(await page.getByRole("button", { name: /^Attack/ }).first().isDisabled()).toBe(true);
  });
});
