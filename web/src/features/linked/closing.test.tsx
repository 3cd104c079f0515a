import { screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { answerInstead } from "@/testing/server";
import { know, last, open } from "./linked.testing";

describe("a copy", () => {
  it("links a copy without the rows of a leak instead, and takes that back", async () => {
    const { user, sent } = open("/linked?data=a,b");
    await know(user, 1, "MaritalStatus", "Married");
    await screen.findByText("2 of 6 combined rows fit");
    await user.click(await screen.findByRole("button", { name: "How to prevent it" }));
    const [first] = await screen.findAllByRole("button", { name: "Make a copy without these rows" });
    await user.click(first ?? expect.fail("no copy is offered"));
    expect(await screen.findByText(/instead of the release/)).toBeInTheDocument();
    expect(window.location.search).toBe("?data=dataset-1%2Cb");
    expect(last(sent, "repairs/rows")).toMatchObject({ source: 1, know: { MaritalStatus: "Married" }, threshold: 0.5 });
    expect(screen.getByLabelText("Value of fact 1", { selector: "input" })).toHaveValue("Married");
    await user.click(screen.getByRole("button", { name: "Undo" }));
    await waitFor(() => expect(window.location.search).toBe("?data=a%2Cb"));
    expect(screen.queryByText(/instead of the release/)).toBeNull();
    await waitFor(() => expect(sent.some(({ method, path }) => method === "DELETE" && path === "/api/v1/datasets/dataset-1")).toBe(true));
  });
});

describe("what words stand for", () => {
  it("is given for a column, used in every question, and forgotten", async () => {
    const { user, sent } = open();
    await user.click(await screen.findByText("What values include", { selector: "summary" }));
    await user.selectOptions(screen.getByRole("combobox", { name: "Column for your rules" }), "2.Nationality");
    await user.click(screen.getByRole("button", { name: "Add rules" }));
    await user.click(await screen.findByRole("textbox", { name: /Nationality/ }));
    await user.paste("{French, German} => European");
    await user.click(screen.getByRole("button", { name: "Use these rules" }));
    const given = [{ column: "2.Nationality", text: "{French, German} => European" }];
    expect(await screen.findByText("Nationality: European includes French, German…")).toBeInTheDocument();
    await waitFor(() => expect(last(sent, "what-if")).toMatchObject({ taxonomies: given }));
    await user.click(screen.getByRole("button", { name: "Remove your rules for 2.Nationality" }));
    await waitFor(() => expect(screen.queryByText(/includes French, German/)).toBeNull());
  });

  it("is refused with the reason if it cannot be read", async () => {
    const { user, sent } = open();
    await user.click(await screen.findByText("What values include", { selector: "summary" }));
    await user.click(screen.getByRole("button", { name: "Add rules" }));
    await user.click(await screen.findByRole("textbox", { name: /ZipCode/ }));
    await user.paste("nonsense");
    await user.click(screen.getByRole("button", { name: "Use these rules" }));
    expect(await screen.findByText("These rules cannot be used")).toBeInTheDocument();
    expect(last(sent, "what-if")).toMatchObject({ taxonomies: [] });
  });
});

describe("the same people", () => {
  it("puts the people of both together, and opens them ready to be anonymised", async () => {
    const { user, sent } = open("/linked?data=a,b&tab=advice", { fixture: "patients" });
    expect(await screen.findByText("incrowd recognises people by patient. 2 of 11 people are in more than one release.")).toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: "Combine them" }));
    await waitFor(() => expect(window.location.pathname + window.location.search).toBe("/datasets/dataset-1/safe?tab=automatic"));
    expect(last(sent, "together")).toMatchObject({ datasets: ["a", "b"] });
  });

  it("says why people cannot be put together, and what is needed", async () => {
    const plan = { possible: false, by: "", keys: [], people: 0, shared: 0, reason: "The tables have no identifier in common.", needed: "Give every table one." };
    open("/linked?data=a,b&tab=advice");
    answerInstead("/together/plan", () => Response.json(plan));
    expect(await screen.findByText("The tables have no identifier in common.")).toBeInTheDocument();
    expect(screen.getByText("Give every table one.")).toBeInTheDocument();
    expect(screen.queryByRole("button", { name: "Combine them" })).toBeNull();
  });
});
