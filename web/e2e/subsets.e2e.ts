/** Which columns betray people, on the sample, with the figures of the command line. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { DatasetView, StandOuts, Subsets } from "../src/api/types";
import { expectSound, findBarriers, settle } from "./browser";
import { command } from "./command";
import { CENSUS } from "./files";
import { withSample, withView } from "./scene";
import { PROJECT } from "./server";
import { toPart, toStep } from "./steps";

const scene = withSample("Census");

async function toSubsets(): Promise<void> {
  await toStep(scene.page, "Check");
  await toPart(scene.page, "Columns together");
}
const cell = (name: string | RegExp) => scene.page.getByRole("gridcell", { name, exact: typeof name === "string" });

/** Where the data set stands, as the command line takes it. */
async function state(): Promise<string> {
  const { attributes } = (await (await scene.server.ask(`/datasets/${scene.dataset}`)).json()) as DatasetView;
  return attributes.filter(({ level }) => level).map(({ name, level }) => `${name}=${level}`).join(",");
}

async function download(item: string): Promise<Buffer> {
  await scene.page.getByRole("button", { name: "Export", exact: true }).click();
  const [file] = await Promise.all([scene.page.waitForEvent("download"), scene.page.getByRole("menuitem", { name: item }).click()]);
  return readFileSync(await file.path());
}

describe("matrix and tree", () => {
  it("show the figures of the command line", async () => {
    await toSubsets();
    const told = await command<Subsets>(["subsets", CENSUS]);
    for (const { a, b, k } of told.pairs) await expect.poll(() => cell(`${a} and ${b}: ${k}`).count()).toBe(1);
    await expect.poll(() => scene.page.getByRole("columnheader").allTextContents()).toEqual(expect.arrayContaining(told.order));
    const items = (name: string): Promise<number> => scene.page.getByRole("list", { name }).getByRole("listitem").count();
    await expect.poll(() => items("From the tree")).toBe(told.guide.length);
    await expect.poll(() => items("All largest sets")).toBe(told.maximal.length);
    await scene.page.getByText("sex, household_size smallest group 21").first().waitFor();
    if (process.env.PICTURES) {
      await settle(scene.page);
      await scene.page.screenshot({ path: join(PROJECT, "docs/images/dashboard-subsets.png") });
    }
  });

  it("tell the value under the pointer and take another measure", async () => {
    await cell(/^sex and education:/).hover();
    await scene.page.getByText(/^sex and education: 7\./).waitFor();
    await scene.page.getByRole("combobox", { name: "Figure in the cells" }).selectOption("average_risk");
    await cell("sex alone: 0.1\u202f%").waitFor();
    await scene.page.getByRole("combobox", { name: "Figure in the cells" }).selectOption("k");
  });

  it("are cut at another threshold, up to where nothing can be released", async () => {
    const slider = scene.page.getByRole("slider", { name: "Smallest group allowed" });
    await slider.focus();
    await scene.page.keyboard.press("End");
    await scene.page.getByText(/^Nothing can be released at a threshold of 1,000: the closest is 'sex' alone, with k = 963/).waitFor();
    await scene.page.getByRole("textbox", { name: "Exact number" }).fill("5");
    await scene.page.getByRole("list", { name: "From the tree" }).waitFor();
  });

  it("are taken along as pictures and figures", async () => {
    const svg = (await download("Picture as SVG")).toString();
    expect(svg).toMatch(/^<svg/);
    expect(svg).not.toContain("var(--");
    expect((await download("Picture as PNG")).subarray(1, 4).toString()).toBe("PNG");
    const figures = JSON.parse((await download("Figures as JSON")).toString()) as Subsets;
    expect(figures.single.sex).toBe(963);
    expect((await download("Figures as CSV")).toString()).toContain("pair,sex + education,7,7\r\n");
  });

  it("lead to the steps that remove a pair that betrays people, which is then gone", async () => {
    await cell(/^sex and age: 1$|^age and sex: 1$/).first().click();
    await scene.page.waitForURL(/\/safe\?tab=attributes&of=\w+&of=\w+&threshold=5/);
    const notice = scene.page.getByRole("region", { name: "What helps" });
    await notice.getByText(/age → level \d.*The smallest group then has \d+ rows\.$/).waitFor();
    const promised = Number(/then has ([\d,]+) rows/.exec(await notice.innerText())?.[1]?.replace(",", ""));
    expect(promised).toBeGreaterThanOrEqual(5);
    expect(await findBarriers(scene.page)).toEqual([]);
    await notice.getByRole("button", { name: /^Apply/ }).click();
    await notice.getByText("This works.", { exact: true }).waitFor();
    await toSubsets();
    await cell(new RegExp(`^(sex and age|age and sex): ${promised}$`)).first().waitFor();
    const told = await command<Subsets>(["subsets", CENSUS, "--state", await state()]);
    await cell(`age alone: ${told.single.age ?? -1}`).waitFor();
    expect(told.pairs.find(({ a, b }) => [a, b].sort().join() === "age,sex")?.k).toBe(promised);
  });
});

