/** Linked releases on two uploaded files, with the golden figures and those of the command line. */
import { join } from "node:path";
import type { Locator } from "playwright-core";
import { describe, expect, it } from "vitest";
import { expectSound } from "./browser";
import { command } from "./command";
import { factValue, know, readFigures } from "./facts";
import { pick, tabTo } from "./keys";
import { withReleases } from "./linked_scene";
import { CLINIC, HOSPITAL_A, HOSPITAL_B, SHOP } from "./linked_tables";
import { withView } from "./scene";
import { PROJECT } from "./server";
import { soon } from "./steps";

const scene = withReleases({ "hospital-a.csv": HOSPITAL_A, "hospital-b.csv": HOSPITAL_B, "clinic.csv": CLINIC, "shop.csv": SHOP });

interface LinkTold {
  n: number;
  v: number;
  p: number | null;
  rule: number | null;
  exposure: { tried: number; breached: number; certain: number };
}

const link = (...words: string[]): Promise<LinkTold> => command(["link", ...words], scene.folder);

/** What is seen behind each cell of a header. */
function headerColours(table: Locator): Promise<string[]> {
  return table.locator("thead").evaluate((head) => {
    const colour = (element: Element): string => getComputedStyle(element).backgroundColor;
    return [...head.querySelectorAll("th, td")].map((cell) => (colour(cell) === "rgba(0, 0, 0, 0)" ? colour(head) : colour(cell)));
  });
}

it("takes a file that is chosen on the first page", async () => {
  await scene.page.goto(scene.server.origin);
  const choosing = scene.page.waitForEvent("filechooser");
  await scene.page.getByRole("button", { name: "Choose a file" }).click();
  await (await choosing).setFiles({ name: "chosen.csv", mimeType: "text/csv", buffer: Buffer.from(HOSPITAL_B) });
  await scene.page.waitForURL(/\/datasets\/[^/]+\/columns/);
  await scene.page.getByText("chosen.csv").first().waitFor();
});

