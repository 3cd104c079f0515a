/** Linked releases on two uploaded files, with the golden figures and those of the command line. */
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { findBarriers, launch, openWindow, overflow, type Watched } from "./browser";
import { CLINIC, HOSPITAL_A, HOSPITAL_B, SHOP } from "./linked_tables";
import { PROJECT, startServer, type Server } from "./server";

const FILES = { "hospital-a.csv": HOSPITAL_A, "hospital-b.csv": HOSPITAL_B, "clinic.csv": CLINIC, "shop.csv": SHOP };
type Name = keyof typeof FILES;

let server: Server;
let browser: Browser;
let watched: Watched;
let page: Page;
const folder = mkdtempSync(join(tmpdir(), "incrowd-linked-"));
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

/** Open a file on the first page, as people do; answers its id. */
async function upload(name: string): Promise<string> {
  await page.goto(server.origin);
  const choosing = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Choose a file" }).click();
  await (await choosing).setFiles(join(folder, name));
  await page.waitForURL(/\/datasets\/[^/]+\/roles/);
  return /\/datasets\/([^/?]+)/.exec(page.url())?.[1] ?? "";
}

interface LinkTold {
  n: number;
  v: number;
  p: number | null;
  rule: number | null;
  exposure: { tried: number; breached: number; certain: number };
}

async function command(...words: string[]): Promise<LinkTold> {
  const { stdout } = await promisify(execFile)(join(PROJECT, ".venv/bin/incrowd"), ["link", ...words, "--json"], { cwd: folder, maxBuffer: 64_000_000 });
  return JSON.parse(stdout) as LinkTold;
}

const address = (names: readonly Name[], tab = "whatif"): string => `${server.origin}/linked?data=${names.map((name) => ids.get(name)).join()}&tab=${tab}`;
const figures = (): Promise<string[]> => page.getByLabel("Figures").locator("dd").allInnerTexts();
const value = (number: number): Locator => page.locator(`input[aria-label="Value of fact ${number}"]`);

async function know(number: number, column: string, text: string): Promise<void> {
  await page.getByRole("button", { name: "Add a fact" }).click();
  await page.getByRole("combobox", { name: `Column of fact ${number}` }).selectOption(column);
  await value(number).fill(text);
  await page.keyboard.press("Escape");
}

const soon = (holds: () => Promise<unknown>): Promise<unknown> => vi.waitFor(holds, { timeout: 10_000, interval: 100 });

