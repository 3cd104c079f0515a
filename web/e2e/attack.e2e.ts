/** A release attacked with a list of names, with the golden figures and those of the command line. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { overflow } from "./browser";
import { command } from "./command";
import { withReleases } from "./linked_scene";
import { GENERAL, LIST, PATIENTS, VOTERS } from "./linked_tables";

const FILES = { "patients.csv": PATIENTS, "voters.csv": VOTERS, "general.csv": GENERAL, "list.csv": LIST };
type Name = keyof typeof FILES;

const scene = withReleases(FILES);

interface Told {
  certain: number;
  matched: number;
  people: number;
  probable: { candidates: number; people: number }[];
  marketer_risk: number;
}

const attack = (...words: string[]): Promise<Told> => command(["attack", ...words], scene.folder);

const open = async (...names: Name[]): Promise<void> => {
  await scene.page.goto(scene.address(names, "attack"));
  await scene.page.getByRole("button", { name: "Find people", exact: true }).waitFor();
};
const chart = (): Promise<string[]> => scene.page.getByRole("list", { name: /by the chance of finding them/ }).getByRole("listitem").allInnerTexts();
const people = (): Promise<string[][]> =>
  scene.page
    .getByRole("table", { name: /People on the list/ })
    .locator("tbody tr")
    .evaluateAll((rows) => rows.map((row) => [...row.children].slice(0, -1).map((cell) => cell.textContent)));

describe("patients and voters", () => {
  it("are linked by what is proposed, and the golden people are found", async () => {
    await open("patients.csv", "voters.csv");
    await expect.poll(() => scene.page.getByRole("combobox", { name: "List of people" }).inputValue()).toBe(scene.ids["voters.csv"]);
    await scene.page.getByRole("button", { name: "Find people", exact: true }).press("Enter");
    await scene.page.getByText("Found for certain: 3 of 6 people on the list.").waitFor();
    const told = await attack("patients.csv", "voters.csv");
    expect((await chart()).map((text) => text.replace(/\s+/g, " "))).toEqual(["for certain 3", "1 in 2 2", "not found 1"]);
    expect(told).toMatchObject({ certain: 3, matched: 5, people: 6, probable: [{ candidates: 1, people: 3 }, { candidates: 2, people: 2 }] });
    expect(Number(await scene.page.getByRole("meter", { name: "Rows named correctly" }).getAttribute("aria-valuenow"))).toBeCloseTo(told.marketer_risk, 9);
    await scene.page.getByText("1 to 6 of 6").waitFor();
    const listed = await people();
    expect(listed.slice(0, 3).map(([name]) => name).sort()).toEqual(["Bob", "Eve", "Smith"]);
    expect(listed.slice(3, 5).map((row) => row.slice(1, 4))).toEqual([
      ["50\u202f%", "2", "2"],
      ["50\u202f%", "2", "2"],
    ]);
    expect(listed[5]?.slice(1, 4)).toEqual(["not found", "", ""]);
    expect(await overflow(scene.page)).toEqual([0, 0]);
  });

  it("tell what is learnt about somebody, by keyboard, and hand out a file", async () => {
    await scene.page.getByRole("button", { name: "What somebody learns about Smith" }).press("Enter");
    const dialog = scene.page.getByRole("dialog", { name: "Published rows that could be about Smith" });
    await dialog.getByText("Hepatitis").waitFor();
    await scene.page.keyboard.press("Escape");
    await dialog.waitFor({ state: "hidden" });
    const downloading = scene.page.waitForEvent("download");
    await scene.page.getByRole("link", { name: "Download everybody as CSV" }).click();
    const lines = readFileSync(await (await downloading).path(), "utf-8").trim().split(/\r?\n/);
    expect(lines).toHaveLength(7);
    expect(lines[0]).toBe("Name,Job,Gender,Age,candidates,probability,published_rows");
  });

  it("can be listed by how sure it is", async () => {
    await scene.page.getByRole("combobox", { name: "Show" }).selectOption("probable");
    await scene.page.getByText("1 to 2 of 2").waitFor();
    await expect.poll(async () => (await people()).map(([name]) => name).sort()).toEqual(["Alice", "Gladys"]);
  });
});

describe("generalised values", () => {
  it("are understood: masks, ranges made of two columns, columns of other names", async () => {
    await open("general.csv", "list.csv");
    await scene.page.getByRole("combobox", { name: "Release to search" }).selectOption({ label: "1 · general.csv" });
    await scene.page.getByRole("combobox", { name: "List of people" }).selectOption({ label: "2 · list.csv" });
    await scene.page.getByRole("combobox", { name: "Column of the release, 1" }).waitFor();
    const chosen = async (): Promise<string[]> =>
      scene.page.getByRole("combobox", { name: /^Column of the release/ }).evaluateAll((all) => all.map((one) => (one as HTMLSelectElement).value));
    if (!(await chosen()).includes("zip")) {
      await scene.page.getByRole("button", { name: "Add matching columns" }).click();
      const last = (await chosen()).length;
      await scene.page.getByRole("combobox", { name: `Column of the release, ${last}` }).selectOption("zip");
      await scene.page.getByRole("combobox", { name: `Column of the list, ${last}` }).selectOption("postcode");
    }
    await expect.poll(async () => (await chosen()).sort()).toEqual(["age", "zip"]);
    await scene.page.getByRole("button", { name: "Find people", exact: true }).click();
    await scene.page.getByText("Found for certain: 1 of 4 people on the list.").waitFor();
    const told = await attack("general.csv", "list.csv", "--range", "1.age=LowerAge:UpperAge", "--on", "age", "--on", "zip=postcode");
    expect(told).toMatchObject({ certain: 1, matched: 3, probable: [{ candidates: 1, people: 1 }, { candidates: 2, people: 2 }] });
    await expect.poll(async () => (await people()).map(([name]) => name)).toEqual(["Ann", expect.any(String), expect.any(String), "Di"]);
  });

  it("stay safe from being attacked with themselves", async () => {
    await scene.page.getByRole("combobox", { name: "List of people" }).selectOption({ label: "1 · general.csv" });
    await expect.poll(() => scene.page.getByRole("button", { name: /^(Find people|Search again)/ }).first().isDisabled()).toBe(true);
  });
});
