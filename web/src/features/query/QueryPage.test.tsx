import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { App } from "@/app/App";
import { findBarriers } from "@/testing/axe";
import { renderPage } from "@/testing/render";
import { answerInstead, problem } from "@/testing/server";
import { giveSize } from "@/testing/size";
import { ENGINES, EXAMPLES } from "./sources/engines";
import { queryApi, takeFiles } from "./server.testing";

beforeEach(() => giveSize(900, 400));

describe("sources", () => {
  it("are looked into only when they are opened, and ask for a password", async () => {
    const server = queryApi();
    const { user, container } = renderPage(<App />, { path: "/query" });
    const clinic = await screen.findByRole("treeitem", { name: /clinic/ });
    expect(server.asked("GET", "/sources/s1/schemas")).toBe(0);
    await user.click(within(clinic).getByText("clinic"));
    const field = await screen.findByLabelText("Password for clinic");
    expect(field).toHaveAttribute("type", "password");
    await user.type(field, "wrong");
    await user.click(screen.getByRole("button", { name: "Connect" }));
    expect(await screen.findByText("PostgreSQL does not accept this password.")).toBeInTheDocument();
    expect(field).toHaveValue("");
    await user.type(field, "right");
    await user.click(screen.getByRole("button", { name: "Connect" }));
    await user.click(await screen.findByText("public"));
    expect(await screen.findByRole("treeitem", { name: "visits" })).toBeInTheDocument();
    expect(server.asked("GET", "/sources/s1/columns")).toBe(0);
    expect(await findBarriers(container)).toEqual([]);
  });

  it("are removed after a question", async () => {
    const server = queryApi();
    const { user } = renderPage(<App />, { path: "/query" });
    await user.click(within(await screen.findByRole("treeitem", { name: /clinic/ })).getByText("clinic"));
    await user.click(await screen.findByRole("button", { name: "Remove" }));
    const dialog = await screen.findByRole("dialog");
    await user.click(within(dialog).getByRole("button", { name: "Remove" }));
    await waitFor(() => expect(screen.queryByRole("treeitem", { name: /clinic/ })).not.toBeInTheDocument());
    expect(server.asked("DELETE", "/sources/s1")).toBe(1);
  });
});

describe("a database server", () => {
  it("is added by an address, which is explained for each engine with an example", async () => {
    queryApi();
    const { user } = renderPage(<App />, { path: "/query" });
    await user.click(await screen.findByRole("button", { name: "Add database" }));
    const dialog = await screen.findByRole("dialog");
    const engine = within(dialog).getByRole("combobox", { name: "Database" });
    for (const name of ENGINES) {
      await user.selectOptions(engine, name);
      expect(within(dialog).getByRole("textbox", { name: /Address/ })).toHaveAccessibleDescription(expect.stringContaining(`For example: ${EXAMPLES[name]}`) as string);
    }
    await user.type(within(dialog).getByRole("textbox", { name: /Address/ }), "trino://ann@db");
    expect(engine).toHaveValue("trino");
    expect(within(dialog).getByText(/Only counts and the page you look at leave it/)).toBeInTheDocument();
    expect(await findBarriers(dialog)).toEqual([]);
  });

  it("says which extra to install where its driver is missing, and is tried again", async () => {
    queryApi();
    const install = answerInstead("/sources/s1/schemas", () => problem(500, "engine", "Trino cannot be read: its driver is not installed.", "pip install 'incrowd[trino]'"));
    const { user } = renderPage(<App />, { path: "/query" });
    await user.click(within(await screen.findByRole("treeitem", { name: /clinic/ })).getByText("clinic"));
    expect(await screen.findByRole("alert")).toHaveTextContent("its driver is not installed.pip install 'incrowd[trino]'");
    install();
    await user.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByLabelText("Password for clinic")).toBeInTheDocument();
  });

  it("keeps the rows of a table that is opened, which is said before", async () => {
    const server = queryApi();
    const { user } = renderPage(<App />, { path: "/query" });
    await user.click(within(await screen.findByRole("treeitem", { name: /clinic/ })).getByText("clinic"));
    await user.type(await screen.findByLabelText("Password for clinic"), "right{Enter}");
    await user.click(await screen.findByText("public"));
    await user.click(await screen.findByText("visits"));
    const open = screen.getByRole("button", { name: "Open as data set" });
    expect(open).toHaveAccessibleDescription("incrowd counts inside your database. Only counts and the page you look at leave it.");
    await user.click(open);
    await waitFor(() => expect(window.location.pathname).toBe("/datasets/census/columns"));
    expect(server.sent("/sources/s1/datasets")).toEqual({ schema: "public", table: "visits", name: "visits" });
  });
});

