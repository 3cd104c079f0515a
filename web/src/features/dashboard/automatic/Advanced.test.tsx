import { screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { isMeasured, useDataset } from "@/api/dataset";
import { findBarriers } from "@/testing/axe";
import { renderPage } from "@/testing/render";
import { recordedServer, type SentRequest } from "@/testing/server";
import { openAdvanced } from "./advanced.testing";
import { AutomaticTab } from "./AutomaticTab";


function Tab() {
  const { data } = useDataset("census");
  return data && isMeasured(data) ? <AutomaticTab view={data} /> : null;
}

function open({ sent } = recordedServer()) {
  return { sent, ...renderPage(<Tab />, { path: "/?tab=automatic" }) };
}

const posted = (sent: SentRequest[], path: string): unknown => sent.find((one) => one.method === "POST" && one.path === path)?.body;

describe("advanced wishes", () => {
  it("are weights and levels between which attributes stay, for the optimum", async () => {
    const { user, sent } = open();
    await user.click(await screen.findByRole("radio", { name: /^Optimal/ }));
    const dialog = await openAdvanced(user);
    const table = within(dialog).getByRole("table", { name: "Weight and levels of each column" });
    await user.type(within(table).getByRole("textbox", { name: "Weight of age" }), "2.5");
    await user.selectOptions(within(table).getByRole("combobox", { name: "Lowest level of sex" }), "1");
    await user.selectOptions(within(table).getByRole("combobox", { name: "Highest level of postcode" }), "2");
    const lowest = within(table).getByRole("combobox", { name: "Lowest level of postcode" });
    expect(within(lowest).getAllByRole("option").map((one) => one.textContent)).toEqual(["0 (as is)", "1", "2"]);
    expect(await findBarriers(dialog)).toEqual([]);
    await user.keyboard("{Escape}");
    expect(await screen.findByText("3 changed")).toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: "Run" }));
    await screen.findByRole("button", { name: "Use this result" });
    expect(posted(sent, "/automatic")).toMatchObject({ method: "optimal", weights: { age: 2.5 }, lowest: { sex: 1 }, highest: { postcode: 2 } });
  });

  it("are not sent where they mean nothing", async () => {
    const { user, sent } = open();
    await user.click(await screen.findByRole("button", { name: "More important: age" }));
    await user.click(screen.getByRole("radio", { name: /^Optimal/ }));
    const dialog = await openAdvanced(user);
    await user.type(within(dialog).getByRole("textbox", { name: "Weight of age" }), "2");
    await user.selectOptions(within(dialog).getByRole("combobox", { name: "How to measure detail" }), "discernibility");
    expect(within(dialog).getByRole("textbox", { name: "Weight of age" })).toBeDisabled();
    expect(within(dialog).getByText(/so columns have no weight/)).toBeInTheDocument();
    await user.keyboard("{Escape}");
    await user.click(screen.getByRole("button", { name: "Run" }));
    await screen.findByRole("button", { name: "Use this result" });
    expect(posted(sent, "/automatic")).toMatchObject({ utility: "discernibility", weights: {}, priority: [] });
  });

  it("are numbers of groups in place of ranges, and the result says what they lose", async () => {
    const { user, sent } = open();
    const dialog = await openAdvanced(user);
    const numbers = within(dialog).getByRole("group", { name: "Publish numbers as" });
    const age = within(numbers).getByRole("combobox", { name: "age" });
    expect(within(age).getAllByRole("option").map((one) => one.textContent)).toEqual(["ranges", "mean", "median", "most frequent value"]);
    expect(within(numbers).queryByRole("combobox", { name: "sex" })).not.toBeInTheDocument();
    await user.selectOptions(age, "mean");
    await user.keyboard("{Escape}");
    expect(await screen.findByText("1 changed")).toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: "Run" }));
    await screen.findByRole("button", { name: "Use this result" });
    expect(posted(sent, "/automatic")).toMatchObject({ method: "priority", aggregate: { age: "mean" } });
    const lost = screen.getByRole("list", { name: "What the numbers lose" });
    expect(lost).toHaveTextContent(/'age' shows the mean of each group: [0-9.]+ % of its spread is lost\./);
  });

  it("show the mean of groups anyway where rows are grouped by numbers", async () => {
    const { user } = open();
    await user.click(await screen.findByRole("radio", { name: /^Groups of close numbers/ }));
    const dialog = await openAdvanced(user);
    const age = within(dialog).getByRole("combobox", { name: "age" });
    expect(age).toHaveValue("mean");
    expect(within(age).queryByRole("option", { name: "ranges" })).not.toBeInTheDocument();
  });

  it("are l, what it counts, and t, where an attribute is sensitive", async () => {
    const { user, sent } = open();
    const dialog = await openAdvanced(user);
    const counts = within(dialog).getByRole("combobox", { name: "How different secrets are counted" });
    expect(counts).toBeDisabled();
    await user.type(within(dialog).getByRole("textbox", { name: "Different secrets per group (l)" }), "3");
    await user.selectOptions(counts, "entropy");
    await user.type(within(dialog).getByRole("textbox", { name: "Distance from the whole table (t)" }), "0.4");
    await user.keyboard("{Escape}");
    expect(await screen.findByText("2 changed")).toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: "Run" }));
    await screen.findByRole("button", { name: "Use this result" });
    expect(posted(sent, "/automatic")).toMatchObject({ l: 3, diversity: "entropy", t: 0.4 });
  });

  it("tell what is in force while nothing is given, and explain themselves", async () => {
    const { user } = open();
    const dialog = await openAdvanced(user);
    expect(within(dialog).getByRole("textbox", { name: "Different secrets per group (l)" })).toHaveAttribute("placeholder", "2 for religion, income");
    expect(within(dialog).getByRole("textbox", { name: "Distance from the whole table (t)" })).toHaveAttribute("placeholder", "0.5 for income");
    await user.click(within(dialog).getByRole("button", { name: "What is “Different secrets per group (l)”?" }));
    expect(await screen.findByText(/The distance \(t\) stays as it is/)).toBeInTheDocument();
  });

  it("are not sent while a number is outside its limits", async () => {
    const { user } = open();
    const dialog = await openAdvanced(user);
    const closeness = within(dialog).getByRole("textbox", { name: "Distance from the whole table (t)" });
    await user.type(closeness, "5");
    expect(closeness).toBeInvalid();
    await user.keyboard("{Escape}");
    expect(await screen.findByText("A number is too small or too large.")).toBeInTheDocument();
    expect(screen.getByRole("button", { name: "Run" })).toBeDisabled();
  });

  it("leave l and t to the data set while their fields are empty", async () => {
    const { user, sent } = open();
    const dialog = await openAdvanced(user);
    const l = within(dialog).getByRole("textbox", { name: "Different secrets per group (l)" });
    await user.type(l, "2");
    await user.clear(l);
    await user.keyboard("{Escape}");
    await user.click(screen.getByRole("button", { name: "Run" }));
    await screen.findByRole("button", { name: "Use this result" });
    expect(posted(sent, "/automatic")).toMatchObject({ l: null, t: null });
  });

  it("offer no l and no t without a sensitive attribute", async () => {
    const server = recordedServer();
    for (const { name, role } of (await server.view()).attributes) {
      if (role === "sensitive") await server.decide({ kind: "role", attribute: name, role: "insensitive" });
    }
    const { user } = open(server);
    await screen.findByRole("button", { name: "Run" });
    await user.click(screen.getByRole("radio", { name: /^Optimal/ }));
    const dialog = await openAdvanced(user);
    within(dialog).getByRole("table", { name: "Weight and levels of each column" });
    expect(within(dialog).queryByRole("textbox", { name: /\((l|t)\)$/ })).toBeNull();
  });
});
