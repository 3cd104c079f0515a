import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import type { ColumnView } from "@/api/types";
import { findBarriers } from "@/testing/axe";
import { withoutQuasi } from "@/testing/decisions";
import { renderPage } from "@/testing/render";
import { answerInstead, recordedServer } from "@/testing/server";
import { MiniBars } from "./MiniBars";
import RolesPage from "./RolesPage";

const row = async (name: string): Promise<HTMLElement> => {
  const header = await screen.findByRole("rowheader", { name: new RegExp(`^${name}`) });
  return header.closest("tr") ?? expect.fail("a header stands in a row");
};

const roleOf = (name: string): HTMLElement => screen.getByRole("combobox", { name: `What ${name} is` });

describe("the roles page", () => {
  it("shows guess, reason, examples and distribution of each column", async () => {
    recordedServer();
    const { container } = renderPage(<RolesPage datasetId="census" />);
    const age = await row("age");
    expect(age).toHaveTextContent("the values look like ages");
    expect(within(age).getByRole("combobox")).toHaveValue("quasi");
    expect(within(age).getByRole("img", { name: /Most frequent value of age/ })).toBeInTheDocument();
    expect(await row("sex")).toHaveTextContent("female, male");
    expect(await row("person_id")).toHaveTextContent("every value is different");
    expect(await row("education")).toHaveTextContent("missing");
    expect(await findBarriers(container)).toEqual([]);
  });

  it("changes a role as a decision, and takes the guess again", async () => {
    const server = recordedServer();
    const { user } = renderPage(<RolesPage datasetId="census" />);
    await row("age");
    await user.selectOptions(roleOf("age"), "sensitive");
    const restore = await screen.findByRole("button", { name: /Go back to the guess for age/ });
    expect(roleOf("age")).toHaveValue("sensitive");
    expect((await server.view()).attributes.find(({ name }) => name === "age")?.role).toBe("sensitive");
    await user.click(restore);
    await waitFor(() => expect(roleOf("age")).toHaveValue("quasi"));
    expect(screen.queryByRole("button", { name: /Go back to the guess/ })).toBeNull();
    expect((await server.view()).revision).toBe(2);
  });

  it("counts the columns of each role", async () => {
    recordedServer();
    const { user } = renderPage(<RolesPage datasetId="census" />);
    await row("age");
    const quasi = screen.getByText("Others may know it about a person. Several such columns together single people out.").closest("div");
    expect(quasi).toHaveTextContent("Others may know it8");
    await user.selectOptions(roleOf("age"), "insensitive");
    await waitFor(() => expect(quasi).toHaveTextContent("Others may know it7"));
  });

  it("says so when no quasi-identifier is left", async () => {
    const server = recordedServer();
    await server.decide(...withoutQuasi(await server.view()));
    renderPage(<RolesPage datasetId="census" />);
    expect(await screen.findByText(/Choose at least one column that others may know/)).toBeInTheDocument();
  });

  it("says once that no column is sensitive", async () => {
    const server = recordedServer();
    const { attributes } = await server.view();
    const sensitive = attributes.filter(({ role }) => role === "sensitive");
    await server.decide(...sensitive.map(({ name }) => ({ kind: "role", attribute: name, role: "insensitive" }) as const));
    renderPage(<RolesPage datasetId="census" />);
    expect(await screen.findAllByText(/not marked any column as secret/)).toHaveLength(1);
  });

  it("asks two questions about a column in doubt, and the answers set its role", async () => {
    const server = recordedServer();
    const columns = await server.get<ColumnView[]>("/columns");
    const asked = columns.map((column) => (column.name === "education" ? { ...column, doubtful: true } : column));
    const answerAsBefore = answerInstead("/columns", () => Response.json(asked));
    const { user, container } = renderPage(<RolesPage datasetId="census" />);
    const questions = await screen.findByRole("group", { name: "Questions about education" });
    expect(screen.getAllByRole("group", { name: /^Questions about/ })).toHaveLength(1);
    expect(await findBarriers(container)).toEqual([]);
    const known = within(questions).getByRole("radiogroup", { name: "Could somebody who knows the person know this?" });
    const harmful = within(questions).getByRole("radiogroup", { name: "Would it hurt them if it came out?" });
    await user.click(within(known).getByRole("radio", { name: "No" }));
    expect((await server.view()).revision).toBe(0);
    answerAsBefore();
    await user.click(within(harmful).getByRole("radio", { name: "Yes" }));
    await waitFor(() => expect(roleOf("education")).toHaveValue("sensitive"));
    expect(screen.queryByRole("group", { name: "Questions about education" })).toBeNull();
  });

  it("offers both roles where both make sense", async () => {
    const server = recordedServer();
    const columns = await server.get<ColumnView[]>("/columns");
    const options = [
      { role: "quasi", consequence: "nobody is found by it" },
      { role: "sensitive", consequence: "no group gives it away" },
    ] as const;
    const answerAsBefore = answerInstead("/columns", () =>
      Response.json(columns.map((column) => (column.name === "education" ? { ...column, options } : column))),
    );
    const { user } = renderPage(<RolesPage datasetId="census" />);
    const choice = await screen.findByRole("group", { name: "Possible answers for education" });
    expect(within(choice).getByRole("button", { name: "Others may know it" })).toHaveAttribute("aria-pressed", "true");
    answerAsBefore();
    await user.click(within(choice).getByRole("button", { name: "Nobody should learn it" }));
    await waitFor(() => expect(roleOf("education")).toHaveValue("sensitive"));
  });

  it("shows in the row of the column that a change was refused", async () => {
    const server = recordedServer();
    const { user } = renderPage(<RolesPage datasetId="census" />);
    await row("age");
    const refusal = { code: "disk_full", message: "The disk is full.", hint: "Make room.", errors: [] };
    vi.stubGlobal("fetch", () => Promise.resolve(Response.json(refusal, { status: 507 })));
    await user.selectOptions(roleOf("age"), "sensitive");
    const alert = await screen.findByRole("alert");
    expect(alert).toHaveTextContent("age was not changed");
    expect(alert).toHaveTextContent("The disk is full.");
    expect(roleOf("age")).toHaveValue("quasi");
    expect((await server.view()).revision).toBe(0);
  });
});

describe("MiniBars", () => {
  it("says the most frequent value in words", () => {
    const bars = [
      { label: "a", rows: 1 },
      { label: "b", rows: 3 },
    ];
    renderPage(<MiniBars name="letter" bars={bars} />);
    const image = screen.getByRole("img", { name: "Most frequent value of letter: b, in 75\u202f% of the rows" });
    expect([...image.querySelectorAll("rect")].map((bar) => bar.getAttribute("height"))).toEqual(["10", "30"]);
  });

  it("is not drawn without values", () => {
    renderPage(<MiniBars name="letter" bars={[]} />);
    expect(screen.getByText("letter has no values")).toBeInTheDocument();
  });
});
