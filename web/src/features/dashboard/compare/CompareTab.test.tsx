import { screen, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { isMeasured, useDataset } from "@/api/dataset";
import type { Comparison } from "@/api/types";
import { renderPage } from "@/testing/render";
import { recordedServer } from "@/testing/server";
import { CompareTab } from "./CompareTab";

function Tab() {
  const { data } = useDataset("census");
  return data && isMeasured(data) ? <CompareTab view={data} /> : null;
}

async function open() {
  const server = recordedServer();
  await server.decide({ kind: "generalize", attribute: "sex", level: 1 });
  renderPage(<Tab />);
  return server.view();
}

it("compares the whole table", async () => {
  const { risk } = await open();
  const table = await screen.findByRole("table", { name: "Whole table" });
  const classes = within(table).getByRole("row", { name: /^Different groups/ });
  expect(within(classes).getAllByRole("cell")[1]).toHaveTextContent(String(risk?.classes));
});

it("compares each attribute: level, loss, both distributions", async () => {
  await open();
  const card = await screen.findByRole("article", { name: "sex" });
  expect(card).toHaveTextContent("hidden");
  expect(card).toHaveTextContent("Detail lost: 100 %");
  expect(within(card).getByRole("list", { name: "sex before" })).toHaveTextContent(/female.*male/);
  expect(within(card).getByRole("list", { name: "sex after" })).toHaveTextContent("*400");
  expect(screen.getByRole("article", { name: "age" })).toHaveTextContent("not changed");
});

it("compares secrets and side columns, too, and says what is left for the use", async () => {
  const server = recordedServer();
  await server.decide({ kind: "role", attribute: "education", role: "insensitive" }, { kind: "suppress", k: 2 });
  renderPage(<Tab />);
  const card = await screen.findByRole("article", { name: "education" });
  expect(card).toHaveTextContent("Side column");
  const { effect, after } = await server.get<Comparison>("/compare");
  expect(card).toHaveTextContent(`Detail lost: ${String(Math.round((400 - after.rows) / 0.4) / 10)}`);
  const meaning = screen.getByRole("region", { name: "What this means for the use you chose" });
  expect(effect.length).toBeGreaterThan(0);
  for (const sentence of effect) expect(meaning).toHaveTextContent(sentence);
});

/** The recorded answer, with so many side columns that are compared, and one that is not. */
function withSideColumns(count: number): void {
  recordedServer();
  const recorded = globalThis.fetch;
  vi.stubGlobal("fetch", async (request: Request) => {
    const answered = await recorded(request);
    if (!request.url.endsWith("/compare")) return answered;
    const told = (await answered.json()) as Comparison;
    const [first] = told.attributes;
    const sides = Array.from({ length: count }, (_, number) => ({ ...first, name: `side ${String(number)}`, role: "insensitive" }));
    return Response.json({ ...told, attributes: [...told.attributes.filter(({ role }) => role === "quasi"), ...sides], uncompared: ["diary"] });
  });
  renderPage(<Tab />);
}

it.each([
  [59, "Not compared, because they have too many different values: diary."],
  [60, "Not compared: diary. Only the first 60 of these columns are compared, and none with too many different values."],
])("says why a column is not compared beside %i others", async (count, sentence) => {
  withSideColumns(count);
  expect(await screen.findByText(sentence)).toBeInTheDocument();
});