describe("two hospitals", () => {
  it("are found from the first page, and what belongs together is proposed", async () => {
    await page.goto(server.origin);
    await page.getByRole("link", { name: /Link releases/ }).click();
    await page.getByRole("heading", { name: "Choose two releases" }).waitFor();
    await page.getByRole("checkbox", { name: "hospital-a.csv" }).check();
    await page.getByRole("checkbox", { name: "hospital-b.csv" }).check();
    await page.getByText("The same name, and 100 % of the values are equal.").waitFor();
    await page.getByRole("table", { name: "Joined rows" }).waitFor();
    expect(await page.title()).toBe("Linked releases · incrowd");
  });

  it("give the married person of 130** away, as the golden case says", async () => {
    await know(1, "ZipCode", "130**");
    await know(2, "MaritalStatus", "Married");
    await page.getByText("A leak", { exact: true }).waitFor();
    await soon(async () => expect(await figures()).toEqual(["1", "1", "100\u202f%", "1"]));
    const table = page.getByRole("table", { name: "Joined rows" });
    await page.getByText(/^1 of \d+ joined rows match$/).waitFor();
    expect(await table.getByRole("img", { name: "matches" }).count()).toBe(1);
    expect(await table.getByRole("row").nth(1).innerText()).toMatch(/130\*\*[^]*Married[^]*Diabetes/);
  });

  it("lead to the smallest change that closes the leak", async () => {
    await page.getByRole("button", { name: "How to close it" }).click();
    const closing = page.getByRole("region", { name: "What closes it, the cheapest first" }).getByRole("listitem");
    await closing.first().waitFor();
    await closing.first().getByRole("button", { name: "Make a copy without them" }).waitFor();
  });

  it("tell the same in a left join as the command line", async () => {
    await page.getByRole("combobox", { name: "Rows that are kept" }).selectOption("left");
    const facts = ["--know", "1.ZipCode=130**", "--know", "MaritalStatus=Married"];
    const told = await command("hospital-a.csv", "hospital-b.csv", "--on", "ZipCode", "--sensitive", "HealthCondition", "--join", "left", ...facts);
    expect(told).toMatchObject({ n: 2, v: 2, p: 0.5, rule: 2 });
    await soon(async () => expect(await figures()).toEqual(["2", "2", "50\u202f%", "2"]));
    await page.getByRole("combobox", { name: "Rows that are kept" }).selectOption("inner");
  });

  it("say that nobody matches, never that it is safe", async () => {
    await value(2).fill("Widowed");
    await page.getByText("Nobody matches", { exact: true }).waitFor();
    await page.getByText(/does not mean that anybody is safe/).waitFor();
    expect(await page.getByText("No breach").count()).toBe(0);
    expect(await figures()).toEqual(["0", "0", "–", "none"]);
  });

  it("are scanned with the figures of the command line, and a finding is tried", async () => {
    await page.getByRole("tab", { name: "Scan" }).click();
    await page.getByRole("button", { name: "Scan", exact: true }).click();
    const table = page.getByRole("table", { name: "Worst combinations" });
    await table.waitFor();
    const told = await command("hospital-a.csv", "hospital-b.csv", "--on", "ZipCode", "--sensitive", "HealthCondition", "--scan", "2");
    const { tried, breached, certain } = told.exposure;
    await page.getByText(`${tried} combinations tried, ${breached} give somebody away, ${certain} of them for certain.`).waitFor();
    expect(await page.getByRole("img", { name: /^\d facts: / }).count()).toBe(3);
    await table.getByRole("button", { name: /^Try it: / }).first().click();
    await page.getByText("A leak", { exact: true }).waitFor();
    await soon(async () => expect((await figures()).slice(1)).toEqual(["1", "100\u202f%", "1"]));
  });

  it("are checked apart and joined", async () => {
    await page.getByRole("tab", { name: "Privacy check" }).click();
    const verdict = page.getByRole("tabpanel").getByRole("status");
    await verdict.filter({ hasText: /^Does not hold/ }).waitFor();
    await page.getByRole("combobox", { name: "What is checked" }).selectOption("1");
    await page.getByText(/^17 rows in \d+ groups/).waitFor();
    await page.getByRole("textbox", { name: "Smallest group (k)" }).fill("1");
    await page.getByRole("textbox", { name: "Values per group (l)" }).fill("");
    await verdict.filter({ hasText: /^Holds/ }).waitFor();
  });

  it("tell of values that differ", async () => {
    await page.goto(address(["hospital-a.csv", "hospital-b.csv"]));
    await page.getByRole("radio", { name: "Values that differ between releases" }).check();
    await page.getByRole("combobox", { name: "Values of" }).selectOption("1");
    await page.getByText(/^Both values: /).waitFor();
    await page.getByText(/^Source 1: /).waitFor();
  });
});

describe("generalised values", () => {
  it("meet: masks that overlap, and a number inside a range made of two columns", async () => {
    await page.goto(address(["hospital-a.csv", "clinic.csv"]));
    await page.getByText("age: LowerAge to UpperAge (release 2)").waitFor();
    expect(await page.getByRole("combobox", { name: "How the values go together, pair 1" }).inputValue()).toBe("overlaps");
    await know(1, "age", "25");
    await know(2, "MaritalStatus", "Single");
    const told = await command(
      "hospital-a.csv", "clinic.csv", "--on", "ZipCode=postcode:overlaps", "--on", "Age=age:overlaps", "--range", "2.age=LowerAge:UpperAge",
      "--sensitive", "HealthCondition,diagnosis", "--know", "age=25", "--know", "MaritalStatus=Single",
    );
    expect(told).toMatchObject({ n: 1, v: 1, p: 1, rule: 1 });
    await soon(async () => expect(await figures()).toEqual(["1", "1", "100\u202f%", "1"]));
  });
});

