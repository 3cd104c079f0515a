import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { findBarriers } from "@/testing/axe";
import { renderPage } from "@/testing/render";
import { recordedServer } from "@/testing/server";
import { App } from "./App";
import { announce } from "@/api/pageErrors";

describe("the pages", () => {
  it("begin with the start page", async () => {
    recordedServer();
    const { container } = renderPage(<App />);
    expect(await screen.findByRole("heading", { level: 1, name: "Who stands out in your data?" })).toBeInTheDocument();
    await screen.findByRole("link", { name: "Open census.csv" });
    await screen.findByRole("button", { name: /Hospital/ });
    expect(await findBarriers(container)).toEqual([]);
  });

  it("have landmarks and a way past the header", async () => {
    recordedServer();
    renderPage(<App />, { path: "/datasets/census/columns" });
    expect(await screen.findByRole("banner")).toHaveTextContent("incrowd");
    expect(screen.getByRole("main")).toHaveAttribute("id", "main");
    expect(screen.getByRole("link", { name: "Skip to content" })).toHaveAttribute("href", "#main");
  });

  it("name the dataset, and say how far each step is", async () => {
    recordedServer();
    renderPage(<App />, { path: "/datasets/census/columns" });
    expect(await screen.findByText("census.csv")).toBeInTheDocument();
    expect(screen.getByText("400 rows")).toBeInTheDocument();
    const steps = screen.getByRole("navigation", { name: "Steps" });
    await within(steps).findByText("needs a look");
    const links = within(steps).getAllByRole("link").map((link) => [link.textContent, link.getAttribute("href")]);
    expect(links).toEqual([
      ["Start done", "/"],
      ["2Columns not yet", "/datasets/census/columns"],
      ["3Goal not yet", "/datasets/census/goal"],
      ["4See not yet", "/datasets/census/see"],
      ["5Make it safe not yet", "/datasets/census/safe"],
      ["Check needs a look", "/datasets/census/check"],
      ["7Take it not yet", "/datasets/census/take"],
    ]);
    expect(document.title).toBe("Columns · census.csv · incrowd");
    expect(steps.querySelector("[aria-current]")).toHaveTextContent("Columns");
    expect(screen.getByRole("link", { name: "Next: Goal" })).toHaveAttribute("href", "/datasets/census/goal");
  });

  it.each([
    ["", "See", "/see"],
    ["?tab=history", "Make it safe", "/safe?tab=history"],
    ["?tab=attributes&attribute=age&level=2", "Make it safe", "/safe?tab=attributes&attribute=age&level=2"],
    ["?tab=compare", "Check", "/check?tab=compare"],
    ["?tab=subsets&part=standouts", "Check", "/check?tab=subsets&part=standouts"],
    ["?dialog=export", "Take it", "/take"],
    ["roles", "Columns", "/columns"],
    ["hierarchies/age", "Columns", "/hierarchies/age"],
    ["goal", "Goal", "/goal"],
  ])("lead from the address %s to the step %s", async (rest, name, address) => {
    recordedServer();
    renderPage(<App />, { path: `/datasets/census/${rest}` });
    const steps = await screen.findByRole("navigation", { name: "Steps" });
    await waitFor(() => expect(steps.querySelector("[aria-current=step]")).toHaveTextContent(name));
    expect(window.location.pathname + window.location.search).toBe(`/datasets/census${address}`);
    await waitFor(() => expect(document.title).toBe(`${name} · census.csv · incrowd`));
  });

  it("take the reader to the heading of the next page, but leave the first one alone", async () => {
    recordedServer();
    // Fetched before, so that a busy machine is not taken for a page that does not come.
    await Promise.all([import("@/features/dashboard/safe/SafePage"), import("@/features/dashboard/check/CheckPage")]);
    const { user } = renderPage(<App />, { path: "/datasets/census/columns" });
    expect(await screen.findByRole("heading", { level: 1 })).not.toHaveFocus();
    await user.click(screen.getByRole("link", { name: /Check/ }));
    const heading = await screen.findByRole("heading", { level: 1, name: "Is it safe enough?" });
    await waitFor(() => expect(heading).toHaveFocus());
    await user.click(screen.getByRole("link", { name: /Make it safe not yet/ }));
    await waitFor(() => expect(screen.getByRole("heading", { level: 1, name: "Make it safe" })).toHaveFocus());
    await user.click(screen.getByRole("tab", { name: "History" }));
    await waitFor(() => expect(screen.getByRole("tab", { name: "History", selected: true })).toBeVisible());
    expect(screen.getByRole("tab", { name: "History" })).toHaveFocus();
  });

  it("remember which steps were looked at", async () => {
    recordedServer();
    const { user } = renderPage(<App />, { path: "/datasets/census/columns" });
    await user.click(await screen.findByRole("link", { name: "Next: Goal" }));
    expect(await screen.findByRole("link", { name: "Columns done" })).toBeInTheDocument();
  });

  it("tell of an address that leads nowhere", async () => {
    recordedServer();
    renderPage(<App />, { path: "/nowhere" });
    expect(await screen.findByText("This page does not exist.")).toBeInTheDocument();
  });

  it("tell of a dataset that is gone", async () => {
    recordedServer();
    renderPage(<App />, { path: "/datasets/gone/columns" });
    expect(await screen.findByRole("alert")).toHaveTextContent("There is no such data set.");
  });
});

describe("errors of the whole page", () => {
  it("ask for the token where it is missing", async () => {
    const refusal = { code: "unauthorized", message: "No token.", hint: "", errors: [] };
    vi.stubGlobal("fetch", () => Promise.resolve(Response.json(refusal, { status: 401 })));
    renderPage(<App />);
    expect(await screen.findByRole("heading", { name: "Open the link with the token" })).toBeInTheDocument();
  });

  it("say that another window changed the dataset", async () => {
    recordedServer();
    renderPage(<App />);
    await screen.findByRole("heading", { level: 1 });
    announce("conflict");
    await waitFor(() => expect(screen.getByText("Changed in another window")).toBeInTheDocument());
  });
});