describe("a database file", () => {
  async function choose(file: File) {
    const server = queryApi();
    const sending = takeFiles();
    const page = renderPage(<App />, { path: "/query" });
    await page.user.click(await screen.findByRole("button", { name: "Add database" }));
    await page.user.click(await screen.findByRole("radio", { name: "In a file" }));
    const upload = async (one: File): Promise<void> => {
      const chooser = document.querySelector<HTMLInputElement>("input[type=file]") ?? expect.fail("no chooser");
      await page.user.upload(chooser, one);
    };
    await upload(file);
    return { ...page, server, sending, upload };
  }
  const file = (name: string): File => new File(["SQLite format 3"], name);

  it("is sent, said in words to be no such file, and browsed if it is one", async () => {
    const { user, sending, upload, server } = await choose(file("bad.db"));
    expect(await screen.findByText("'bad.db' is damaged.")).toBeInTheDocument();
    expect(screen.getByText("bad.db was not added")).toBeInTheDocument();
    expect(await findBarriers(document.body)).toEqual([]);
    await upload(file("people.db"));
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
    expect(sending.sent).toEqual(["/api/v1/sources/files", "/api/v1/sources/files"]);
    expect(await screen.findByRole("treeitem", { name: "people" })).toBeInTheDocument();
    expect(screen.getByText("people.db, a copy in the workspace")).toBeInTheDocument();
    expect(screen.queryByRole("button", { name: "Password…" })).not.toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: "Remove" }));
    const dialog = await screen.findByRole("dialog");
    expect(dialog).toHaveTextContent("incrowd deletes its copy in the workspace.");
    await user.click(within(dialog).getByRole("button", { name: "Remove" }));
    await waitFor(() => expect(server.asked("DELETE", "/sources/f1")).toBe(1));
  });

  it("is not sent any further once the dialog is closed", async () => {
    const { user, sending } = await choose(file("slow.db"));
    expect(await screen.findByText(/Uploading slow\.db/)).toHaveTextContent("500 byte of 1 kB");
    await user.click(screen.getByRole("button", { name: "Close" }));
    await waitFor(() => expect(sending.aborted()).toBe(true));
  });
});

describe("a query", () => {
  it("is put together from tables that were added, and its result is shown", async () => {
    const server = queryApi({ added: true });
    const { user, container } = renderPage(<App />, { path: "/query" });
    await user.click(await screen.findByRole("button", { name: "Join a table" }));
    await user.selectOptions(screen.getByRole("combobox", { name: "Kind of join 1" }), "full");
    await user.click(screen.getByRole("button", { name: "Add a filter" }));
    await user.selectOptions(screen.getByRole("combobox", { name: "Operator of filter 1" }), "between");
    await user.type(screen.getByRole("textbox", { name: "From, filter 1" }), "10");
    await user.type(screen.getByRole("textbox", { name: "To, filter 1" }), "20");
    await user.click(screen.getByRole("button", { name: "Sort by a column" }));
    await user.type(screen.getByRole("textbox", { name: "At most this many rows" }), "5");
    expect(await screen.findByText(/^SELECT/)).toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: "Run" }));
    const grid = await screen.findByRole("grid", { name: "Rows of the result" });
    expect(await within(grid).findByText("Diabetes")).toBeInTheDocument();
    expect(within(grid).getByText("missing")).toBeInTheDocument();
    expect(server.sent("/queries")).toEqual({
      built: {
        table: "a",
        joins: [{ table: "b", alias: null, kind: "full", on: [{ left: { table: "a", column: "zip" }, right: "zip", condition: "equal" }] }],
        columns: [],
        filters: [{ table: "a", column: "zip", operator: "between", values: ["10", "20"] }],
        order: [{ table: "a", column: "zip", descending: false }],
        limit: 5,
      },
    });
    expect(await findBarriers(container)).toEqual([]);
  });

  it("is written, and what the server refuses is told in its words", async () => {
    queryApi({ added: true });
    const { user } = renderPage(<App />, { path: "/query" });
    await user.click(await screen.findByRole("radio", { name: "SQL" }));
    const field = screen.getByRole("textbox", { name: "One SELECT on the tables in the query" });
    await user.type(field, "DROP TABLE a");
    await user.keyboard("{Escape}{Control>}{Enter}{/Control}");
    expect(await screen.findByText("Only a SELECT can be run.")).toBeInTheDocument();
    await user.clear(field);
    await user.type(field, "SELECT il");
    expect(await screen.findByRole("option", { name: /illness/ })).toHaveAttribute("aria-selected", "true");
    await user.keyboard("{Enter}");
    expect(field).toHaveValue("SELECT illness");
  });

  it("that is forgotten by the server is said to be so", async () => {
    queryApi({ added: true });
    renderPage(<App />, { path: "/query?result=gone" });
    expect(await screen.findByText("There is no such result (any more).")).toBeInTheDocument();
  });
});