it("offers sample hospitals, safe alone and exposed together", async () => {
  await page.goto(`${server.origin}/linked`);
  await page.getByRole("button", { name: "Try the sample hospitals" }).click();
  await page.getByRole("table", { name: "Joined rows" }).waitFor();
  await page.getByRole("tab", { name: "Scan" }).click();
  await page.getByRole("button", { name: "Scan", exact: true }).click();
  await page.getByText(/combinations tried/).waitFor();
  expect(await page.getByRole("table", { name: "Worst combinations" }).getByRole("button").count()).toBeGreaterThan(0);
});

describe("bad input", () => {
  it("without a sensitive column is explained", async () => {
    await page.goto(address(["hospital-a.csv", "hospital-b.csv"]));
    await page.getByRole("combobox", { name: /^Sensitive column of 1/ }).selectOption("");
    await page.getByRole("combobox", { name: /^Sensitive column of 2/ }).selectOption("");
    await page.getByRole("heading", { name: "Choose what nobody must learn" }).waitFor();
  });

  it("with nothing in common is explained, by the page and by the server", async () => {
    await page.goto(address(["hospital-a.csv", "shop.csv"]));
    await page.getByText("Nothing seems to belong together.").waitFor();
    await page.getByRole("heading", { name: "Say what the releases have in common" }).waitFor();
    await page.getByRole("button", { name: "Add a pair" }).click();
    await page.getByRole("alert").getByText(/^No value of 'ZipCode' goes with any value of 'article'/).waitFor();
    await page.getByRole("combobox", { name: "Rows that are kept" }).selectOption("cross");
    await page.getByText("51 of 51 joined rows match").waitFor();
  });

  it("of an address with datasets that are gone leaves them out", async () => {
    await page.goto(`${server.origin}/linked?data=0123456789abcdef,${ids.get("shop.csv") ?? ""}`);
    await page.getByRole("heading", { name: "Choose two releases" }).waitFor();
  });
});

it("is worked with the keyboard alone", async () => {
  await page.goto(address(["hospital-a.csv", "hospital-b.csv"]));
  await page.getByRole("table", { name: "Joined rows" }).waitFor();
  await page.getByRole("button", { name: "Add a fact" }).focus();
  await page.keyboard.press("Enter");
  // From the button back to the value of the new fact, then to its column.
  for (let steps = 0; steps < 2; steps += 1) await page.keyboard.press("Shift+Tab");
  await page.keyboard.type("150");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  expect(await value(1).inputValue()).toBe("150**");
  await page.getByText(/^[1-9]\d* of \d+ joined rows match$/).waitFor();
  await page.getByRole("tab", { name: "What if" }).focus();
  await page.keyboard.press("ArrowRight");
  await page.getByRole("button", { name: "Scan", exact: true }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("table", { name: "Worst combinations" }).waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe("BODY");
});

describe.each([
  ["light", "en-GB", { width: 1280, height: 720 }],
  ["dark", "es-ES", { width: 1600, height: 900 }],
] as const)("in %s, %s", (colorScheme, locale, viewport) => {
  it.each(["whatif", "scan", "check"])("%s has no barrier and fits", async (tab) => {
    const { page: shown, trouble } = await openWindow(browser, server, { colorScheme, locale, viewport });
    await shown.goto(address(["hospital-a.csv", "hospital-b.csv"], tab));
    if (tab === "scan") await shown.getByRole("button", { name: /^(Scan|Barrer)$/ }).click();
    await shown.getByRole("tabpanel").getByRole("table").first().waitFor();
    expect(await findBarriers(shown)).toEqual([]);
    expect(await overflow(shown)).toEqual([0, 0]);
    if (process.env.PICTURES && colorScheme === "light" && tab !== "check") await shown.screenshot({ path: join(PROJECT, `docs/images/linked-${tab}.png`) });
    expect(trouble).toEqual([]);
    await shown.context().close();
  });
});