describe("stand-outs", () => {
  it("are those of the command line, and lead to the steps after which a row is one no more", async () => {
    const told = await command<StandOuts>(["standouts", CENSUS, "--state", await state()]);
    await scene.page.getByRole("radiogroup", { name: "What to show" }).getByText("Who stands out").click();
    const table = scene.page.getByRole("table", { name: "Rows that stand out" });
    await table.getByText(told.rows[0]?.reason ?? "?").first().waitFor();
    await scene.page.getByText(`1–50 of ${told.total.toLocaleString("en")}`).waitFor();
    const all = JSON.parse((await download("Figures as JSON")).toString()) as StandOuts;
    expect(all.rows).toHaveLength(told.total);
    expect(all.rows.map((one) => one.row)).toEqual(told.rows.map((one) => one.row));
    const lines = (await download("Figures as CSV")).toString().split("\r\n");
    expect(lines.filter((line) => line.startsWith("row,")).length).toBe(told.rows.flatMap((one) => one.combinations).length);
    await table.getByRole("button", { name: /^What helps/ }).first().click();
    await scene.page.waitForURL(/\/safe\?tab=attributes&row=\d+/);
    const row = Number(/row=(\d+)/.exec(scene.page.url())?.[1]);
    expect(told.rows[0]?.row).toBe(row);
    const notice = scene.page.getByRole("region", { name: "What helps" });
    await notice.getByRole("button", { name: /^Apply/ }).click();
    await notice.getByText("This works.", { exact: true }).waitFor();
    const after = await command<StandOuts>(["standouts", CENSUS, "--state", await state()]);
    expect(after.rows.map((one) => one.row)).not.toContain(row);
    expect(after.total).toBeLessThan(told.total);
  });

  it("can be left out of a copy, one row alone, with all decisions; the original stays", async () => {
    const original = scene.page.url();
    await toSubsets();
    await scene.page.getByRole("radiogroup", { name: "What to show" }).getByText("Who stands out").click();
    const table = scene.page.getByRole("table", { name: "Rows that stand out" });
    await table.getByRole("button", { name: /^What helps/ }).first().click();
    const notice = scene.page.getByRole("region", { name: "What helps" });
    const copy = notice.getByRole("button", { name: "Make a copy without this row" });
    await copy.waitFor();
    await expectSound(scene.page);
    const before = await scene.server.ask(`/datasets/${scene.dataset}`).then((answer) => answer.json() as Promise<DatasetView>);
    await copy.click();
    await scene.page.waitForURL((url) => url.pathname.endsWith("/check") && !url.pathname.includes(scene.dataset));
    await scene.page.getByText(/without 1 row/).first().waitFor();
    const id = /datasets\/([^/]+)/.exec(scene.page.url())?.[1] ?? "";
    const made = await scene.server.ask(`/datasets/${id}`).then((answer) => answer.json() as Promise<DatasetView>);
    expect(made.rows).toBe(before.rows - 1);
    const levels = (view: DatasetView): [string, string, number | null][] => view.attributes.map(({ name, role, level }) => [name, role, level]);
    expect(levels(made)).toEqual(levels(before));
    await scene.page.goto(original);
  });
});

describe.each([
  ["light", "en-GB"],
  ["dark", "es-ES"],
] as const)("in %s, %s", (colorScheme, locale) => {
  const view = withView(scene, { colorScheme, locale });

  it.each([
    ["map", "", "grid"],
    ["standouts", "&part=standouts", "table"],
  ] as const)("%s has no barrier and fits", async (_, rest, role) => {
    await view.page.goto(`${scene.server.origin}/datasets/${scene.dataset}/check?tab=subsets${rest}`);
    await view.page.getByRole("tabpanel").getByRole(role).first().waitFor();
    await expectSound(view.page);
  });
});