it("asks what a result gives away, and marks the rows that match", async () => {
  const server = queryApi({ added: true });
  const { user, container } = renderPage(<App />, { path: "/query?result=r1" });
  await user.click(await screen.findByRole("radio", { name: "What if" }));
  expect(screen.getByText(/Choose the column that nobody should learn/)).toBeInTheDocument();
  await user.selectOptions(screen.getByRole("combobox", { name: "Nobody should learn" }), "a.illness");
  await user.click(screen.getByRole("button", { name: "Add a fact" }));
  await user.type(screen.getByRole("combobox", { name: "Value of fact 1" }), "13012");
  expect(await screen.findByText("fits")).toBeInTheDocument();
  expect(screen.getByText("fitting rows come first")).toBeInTheDocument();
  expect(screen.getAllByRole("rowheader").map(({ textContent }) => textContent)).toEqual(["fits2", "1"]);
  expect(await screen.findByText("A leak.")).toBeInTheDocument();
  expect(server.sent("/queries/r1/what-if")).toEqual({ know: [{ column: "a.zip", value: "13012" }], sensitive: ["a.illness"], threshold: 0.5 });
  expect(await findBarriers(container)).toEqual([]);
});

it("counts people of a result by a column that is chosen, or rows with a warning", async () => {
  const server = queryApi({ added: true });
  const { user } = renderPage(<App />, { path: "/query?result=r1" });
  await user.click(await screen.findByRole("radio", { name: "What if" }));
  await user.selectOptions(screen.getByRole("combobox", { name: "Nobody should learn" }), "a.illness");
  expect(await screen.findByText("rows match (N)")).toBeInTheDocument();
  const choice = screen.getByRole("combobox", { name: "Count people by" });
  expect(choice).toHaveDisplayValue("count rows");
  await user.selectOptions(choice, "a.zip");
  expect(await screen.findByText("people match (N)")).toBeInTheDocument();
  expect(server.sent("/queries/r1/what-if")).toMatchObject({ person: "a.zip" });
  await user.selectOptions(choice, "none");
  expect(await screen.findByRole("alert")).toHaveTextContent("incrowd counts rows, not people. 'the result' has several rows of one person.");
});

it("scans a result, and tries what it found as a what-if with any threshold", async () => {
  const server = queryApi({ added: true });
  const { user, container } = renderPage(<App />, { path: "/query?result=r1" });
  await user.click(await screen.findByRole("radio", { name: "Try everything" }));
  expect(screen.getByRole("button", { name: "Try everything" })).toBeDisabled();
  await user.selectOptions(screen.getByRole("combobox", { name: "Nobody should learn" }), "a.illness");
  await user.selectOptions(screen.getByRole("combobox", { name: "Too good a guess" }), "own");
  const share = screen.getByRole("textbox", { name: "Limit in percent" });
  await user.clear(share);
  await user.type(share, "12.5");
  await user.click(screen.getByRole("button", { name: "Try everything" }));
  expect(await screen.findByText("2 combinations tried, 1 give somebody away, 1 of them for certain.")).toBeInTheDocument();
  expect(server.sent("/queries/r1/scan")).toEqual({ sensitive: "a.illness", known: [], facts: 2, threshold: 0.125 });
  expect(screen.queryByRole("combobox", { name: "Release" })).not.toBeInTheDocument();
  expect(await findBarriers(container)).toEqual([]);
  await user.selectOptions(screen.getByRole("combobox", { name: "Facts somebody knows, at most" }), "3");
  expect(screen.getByText(/You changed the question since/)).toBeInTheDocument();
  await user.click(screen.getByRole("button", { name: /a\.zip = 13012/ }));
  expect(screen.getByRole("combobox", { name: "Value of fact 1" })).toHaveValue("13012");
  await waitFor(() =>
    expect(server.sent("/queries/r1/what-if")).toEqual({ know: [{ column: "a.zip", value: "13012" }], sensitive: ["a.illness"], threshold: 0.125 }),
  );
  await user.click(screen.getByRole("radio", { name: "Try everything" }));
  expect(screen.getByText(/2 combinations tried/)).toBeInTheDocument();
});

it("opens a table of a database as a dataset, which leads to its roles", async () => {
  const server = queryApi();
  const { user } = renderPage(<App />, { path: "/query" });
  await user.click(within(await screen.findByRole("treeitem", { name: /clinic/ })).getByText("clinic"));
  await user.type(await screen.findByLabelText("Password for clinic"), "right");
  await user.click(screen.getByRole("button", { name: "Connect" }));
  await user.click(await screen.findByText("public"));
  await user.click(within(await screen.findByRole("treeitem", { name: "visits" })).getByText("visits"));
  await user.click(screen.getByRole("button", { name: "Open as data set" }));
  await waitFor(() => expect(window.location.pathname).toBe("/datasets/census/columns"));
  expect(server.sent("/sources/s1/datasets")).toEqual({ schema: "public", table: "visits", name: "visits" });
  expect(await screen.findByRole("link", { name: "Sources and query" })).toHaveAttribute("href", "/query");
});
