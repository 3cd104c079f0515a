/** From a leak between linked releases to what closes it: a step tried and applied, a copy, people put together. */
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { findBarriers } from "./browser";
import { commandRisk } from "./command";
import { know, readFigures } from "./facts";
import { withReleases } from "./linked_scene";
import { COARSE, HOSPITAL_A, HOSPITAL_B, PEOPLE_A, PEOPLE_B, RAW } from "./linked_tables";

const scene = withReleases({
  "hospital-a.csv": HOSPITAL_A,
  "hospital-b.csv": HOSPITAL_B,
  "a.csv": PEOPLE_A,
  "b.csv": PEOPLE_B,
  "raw.csv": RAW,
  "coarse.csv": COARSE,
});

describe("a leak", () => {
  it("leads to a step that is tried, with its exact risk, and not applied", async () => {
    await scene.page.goto(scene.address(["hospital-a.csv", "hospital-b.csv"]));
    await scene.page.getByRole("table", { name: "Joined rows" }).waitFor();
    await scene.page.getByRole("combobox", { name: "Threshold" }).selectOption("own");
    await scene.page.getByRole("textbox", { name: "Threshold in percent" }).fill("70");
    await know(scene.page, 1, "ZipCode", "130**");
    await know(scene.page, 2, "MaritalStatus", "Married");
    await scene.page.getByText("A leak", { exact: true }).waitFor();
    await scene.page.getByRole("button", { name: "How to close it" }).click();
    const closing = scene.page.getByRole("region", { name: "What closes it, the cheapest first" }).getByRole("listitem");
    await closing.filter({ hasText: "Leave 'MaritalStatus' out" }).getByRole("link", { name: "Try the step" }).click();
    const notice = scene.page.getByRole("region", { name: "A step that closes a leak" });
    await notice.getByText(/nothing is applied yet/).waitFor();
    const step = scene.page.getByRole("listitem", { name: /MaritalStatus$/ });
    const { average_risk: average } = await commandRisk(join(scene.folder, "hospital-a.csv"), "--state", "MaritalStatus=1");
    const shown = new Intl.NumberFormat("en", { maximumFractionDigits: 2 }).format(average);
    const told = new RegExp(`then ${shown}\u202f%`);
    await step.getByLabel(told).or(step.getByText(told)).first().waitFor({ state: "attached" });
    expect(await findBarriers(scene.page)).toEqual([]);
  });

  it("is closed once the step is applied", async () => {
    const step = scene.page.getByRole("listitem", { name: /MaritalStatus$/ });
    await step.getByRole("button", { name: /^Apply to MaritalStatus/ }).click();
    await scene.page.getByText("MaritalStatus is at level 1 now. See whether the leak is closed.").waitFor();
    await scene.page.getByRole("link", { name: "Back to the linked releases" }).click();
    await scene.page.getByText("No breach", { exact: true }).waitFor();
    await expect.poll(() => readFigures(scene.page)).toEqual(["3", "2", "66.7\u202f%", "2"]);
  });

  it("is closed by a copy without its rows, which can be taken back", async () => {
    await scene.page.goto(scene.address(["hospital-a.csv", "hospital-b.csv"]));
    await scene.page.getByRole("table", { name: "Joined rows" }).waitFor();
    await know(scene.page, 1, "ZipCode", "130**");
    await scene.page.getByText(/^A (leak|breach)$/).waitFor();
    await scene.page.getByRole("button", { name: "How to close it" }).click();
    await scene.page.getByRole("button", { name: "Make a copy without them" }).first().click();
    await scene.page.getByText(/has taken the place of the release/).waitFor();
    await scene.page.getByText(/^(No breach|Nobody matches)$/).waitFor();
    await expect.poll(() => scene.page.getByRole("checkbox", { name: /without \d+ rows/ }).isChecked()).toBe(true);
    await scene.page.getByRole("button", { name: "Undo", exact: true }).click();
    await scene.page.getByText(/^A (leak|breach)$/).waitFor();
    await scene.page.getByRole("checkbox", { name: /without \d+ rows/ }).waitFor({ state: "detached" });
  });
});

describe("words", () => {
  it("stand for what a taxonomy says, given on the page", async () => {
    await scene.page.goto(scene.address(["raw.csv", "coarse.csv"]));
    await scene.page.getByRole("table", { name: "Joined rows" }).waitFor();
    // Open already: the built-in hierarchy of nations knows what some words stand for.
    await scene.page.getByRole("combobox", { name: "Column whose words are explained" }).selectOption("1.origin");
    await scene.page.getByRole("button", { name: "Give a taxonomy" }).click();
    await scene.page.getByRole("textbox", { name: /origin/ }).fill("{French, German} => European\n{Thai} => Asian");
    await scene.page.getByRole("button", { name: "Use these rules" }).click();
    await scene.page.getByText("1.origin: European stands for French, German…").waitFor();
    await scene.page.getByText(/of the values (are covered by published ones|overlap)/).waitFor();
    await know(scene.page, 1, "origin", "French");
    await scene.page.getByText(/^2 of \d joined rows match$/).waitFor();
    expect(await findBarriers(scene.page)).toEqual([]);
  });
});

describe("the same people in both", () => {
  it("are put together, and open ready to be anonymised", async () => {
    await scene.page.goto(scene.address(["a.csv", "b.csv"], "advice"));
    await scene.page.getByText("People are told by patient_id: 2 of 5 are in more than one release.").waitFor();
    expect(await findBarriers(scene.page)).toEqual([]);
    await scene.page.getByRole("button", { name: "Put them together" }).click();
    await scene.page.waitForURL(/\/datasets\/[^/]+\?tab=automatic/);
    await expect.poll(() => scene.page.getByRole("tab", { name: "Automatic" }).getAttribute("aria-selected")).toBe("true");
    await scene.page.getByRole("heading", { name: /a \+ b/ }).waitFor({ state: "attached" });
    await scene.page.getByText("zip", { exact: true }).first().waitFor();
  });

  it("cannot be told without an identifier, and the page says what is needed", async () => {
    await scene.page.goto(scene.address(["hospital-a.csv", "hospital-b.csv"], "advice"));
    await scene.page.getByText(/does not tell the people of/).waitFor();
    await scene.page.getByText(/Each person needs one row in each table/).waitFor();
    expect(await scene.page.getByRole("button", { name: "Put them together" }).count()).toBe(0);
  });
});