describe("two hospitals", () => {
  it("are found from the first page, and what belongs together is proposed", async () => {
    await scene.page.goto(scene.server.origin);
    await scene.page.getByRole("link", { name: /Link releases/ }).click();
    await scene.page.getByRole("heading", { name: "Choose two releases" }).waitFor();
    await scene.page.getByRole("checkbox", { name: "hospital-a.csv" }).check();
    await scene.page.getByRole("checkbox", { name: "hospital-b.csv" }).check();
    await scene.page.getByText("The same name, and 100 % of the values are equal.").waitFor();
    await scene.page.getByRole("table", { name: "Combined rows" }).waitFor();
    await expect.poll(() => scene.page.title()).toBe("Linked releases · incrowd");
  });

  it("give the married person of 130** away, as the golden case says", async () => {
    await know(scene.page, 1, "ZipCode", "130**");
    await know(scene.page, 2, "MaritalStatus", "Married");
    await scene.page.getByText("Gives the secret away", { exact: true }).waitFor();
    await soon(async () => expect(await readFigures(scene.page)).toEqual(["1", "1", "100\u202f%", "1"]));
    const table = scene.page.getByRole("table", { name: "Combined rows" });
    await scene.page.getByText(/^1 of \d+ combined rows fit$/).waitFor();
    await expect.poll(() => table.getByRole("img", { name: "fits" }).count()).toBe(1);
    await expect.poll(() => table.getByRole("row").nth(1).innerText()).toMatch(/130\*\*[^]*Married[^]*Diabetes/);
  });

  it("lead to the smallest change that closes the leak", async () => {
    await scene.page.getByRole("button", { name: "How to prevent it" }).click();
    const closing = scene.page.getByRole("region", { name: "What prevents it, cheapest first" }).getByRole("listitem");
    await closing.first().waitFor();
    await closing.first().getByRole("button", { name: "Make a copy without these rows" }).waitFor();
  });

  it("tell the same in a left join as the command line", async () => {
    await scene.page.getByRole("combobox", { name: "Rows to keep" }).selectOption("left");
    const facts = ["--know", "1.ZipCode=130**", "--know", "MaritalStatus=Married"];
    const told = await link("hospital-a.csv", "hospital-b.csv", "--on", "ZipCode", "--sensitive", "HealthCondition", "--join", "left", ...facts);
    expect(told).toMatchObject({ n: 2, v: 2, p: 0.5, rule: 2 });
    await soon(async () => expect(await readFigures(scene.page)).toEqual(["2", "2", "50\u202f%", "2"]));
    await scene.page.getByRole("combobox", { name: "Rows to keep" }).selectOption("inner");
  });

  it("say that nobody matches, never that it is safe", async () => {
    await factValue(scene.page, 2).fill("Widowed");
    await scene.page.getByText("Nobody matches", { exact: true }).waitFor();
    await scene.page.getByText(/does not mean that anybody is safe/).waitFor();
    expect(await scene.page.getByText("Below the limit").count()).toBe(0);
    await expect.poll(() => readFigures(scene.page)).toEqual(["0", "0", "–", "none"]);
  });

  it("are scanned with the figures of the command line, and a finding is tried", async () => {
    await scene.page.getByRole("tab", { name: "Try everything" }).click();
      const table = scene.page.getByRole("table", { name: "Worst combinations" });
    await table.waitFor();
    const told = await link("hospital-a.csv", "hospital-b.csv", "--on", "ZipCode", "--sensitive", "HealthCondition", "--scan", "2");
    const { tried, breached, certain } = told.exposure;
    await scene.page.getByText(`${tried} combinations tried, ${breached} give somebody away, ${certain} of them for certain.`).waitFor();
    await expect.poll(() => scene.page.getByRole("img", { name: /^\d facts: / }).count()).toBe(3);
    await table.getByRole("button", { name: /^Try it: / }).first().click();
    await scene.page.getByText("Gives the secret away", { exact: true }).waitFor();
    await soon(async () => expect((await readFigures(scene.page)).slice(1)).toEqual(["1", "100\u202f%", "1"]));
  });

  it("are checked apart and joined", async () => {
    await scene.page.getByRole("tab", { name: "Privacy check" }).click();
    const verdict = scene.page.getByRole("tabpanel").getByRole("status");
    await verdict.filter({ hasText: /^Does not pass/ }).waitFor();
    await scene.page.getByRole("combobox", { name: "What to check" }).selectOption("1");
    await scene.page.getByText(/^17 rows in \d+ groups/).waitFor();
    await scene.page.getByRole("textbox", { name: "Smallest group (k)" }).fill("1");
    await scene.page.getByRole("textbox", { name: "Different secrets per group (l)" }).fill("");
    await verdict.filter({ hasText: /^Passes/ }).waitFor();
  });

  it("tell of values that differ", async () => {
    await scene.page.goto(scene.address(["hospital-a.csv", "hospital-b.csv"]));
    await scene.page.getByRole("radio", { name: "Different values in each release" }).check();
    await scene.page.getByRole("combobox", { name: "Values of" }).selectOption("1");
    await scene.page.getByText(/^Both values: /).waitFor();
    await scene.page.getByText(/^Source 1: /).waitFor();
  });
});

describe("generalised values", () => {
  it("meet: masks that overlap, and a number inside a range made of two columns", async () => {
    await scene.page.goto(scene.address(["hospital-a.csv", "clinic.csv"]));
    await scene.page.getByText("age: LowerAge to UpperAge (release 2)").waitFor();
    await expect.poll(() => scene.page.getByRole("combobox", { name: "How the values match, pair 1" }).inputValue()).toBe("overlaps");
    await know(scene.page, 1, "age", "25");
    await know(scene.page, 2, "MaritalStatus", "Single");
    const told = await link(
      "hospital-a.csv", "clinic.csv", "--on", "ZipCode=postcode:overlaps", "--on", "Age=age:overlaps", "--range", "2.age=LowerAge:UpperAge",
      "--sensitive", "HealthCondition,diagnosis", "--know", "age=25", "--know", "MaritalStatus=Single",
    );
    expect(told).toMatchObject({ n: 1, v: 1, p: 1, rule: 1 });
    await soon(async () => expect(await readFigures(scene.page)).toEqual(["1", "1", "100\u202f%", "1"]));
  });
});

