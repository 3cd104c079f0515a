/** Sources and query with the keyboard alone: from a database with a password to a dataset, no mouse. */
import { expect, it } from "vitest";
import { readFigures } from "./facts";
import { choose, expectOnHeading, focused, pick, press, pressOn, tabTo } from "./keys";
import { PASSWORD } from "./postgres";
import { withDatabase } from "./query_scene";

const scene = withDatabase();

const inTree = (name: string): Promise<void> => scene.page.getByRole("treeitem", { name, exact: true }).waitFor();

/** From a row of the tree to the next, until it is the one that is wanted. */
async function downTo(name: RegExp): Promise<void> {
  for (let steps = 0; steps < 20; steps += 1) {
    if (name.test((await focused(scene.page)).name)) return;
    await press(scene.page, "ArrowDown");
  }
  throw new Error(`no ${String(name)} below`);
}

const expectTable = (name: string): Promise<void> => scene.page.getByRole("group", { name: "Tables in the query" }).getByText(name).waitFor();

it("adds a database, gives its password, and chooses tables in the tree", async () => {
  await scene.page.goto(scene.server.origin);
  await pressOn(scene.page, "a", /^Sources and query$/, "Enter");
  await scene.page.getByRole("heading", { name: "Which tables do you want to query?" }).waitFor();
  await pressOn(scene.page, "button", /Add database$/, "Enter");
  await expect.poll(() => focused(scene.page)).toEqual({ role: "input", name: expect.stringMatching(/^Address/) as string });
  await scene.page.keyboard.type(scene.database.url);
  await press(scene.page, "Enter");
  await scene.page.getByLabel("Password for clinic").waitFor();
  await tabTo(scene.page, "input", /^Password for clinic/);
  await scene.page.keyboard.type(PASSWORD);
  await press(scene.page, "Enter");
  await inTree("public");
  await tabTo(scene.page, "treeitem", /clinic/, "Shift+Tab");
  await downTo(/^\s*public/);
  await press(scene.page, "ArrowRight");
  await inTree("visits");
  await downTo(/^\s*visits/);
  await press(scene.page, "ArrowRight");
  await inTree("ZipCode text");
  await press(scene.page, "ArrowLeft", "Enter");
  await expectTable("visits");
  await press(scene.page, "End");
  await expect.poll(() => focused(scene.page)).toEqual({ role: "treeitem", name: expect.stringContaining("hospital-a.csv") as string });
  await press(scene.page, "Enter");
  await expectTable("hospital_a");
});

it("builds a join with a filter and a sort, and runs it", async () => {
  await pressOn(scene.page, "button", /^Join a table$/, "Enter");
  await choose(scene.page, /^How the values match, pair 1\.1$/, "o", "overlaps");
  await pressOn(scene.page, "button", /^Add a filter$/, "Enter");
  // What was added stands before the button that added it.
  await tabTo(scene.page, "select", /^Column of filter 1$/, "Shift+Tab");
  await choose(scene.page, /^Operator of filter 1$/, "li", "like");
  await tabTo(scene.page, "input", /^Value of filter 1$/);
  await scene.page.keyboard.type("1%");
  await pressOn(scene.page, "button", /^Sort by a column$/, "Enter");
  await tabTo(scene.page, "select", /^Column of sort 1$/, "Shift+Tab");
  await choose(scene.page, /^Direction of sort 1$/, "d", "descending");
  await expect.poll(() => scene.page.locator("pre").innerText()).toMatch(/LIKE '1%'[^]*ORDER BY[^]*DESC/);
  await tabTo(scene.page, "button", /^Run$/, "Shift+Tab");
  await press(scene.page, "Enter");
  await scene.page.getByRole("region", { name: "Result" }).getByText("7 rows", { exact: true }).waitFor();
  await tabTo(scene.page, "grid", /^Rows of the result$/);
  await press(scene.page, "ArrowDown", "ArrowRight");
  await expect.poll(() => scene.page.locator("[role=gridcell][data-active]").innerText()).not.toBe("");
});

it("asks what somebody learns, scans, and checks", async () => {
  const result = scene.page.getByRole("region", { name: "Result" });
  await tabTo(scene.page, "input", /^Rows$/, "Shift+Tab");
  await press(scene.page, "ArrowRight");
  await choose(scene.page, /^Nobody should learn$/, "hospital_a.H", "hospital_a.HealthCondition");
  await pressOn(scene.page, "button", /^Add a fact$/, "Enter");
  await tabTo(scene.page, "combobox", /^Value of fact 1$/, "Shift+Tab");
  await scene.page.keyboard.type("13012");
  await press(scene.page, "Escape");
  await expect.poll(() => readFigures(scene.page)).toEqual(["3", "3", "33.3\u202f%", "2"]);
  await expect.poll(() => result.getByRole("grid").getByText("fits").count()).toBe(3);
  await tabTo(scene.page, "input", /^What if$/, "Shift+Tab");
  await press(scene.page, "ArrowRight");
  await pressOn(scene.page, "button", /^Try everything$/, "Enter");
  await result.getByText(/combinations tried/).waitFor();
  await tabTo(scene.page, "input", /^Try everything$/, "Shift+Tab");
  await press(scene.page, "ArrowRight");
  await tabTo(scene.page, "combobox", /^Others may know$/);
  await pick(scene.page, "hospital_a.Zip", "hospital_a.ZipCode");
  await press(scene.page, "Escape");
  await tabTo(scene.page, "combobox", /^Secret columns$/);
  await pick(scene.page, "hospital_a.Health", "hospital_a.HealthCondition");
  await press(scene.page, "Escape");
  const found = result.getByRole("region", { name: "hospital_a.HealthCondition" });
  await expect.poll(() => found.getByRole("status").innerText()).toMatch(/Does not pass[^]*k = 1/);
  await found.getByText("148**").waitFor();
});

it("keeps the result as a dataset", async () => {
  await tabTo(scene.page, "button", /^Keep as data set…$/, "Shift+Tab");
  await press(scene.page, "Enter");
  await expect.poll(() => focused(scene.page)).toEqual({ role: "input", name: "Name" });
  await scene.page.keyboard.type("joined by keyboard");
  await press(scene.page, "Enter");
  await scene.page.waitForURL(/\/datasets\/[^/]+\/columns/);
  await scene.page.getByText("joined by keyboard").first().waitFor();
  await expectOnHeading(scene.page, /What is in each column/);
  await pressOn(scene.page, "a", /^Sources and query$/, "Enter");
  await scene.page.getByRole("treeitem", { name: "joined by keyboard" }).waitFor();
});
