/** Rows at highest risk: what gives each away, in words and marked, counted again in all rows. */
import { expect, it } from "vitest";
import type { RiskyRow, RowsPage } from "../src/api/types";
import { withSample } from "./scene";
import { applyLevel, soon, toPart } from "./steps";

const scene = withSample("Census");
const ask = async <T>(path: string): Promise<T> => (await (await scene.server.ask(`/datasets/${scene.dataset}${path}`)).json()) as T;

/** All published rows, by the names of their columns. */
async function published(): Promise<Record<string, string | null>[]> {
  const pages = await Promise.all([0, 1000].map((offset) => ask<RowsPage>(`/rows?limit=1000&offset=${offset}`)));
  return pages.flatMap(({ columns, rows }) =>
    rows.map(({ cells }) => Object.fromEntries(columns.map(({ name }, index) => [name, cells[index] ?? null]))),
  );
}

/** Every line of the table: its reason, and the cells that are marked, by their columns. */
async function shown(): Promise<{ row: string; reason: string; marked: Record<string, string> }[]> {
  const table = scene.page.getByRole("table", { name: "Rows with the highest risk" });
  const names = await table.getByRole("columnheader").allInnerTexts();
  const lines = await table.locator("tbody tr").all();
  return Promise.all(
    lines.slice(0, 12).map(async (line) => {
      const cells = await line.getByRole("cell").all();
      const texts = await Promise.all(cells.map((cell) => cell.textContent()));
      const pairs = texts.map((text, index) => [names[index] ?? "", text ?? ""] as const);
      const marked = pairs.filter(([, text]) => text.endsWith(" (gives the row away)"));
      return {
        row: texts[0] ?? "",
        reason: texts[3] ?? "",
        marked: Object.fromEntries(marked.map(([name, text]) => [name, text.replace(" (gives the row away)", "")])),
      };
    }),
  );
}

async function expectGivenAway(): Promise<void> {
  const [rows, risky] = [await published(), await ask<RiskyRow[]>("/risky-rows?limit=12")];
  // The table may still show what was there before a step.
  const places = risky.map(({ row }) => row);
  await soon(async () => expect((await shown()).map(({ row }) => Number(row.replace(",", "")))).toEqual(places));
  const lines = await shown();
  lines.forEach(({ row, reason, marked }, index) => {
    const told = risky[index];
    expect([Number(row.replace(",", "")), reason]).toEqual([told?.row, told?.reason]);
    expect(Object.keys(marked).sort()).toEqual([...(told?.giveaway ?? [])].sort());
    const alike = rows.filter((one) => Object.entries(marked).every(([name, value]) => one[name] === value));
    expect(alike).toHaveLength(told?.size ?? -1);
  });
}

it("marks the cells that single each row out", async () => {
  await toPart(scene.page, "Remove rows");
  await scene.page.getByText(/^One row (is|has)/).first().waitFor();
  await expectGivenAway();
});

it("follows a step that is applied", async () => {
  await toPart(scene.page, "Make columns coarser");
  await applyLevel(scene.page, "age", 3);
  await applyLevel(scene.page, "postcode", 4);
  await applyLevel(scene.page, "birth_country", 3);
  await toPart(scene.page, "Remove rows");
  await scene.page.getByText(/^(One row|Only)/).first().waitFor();
  await expectGivenAway();
});
