import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { findBarriers } from "@/testing/axe";
import { ADVICE, answerRepairs, know, last, open } from "./linked.testing";

const figures = async (): Promise<(string | null)[]> => {
  const list = await screen.findByLabelText("Figures");
  return [...list.querySelectorAll("dd")].map((one) => one.textContent);
};

describe("the choice of releases", () => {
  it("asks for two, proposes what belongs together, and has no barrier", async () => {
    const { user, container } = open("/linked");
    expect(await screen.findByRole("heading", { name: "Choose two releases" })).toBeInTheDocument();
    await user.click(screen.getByRole("checkbox", { name: "a.csv" }));
    await user.click(screen.getByRole("checkbox", { name: "b.csv" }));
    expect(await screen.findByText("The same name, and 100 % of the values are equal.")).toBeInTheDocument();
    expect(window.location.search).toBe("?data=a%2Cb");
    expect(screen.getByRole("combobox", { name: "Column of an earlier release, pair 1" })).toHaveValue("1.ZipCode");
    expect(screen.getByRole("combobox", { name: /Secret column of 1/ })).toHaveValue("1.HealthCondition");
    await screen.findByText("Guessed too well");
    expect(await findBarriers(container)).toEqual([]);
  });

  it("sends whoever has no data to the start page", async () => {
    open("/linked", { fixture: "empty" });
    expect(await screen.findByRole("heading", { name: "There is nothing to link yet" })).toBeInTheDocument();
    expect(screen.getByRole("link", { name: "Go to the start page" })).toHaveAttribute("href", "/");
  });

  it("says what the server said went wrong", async () => {
    const { user } = open("/linked");
    await user.click(await screen.findByRole("checkbox", { name: "a.csv" }));
    const refusal = { code: "not_found", message: "There is no such data set.", hint: "It may have been deleted.", errors: [] };
    vi.stubGlobal("fetch", () => Promise.resolve(Response.json(refusal, { status: 404 })));
    await user.click(screen.getByRole("checkbox", { name: "b.csv" }));
    expect(await screen.findByRole("alert")).toHaveTextContent("There is no such data set.");
  });
});

describe("the set-up", () => {
  it("asks for a sensitive column before anything else", async () => {
    const { user } = open();
    await user.selectOptions(await screen.findByRole("combobox", { name: /Secret column of 1/ }), "");
    await user.selectOptions(screen.getByRole("combobox", { name: /Secret column of 2/ }), "");
    expect(screen.getByRole("heading", { name: "Choose what nobody should learn" })).toBeInTheDocument();
    expect(screen.queryByRole("tab", { name: "What if" })).toBeNull();
  });

  it("asks what the releases have in common", async () => {
    const { user } = open();
    await user.click(await screen.findByRole("button", { name: "Remove pair 1" }));
    await user.selectOptions(screen.getByRole("combobox", { name: /Secret column of 2/ }), "");
    expect(screen.getByRole("heading", { name: "Choose which columns match" })).toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: "Use the proposal" }));
    expect(screen.getByRole("combobox", { name: "How the values match, pair 1" })).toHaveValue("equal");
  });

  it("is sent as it was edited", async () => {
    const { user, sent } = open();
    await user.selectOptions(await screen.findByRole("combobox", { name: "How the values match, pair 1" }), "overlaps");
    await user.selectOptions(screen.getByRole("combobox", { name: "Rows to keep" }), "left");
    await user.selectOptions(screen.getByRole("combobox", { name: "Limit" }), "research");
    expect(screen.getByText(/A chance of 1 in 5 counts/)).toBeInTheDocument();
    await waitFor(() =>
      expect(last(sent, "what-if")).toMatchObject({
        join: "left",
        threshold: 0.2,
        on: [{ left: "1.ZipCode", right: "2.ZipCode", condition: "overlaps" }],
      }),
    );
    await user.click(screen.getByRole("button", { name: "Add a pair" }));
    await waitFor(() => expect(last(sent, "what-if")).toMatchObject({ on: [{}, { left: "1.Age", right: "2.Nationality" }] }));
  });

  it("takes a threshold of one's own", async () => {
    const { user, sent } = open();
    await user.selectOptions(await screen.findByRole("combobox", { name: "Limit" }), "own");
    const field = screen.getByRole("textbox", { name: "Limit in percent" });
    await user.clear(field);
    await user.type(field, "12");
    await waitFor(() => expect(last(sent, "what-if")).toMatchObject({ threshold: 0.12 }));
  });

  it("makes a range of two columns, which are then compared anew", async () => {
    const { user, sent } = open();
    await user.click(await screen.findByText("Ranges from two columns"));
    await user.click(screen.getByRole("button", { name: "Make a range" }));
    await user.type(screen.getByRole("textbox", { name: "Name" }), "span");
    await user.click(screen.getByRole("button", { name: "Make range" }));
    await waitFor(() => expect(last(sent, "proposal")).toMatchObject({ ranges: [{ source: 1, name: "span", low: "ZipCode", high: "Age" }] }));
  });
});