it("offers sample hospitals, safe alone and exposed together", async () => {
  await scene.page.goto(`${scene.server.origin}/linked`);
  await scene.page.getByRole("button", { name: "Try the sample hospitals" }).click();
  await scene.page.getByRole("table", { name: "Combined rows" }).waitFor();
  await scene.page.getByRole("tab", { name: "Try everything" }).click();
  await scene.page.getByText(/combinations tried/).waitFor();
  await scene.page.getByRole("table", { name: "Worst combinations" }).getByRole("button").first().waitFor();
});

describe("bad input", () => {
  it("without a sensitive column is explained", async () => {
    await scene.page.goto(scene.address(["hospital-a.csv", "hospital-b.csv"]));
    await scene.page.getByRole("combobox", { name: /^Secret column of 1/ }).selectOption("");
    await scene.page.getByRole("combobox", { name: /^Secret column of 2/ }).selectOption("");
    await scene.page.getByRole("heading", { name: "Choose what nobody should learn" }).waitFor();
  });

  it("with nothing in common is explained, by the page and by the server", async () => {
    await scene.page.goto(scene.address(["hospital-a.csv", "shop.csv"]));
    await scene.page.getByText("incrowd found no columns that match.").waitFor();
    await scene.page.getByRole("heading", { name: "Choose which columns match" }).waitFor();
    await scene.page.getByRole("button", { name: "Add a pair" }).click();
    await scene.page.getByRole("alert").getByText(/^No value of 'ZipCode' goes with any value of 'article'/).waitFor();
    await scene.page.getByRole("combobox", { name: "Rows to keep" }).selectOption("cross");
    await scene.page.getByText("51 of 51 combined rows fit").waitFor();
  });

  it("of an address with datasets that are gone leaves them out", async () => {
    await scene.page.goto(`${scene.server.origin}/linked?data=0123456789abcdef,${scene.ids["shop.csv"]}`);
    await scene.page.getByRole("heading", { name: "Choose two releases" }).waitFor();
  });
});

it("is worked with the keyboard alone", async () => {
  await scene.page.goto(scene.address(["hospital-a.csv", "hospital-b.csv"]));
  await scene.page.getByRole("table", { name: "Combined rows" }).waitFor();
  await scene.page.getByRole("button", { name: "Add a fact" }).focus();
  await scene.page.keyboard.press("Enter");
  // It stands before the button that adds it.
  await tabTo(scene.page, "combobox", /^Value of fact 1$/, "Shift+Tab");
  await pick(scene.page, "150", "150**");
  await expect.poll(() => factValue(scene.page, 1).inputValue()).toBe("150**");
  await scene.page.getByText(/^[1-9]\d* of \d+ combined rows fit$/).waitFor();
  await scene.page.getByRole("tab", { name: "What if" }).focus();
  await scene.page.keyboard.press("ArrowRight");
  await scene.page.getByRole("table", { name: "Worst combinations" }).waitFor();
  await scene.page.getByRole("button", { name: "Try again", exact: true }).focus();
  await scene.page.keyboard.press("Enter");
  await scene.page.getByRole("table", { name: "Worst combinations" }).waitFor();
  await expect.poll(() => scene.page.evaluate(() => document.activeElement?.tagName)).not.toBe("BODY");
});

describe.each([
  ["light", "en-GB", { width: 1280, height: 720 }],
  ["dark", "es-ES", { width: 1600, height: 900 }],
] as const)("in %s, %s", (colorScheme, locale, viewport) => {
  const view = withView(scene, { colorScheme, locale, viewport });

  it.each(["whatif", "scan", "check"])("%s has no barrier and fits", async (tab) => {
    await view.page.goto(scene.address(["hospital-a.csv", "hospital-b.csv"], tab));
    const table = view.page.getByRole("tabpanel").getByRole("table").first();
    await table.waitFor();
    await expectSound(view.page);
    if (tab === "scan") expect(new Set(await headerColours(table)).size).toBe(1);
    if (process.env.PICTURES && colorScheme === "light" && tab !== "check") await view.page.screenshot({ path: join(PROJECT, `docs/images/linked-${tab}.png`) });
  });
});
