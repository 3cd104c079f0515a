import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { isMeasured, useDataset } from "@/api/dataset";
import { findBarriers } from "@/testing/axe";
import { renderPage } from "@/testing/render";
import { answerInstead, problem, recordedServer } from "@/testing/server";
import { ExportForm } from "./ExportForm";
import { proposed } from "./TableForm";

function Page() {
  const { data } = useDataset("census");
  return data && isMeasured(data) ? <ExportForm view={data} /> : null;
}

async function open() {
  const { sent } = recordedServer({ fixture: "remote" });
  const drawn = renderPage(<Page />);
  await drawn.user.click(await screen.findByRole("radio", { name: "New table in the database" }));
  return { sent, name: screen.getByRole("textbox", { name: "Name of the new table" }), ...drawn };
}

it("writes a table beside the data, and shows what the checks say of it", async () => {
  const { user, sent, name, container } = await open();
  expect(name).toHaveValue("census_release");
  expect(await findBarriers(container)).toEqual([]);
  await user.click(screen.getByRole("button", { name: "Write and check" }));
  expect(await screen.findByText("incrowd wrote the table census_release into the same database as the data.")).toBeInTheDocument();
  expect(screen.getByRole("table", { name: "Written, but it does not pass the checks for public release." })).toHaveTextContent("Rows400Smallest group (k)1");
  expect(screen.queryByRole("link", { name: /Download/ })).toBeNull();
  expect(sent.find(({ path }) => path === "/export")?.body).toEqual({ table: "census_release", keep_order: false });
});

it("keeps a name that is taken in its field, beside what is wrong with it", async () => {
  const { user, name } = await open();
  await user.clear(name);
  await user.type(name, "public.census{Enter}");
  const alert = await screen.findByRole("alert");
  expect(alert).toHaveTextContent("There is a table 'public.census' already.");
  expect(within(alert).queryByRole("button", { name: "Try again" })).toBeNull();
  expect(name).toHaveValue("public.census");
  await user.type(name, "2");
  expect(screen.queryByRole("alert")).toBeNull();
});

it("tries again with the same name once the database is back", async () => {
  const { user, name } = await open();
  const mend = answerInstead("/export", () => problem(400, "source_not_readable", "Nothing answers on PostgreSQL.", "Check that it runs."));
  await user.click(screen.getByRole("button", { name: "Write and check" }));
  expect(await screen.findByRole("alert")).toHaveTextContent("Nothing answers on PostgreSQL.");
  expect(name).toHaveValue("census_release");
  mend();
  await user.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByText(/^incrowd wrote the table census_release/u)).toBeInTheDocument();
});

it("offers files, too, without an order of rows that a database does not have", async () => {
  const { user } = await open();
  await user.click(screen.getByRole("radio", { name: "File" }));
  expect(screen.getByRole("radio", { name: "Parquet" })).toBeInTheDocument();
  expect(screen.queryByRole("checkbox", { name: "Keep the rows in their order" })).toBeNull();
});

it("proposes a name that needs no quotes", () => {
  expect(["people", "people 2020", "año.csv"].map(proposed)).toEqual(["people_release", "people_2020_release", "año_csv_release"]);
});