describe("what if", () => {
  it("tells N, V, P and the rule, and marks the rows that match", async () => {
    const { user } = open();
    await know(user, 1, "ZipCode", "130**");
    await know(user, 2, "MaritalStatus", "Married");
    expect(await screen.findByText("Gives the secret away")).toBeInTheDocument();
    expect(await figures()).toEqual(["1", "1", "100\u202f%", "1"]);
    expect(within(screen.getByRole("list", { name: "Shares of the secret values" })).getByRole("listitem")).toHaveTextContent("Diabetes100");
    const table = screen.getByRole("table", { name: "Combined rows" });
    await waitFor(() => expect(within(table).getAllByRole("img", { name: "fits" })).toHaveLength(1));
    expect(screen.getByText("1 of 6 combined rows fit")).toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: "Remove all facts" }));
    expect(await screen.findByText("6 of 6 combined rows fit")).toBeInTheDocument();
  });

  it("proposes what closes a leak, each with the way to its step", async () => {
    const { user } = open();
    answerRepairs();
    await know(user, 1, "MaritalStatus", "Married");
    await screen.findByText("2 of 6 combined rows fit");
    await user.click(await screen.findByRole("button", { name: "How to prevent it" }));
    const links = await screen.findAllByRole("link", { name: "Try this step" });
    expect(links.map((link) => link.getAttribute("href"))).toEqual(["/datasets/a/safe?tab=attributes&attribute=MaritalStatus&level=2&linked=a%2Cb"]);
  });

  it("never calls it safe where nobody matches", async () => {
    const { user } = open();
    await know(user, 1, "MaritalStatus", "Widowed");
    expect(await screen.findByText("Nobody matches")).toBeInTheDocument();
    expect(screen.queryByText("Below the limit")).toBeNull();
    expect(await figures()).toEqual(["0", "0", "–", "none"]);
  });

  it("tells of values that differ for each release and for the pair", async () => {
    const { user } = open();
    await user.click(await screen.findByRole("radio", { name: "Different values in each release" }));
    const about = await screen.findByRole("combobox", { name: "Values of" });
    expect(about).toHaveValue("pair");
    await user.selectOptions(about, "1");
    expect(screen.getByRole("list", { name: "Shares of the secret values" })).not.toHaveTextContent(" - ");
  });

  it("keeps the focus where a fact was removed", async () => {
    const { user } = open();
    await know(user, 1, "Age", "20-30");
    await user.click(screen.getByRole("button", { name: "Remove fact 1" }));
    expect(screen.getByRole("group", { name: "Somebody knows that" })).toHaveFocus();
  });
});

