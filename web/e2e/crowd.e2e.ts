/** A table with too many combinations for the memory: counted at one choice of levels, then opened with it, by keyboard alone. */
import type { BrowserContextOptions, Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { expectReadable, expectSound, settle } from "./browser";
import { focused, press, pressOn, tabTo } from "./keys";
import { PASSWORD } from "./postgres";
import { withPeople } from "./remote_scene";
import { withView } from "./scene";
import { soon, toPart } from "./steps";

const scene = withPeople({ options: ["--most-combinations", "100"] });

const WINDOWS: [string, BrowserContextOptions][] = [
  ["small", { viewport: { width: 1280, height: 720 } }],
  ["large", { viewport: { width: 1600, height: 900 }, colorScheme: "dark" }],
];

async function shot(page: Page, name: string): Promise<void> {
  await settle(page);
  if (process.env.PICTURES_IN) await page.screenshot({ path: `${process.env.PICTURES_IN}/${name}.png` });
}

/** Open the table as a dataset of its own, past the page; answers its id. */
async function openPeople(): Promise<string> {
  const ask = async (path: string, body: object): Promise<{ id?: string; job?: { id: string } }> => {
    const options = { method: "POST", body: JSON.stringify(body), headers: { "Content-Type": "application/json" } };
    const answer = await scene.server.ask(path, options);
    expect(answer.ok).toBe(true);
    return answer.status === 204 ? {} : ((await answer.json()) as object);
  };
  const { id: source = "" } = await ask("/sources", { name: "clinic", url: scene.database.url });
  await ask(`/sources/${source}/password`, { password: PASSWORD });
  const { job } = await ask(`/sources/${source}/datasets`, { schema: "public", table: "people" });
  let dataset = "";
  await soon(async () => {
    const told = (await (await scene.server.ask(`/jobs/${job?.id ?? ""}`)).json()) as { result: { dataset: string } | null };
    dataset = told.result?.dataset ?? "";
    expect(dataset).not.toBe("");
  });
  return dataset;
}

describe.each(WINDOWS)("in a %s window", (name, options) => {
  const view = withView(scene, options);
  let dataset = "";

  beforeAll(async () => {
    dataset = await openPeople();
  });

  it("says what can be done, and lets levels be chosen", async () => {
    const { page } = view;
    await page.goto(`${scene.server.origin}/datasets/${dataset}`);
    await page.getByRole("heading", { name: "Too many combinations to count" }).waitFor();
    await shot(page, `${name}-1-too-large`);
    await expectReadable(page);
    await pressOn(page, "button", /^Choose levels$/, "Enter");
    await page.getByLabel("age", { exact: true }).waitFor();
    await shot(page, `${name}-2-levels`);
    await expectReadable(page);
  });

  it("counts as the table is, and says that nothing can be opened so", async () => {
    const { page } = view;
    await pressOn(page, "button", /^Count$/, "Enter");
    const result = page.getByRole("region", { name: "What the database counted" });
    await result.getByRole("meter", { name: "Average risk" }).waitFor();
    await result.getByText(/only 100 fit into memory/).waitFor();
    await result.scrollIntoViewIfNeeded();
    await shot(page, `${name}-3-counted`);
    await expectReadable(page);
  });

  it("takes a step, counts it, and opens the dashboard with it", async () => {
    const { page } = view;
    await pressOn(page, "button", /^Use this: 5-year bands for age$/, "Enter");
    await page.getByText(/belong to your last count/).waitFor();
    await shot(page, `${name}-4-changed`);
    await expectReadable(page);
    expect((await focused(page)).name).toBe("Use this: 5-year bands for age");
    await tabTo(page, "select", /^postcode$/, "Shift+Tab");
    await press(page, "End");
    await pressOn(page, "button", /^Count$/, "Enter");
    await tabTo(page, "button", /^Open with these levels$/);
    await shot(page, `${name}-5-counted-again`);
    await expectReadable(page);
    await press(page, "Enter");
    await page.getByRole("meter", { name: "Average risk" }).first().waitFor();
    await page.getByText("Counted with coarser values").waitFor();
    await toPart(page, "The whole table");
    await page.getByRole("grid").waitFor();
    await shot(page, `${name}-6-opened`);
    await expectSound(page);
  });

  it("goes back to the table as it is, and the focus stays in the page", async () => {
    const { page } = view;
    await pressOn(page, "button", /^Count exact values$/, "Enter");
    await page.getByRole("heading", { name: "Too many combinations to count" }).waitFor();
    expect((await focused(page)).role).not.toBe("body");
  });
});
