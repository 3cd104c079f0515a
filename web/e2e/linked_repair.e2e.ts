/** From a leak between linked releases to what closes it: a step tried and applied, a copy, people put together. */
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { findBarriers } from "./browser";
import { commandRisk } from "./command";
import { know, readFigures } from "./facts";
import { withReleases } from "./linked_scene";
import { COARSE, HOSPITAL_A, HOSPITAL_B, PEOPLE_A, PEOPLE_B, RAW } from "./linked_tables";
import { toStep } from "./steps";

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
    await scene.page.getByRole("table", { name: "Combined rows" }).waitFor();
    await scene.page.getByRole("combobox", { name: "Limit" }).selectOption("own");
    await scene.page.getByRole("textbox", { name: "Limit in percent" }).fill("70");
    await know(scene.page, 1, "ZipCode", "130**");
    await know(scene.page, 2, "MaritalStatus", "Married");
    await scene.page.getByText("Gives the secret away", { exact: true }).waitFor();
    await scene.page.getByRole("button", { name: "How to prevent it" }).click();
    const closing = scene.page.getByRole("region", { name: "What prevents it, cheapest first" }).getByRole("listitem");
    await closing.filter({ hasText: "Remove 'MaritalStatus'" }).getByRole("link", { name: "Try this step" }).click();
    const notice = scene.page.getByRole("region", { name: "A step that prevents a leak" });
    await notice.getByText(/Nothing is applied yet/).waitFor();
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
    await scene.page.getByText("MaritalStatus is now at level 1. Check whether the leak is gone.").waitFor();
    await scene.page.getByRole("link", { name: "Back to linked releases" }).click();
    await scene.page.getByText("Below the limit", { exact: true }).waitFor();
    await expect.poll(() => readFigures(scene.page)).toEqual(["3", "2", "66.7\u202f%", "2"]);
  });

  it("is closed by a copy without its rows, which can be taken back", async () => {
    await scene.page.goto(scene.address(["hospital-a.csv", "hospital-b.csv"]));
    await scene.page.getByRole("table", { name: "Combined rows" }).waitFor();
    await know(scene.page, 1, "ZipCode", "130**");
    await scene.page.getByText(/^(Gives the secret away|Guessed too well)$/).waitFor();
    await scene.page.getByRole("button", { name: "How to prevent it" }).click();
    await scene.page.getByRole("button", { name: "Make a copy without these rows" }).first().click();
    await scene.page.getByText(/instead of the release/).waitFor();
    await scene.page.getByText(/^(Below the limit|Nobody matches)$/).waitFor();
    await expect.poll(() => scene.page.getByRole("checkbox", { name: /without \d+ rows/ }).isChecked()).toBe(true);
    await scene.page.getByRole("button", { name: "Undo", exact: true }).click();
    await scene.page.getByText(/^(Gives the secret away|Guessed too well)$/).waitFor();
    await scene.page.getByRole("checkbox", { name: /without \d+ rows/ }).waitFor({ state: "detached" });
  });
});

describe("words", () => {
  it("stand for what a taxonomy says, given on the page", async () => {
    await scene.page.goto(scene.address(["raw.csv", "coarse.csv"]));
    await scene.page.getByRole("table", { name: "Combined rows" }).waitFor();
    // Open already: the built-in hierarchy of nations knows what some words stand for.
    await scene.page.getByRole("combobox", { name: "Column for your rules" }).selectOption("1.origin");
    await scene.page.getByRole("button", { name: "Add rules" }).click();
    await scene.page.getByRole("textbox", { name: /origin/ }).fill("{French, German} => European\n{Thai} => Asian");
    await scene.page.getByRole("button", { name: "Use these rules" }).click();
    await scene.page.getByText("1.origin: European includes French, German…").waitFor();
    await scene.page.getByText(/of the values (are covered by published ones|overlap)/).waitFor();
    await know(scene.page, 1, "origin", "French");
    await scene.page.getByText(/^2 of \d combined rows fit$/).waitFor();
    expect(await findBarriers(scene.page)).toEqual([]);
  });
});

describe("the same people in both", () => {
  it("are put together, and open ready to be anonymised", async () => {
    await scene.page.goto(scene.address(["a.csv", "b.csv"], "advice"));
    await scene.page.getByText("incrowd recognises people by patient_id. 2 of 5 people are in more than one release.").waitFor();
    expect(await findBarriers(scene.page)).toEqual([]);
    await scene.page.getByRole("button", { name: "Combine them" }).click();
    await scene.page.waitForURL(/\/datasets\/[^/]+\/safe\?tab=automatic/);
    await expect.poll(() => scene.page.getByRole("tab", { name: "Automatic" }).getAttribute("aria-selected")).toBe("true");
    await scene.page.getByRole("banner").getByText(/a \+ b/).waitFor();
    await toStep(scene.page, "Columns");
    await scene.page.getByRole("combobox", { name: "What zip is" }).waitFor();
  });

  it("cannot be told without an identifier, and the page says what is needed", async () => {
    await scene.page.goto(scene.address(["hospital-a.csv", "hospital-b.csv"], "advice"));
    await scene.page.getByText(/does not tell the people of/).waitFor();
    await scene.page.getByText(/Each person needs one row in each table/).waitFor();
    expect(await scene.page.getByRole("button", { name: "Combine them" }).count()).toBe(0);
  });
});
