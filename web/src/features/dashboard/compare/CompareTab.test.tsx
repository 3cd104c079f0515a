import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { isMeasured, useDataset } from "@/api/dataset";
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
  const classes = within(table).getByRole("row", { name: /^Different combinations/ });
  expect(within(classes).getAllByRole("cell")[1]).toHaveTextContent(String(risk?.classes));
});

it("compares each attribute: level, loss, both distributions", async () => {
  await open();
  const card = await screen.findByRole("article", { name: "sex" });
  expect(card).toHaveTextContent("hidden (*)");
  expect(card).toHaveTextContent("Loss 100 %");
  expect(within(card).getByRole("list", { name: "sex before" })).toHaveTextContent(/female.*male/);
  expect(within(card).getByRole("list", { name: "sex after" })).toHaveTextContent("*400");
  expect(screen.getByRole("article", { name: "age" })).toHaveTextContent("not generalised");
});