describe("the scan", () => {
  it("runs, shows growth, columns and the worst, and fills the what-if", async () => {
    const { user, container, sent } = open("/linked?data=a,b&tab=scan");
    // By itself with what is proposed, and again with what is chosen.
    await screen.findByRole("table", { name: "Worst combinations" });
    expect(last(sent, "scan")).toMatchObject({ facts: 2 });
    await user.selectOptions(screen.getByRole("combobox", { name: "Facts somebody knows, at most" }), "3");
    await user.click(screen.getByRole("button", { name: "Try again" }));
    await waitFor(() => expect(screen.getAllByRole("img", { name: /facts: \d+ certain/ })).toHaveLength(4));
    const table = await screen.findByRole("table", { name: "Worst combinations" });
    expect(last(sent, "scan")).toMatchObject({ facts: 3, threshold: 0.5, datasets: ["a", "b"] });
    expect(screen.getAllByRole("img", { name: /facts: \d+ certain/ })).toHaveLength(4);
    expect(screen.getByText(/^If somebody knows Nationality, 14\.3/)).toBeInTheDocument();
    expect(await findBarriers(container)).toEqual([]);
    await user.click(within(table).getAllByRole("button", { name: /^Try it: / })[0] ?? expect.fail("nothing found"));
    expect(screen.getByRole("tab", { name: "What if" })).toHaveAttribute("aria-selected", "true");
    expect(await screen.findByText("Gives the secret away")).toBeInTheDocument();
  });

  it("is older than a question that was changed since", async () => {
    const { user } = open("/linked?data=a,b&tab=scan");
    await screen.findByRole("table", { name: "Worst combinations" });
    await user.selectOptions(screen.getByRole("combobox", { name: "Limit" }), "public");
    expect(await screen.findByText(/You changed the question since/)).toBeInTheDocument();
  });

  it("shows its progress and can be cancelled", async () => {
    const { user } = open("/linked?data=a,b&tab=scan", { running: Infinity });
    await screen.findByRole("progressbar", { name: "Progress of the search" });
    await user.click(await screen.findByRole("button", { name: "Cancel" }));
    expect(await screen.findByRole("heading", { name: "Nothing tried yet" })).toBeInTheDocument();
    expect(screen.queryByRole("alert")).toBeNull();
  });
});

describe("advice", () => {
  it("tells what the releases share, what falls without it, and what to do", async () => {
    const { container, sent } = open("/linked?data=a,b&tab=advice");
    expect(await screen.findByText("Somebody who knows 2 facts exposes 10 rows, 7 of them for certain.")).toBeInTheDocument();
    expect(screen.getByText(ADVICE)).toBeInTheDocument();
    const row = screen.getByRole("row", { name: /^1\.ZipCode, 2\.ZipCode/ });
    expect(row).toHaveTextContent("12 exposed, 8 for certain");
    expect(row).toHaveTextContent("cannot become coarser");
    expect(last(sent, "advice")).toMatchObject({ datasets: ["a", "b"], threshold: 0.5 });
    expect(await findBarriers(container)).toEqual([]);
  });
});

describe("the privacy check", () => {
  it("tells what fails, each sensitive column apart, of what was joined or of a release", async () => {
    const { user, container, sent } = open("/linked?data=a,b&tab=check");
    expect(await screen.findByText("Does not pass")).toBeInTheDocument();
    expect(screen.getByRole("table", { name: "Each secret column" })).toHaveTextContent("1.HealthCondition10.667Does not pass: 4 groups do not pass");
    expect(screen.getByRole("table", { name: "Groups that do not pass, smallest first" })).toHaveTextContent("1.Age = 20-30, 1.MaritalStatus = Married, 2.ZipCode = 130**, 2.Nationality = European, 2.Gender = Male");
    expect(await findBarriers(container)).toEqual([]);
    await user.selectOptions(screen.getByRole("combobox", { name: "What to check" }), "2");
    await waitFor(() => expect(last(sent, "check")).toMatchObject({ source: 2, k: 2, l: 2, t: null }));
    const k = screen.getByRole("textbox", { name: "Smallest group (k)" });
    await user.clear(k);
    await user.type(k, "1");
    const l = screen.getByRole("textbox", { name: "Different secrets per group (l)" });
    await user.clear(l);
    await user.type(l, "1");
    expect(await screen.findAllByText("Passes")).toHaveLength(2);
  });
});
