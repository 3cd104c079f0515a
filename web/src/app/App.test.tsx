import { screen, waitFor } from "@testing-library/react";
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
    renderPage(<App />, { path: "/datasets/census/roles" });
    expect(await screen.findByRole("banner")).toHaveTextContent("incrowd");
    expect(screen.getByRole("main")).toHaveAttribute("id", "main");
    expect(screen.getByRole("link", { name: "Skip to content" })).toHaveAttribute("href", "#main");
  });

  it("name the dataset and mark the page that is open", async () => {
    recordedServer();
    renderPage(<App />, { path: "/datasets/census/roles" });
    expect(await screen.findByText("census.csv")).toBeInTheDocument();
    expect(screen.getByText("400 rows")).toBeInTheDocument();
    const navigation = screen.getByRole("navigation", { name: "Dataset" });
    const links = [...navigation.querySelectorAll("a")].map((link) => [link.textContent, link.getAttribute("href")]);
    expect(links).toEqual([
      ["Dashboard", "/datasets/census/"],
      ["Roles", "/datasets/census/roles"],
      ["Hierarchies", "/datasets/census/hierarchies"],
      ["Compare", "/datasets/census/?tab=compare"],
      ["Export", "/datasets/census/?dialog=export"],
    ]);
    expect(document.title).toBe("Roles · census.csv · incrowd");
    expect(navigation.querySelector("[aria-current]")).toHaveTextContent("Roles");
  });

  it.each([
    ["", "Dashboard"],
    ["?tab=history", "Dashboard"],
    ["?tab=compare", "Compare"],
    ["?dialog=export", "Export"],
    ["hierarchies/age", "Hierarchies"],
  ])("mark in the header where %s leads", async (rest, name) => {
    recordedServer();
    renderPage(<App />, { path: `/datasets/census/${rest}` });
    const navigation = await screen.findByRole("navigation", { name: "Dataset", hidden: true });
    const marked = [...navigation.querySelectorAll("[aria-current=page]")].map((link) => link.textContent);
    expect(marked).toEqual([name]);
    await waitFor(() => expect(document.title).toBe(`${name} · census.csv · incrowd`));
  });

  it("take the reader to the heading of the next page, but leave the first one alone", async () => {
    recordedServer();
    // Fetched before, so that a busy machine is not taken for a page that does not come.
    await Promise.all([import("@/features/dashboard/DashboardPage"), import("@/features/hierarchies/HierarchiesPage")]);
    const { user } = renderPage(<App />, { path: "/datasets/census/roles" });
    expect(await screen.findByRole("heading", { level: 1 })).not.toHaveFocus();
    await user.click(screen.getByRole("link", { name: "Hierarchies" }));
    const heading = await screen.findByRole("heading", { level: 1, name: "How coarse may each column become?" });
    await waitFor(() => expect(heading).toHaveFocus());
    await user.click(screen.getByRole("link", { name: "Compare" }));
    await waitFor(() => expect(screen.getByRole("heading", { level: 1, name: "Compare: census.csv" })).toHaveFocus());
    await user.click(screen.getByRole("tab", { name: "Rows" }));
    await waitFor(() => expect(screen.getByRole("heading", { level: 1, name: "Dashboard: census.csv" })).toBeVisible());
    expect(screen.getByRole("tab", { name: "Rows" })).toHaveFocus();
  });

  it("tell of an address that leads nowhere", async () => {
    recordedServer();
    renderPage(<App />, { path: "/nowhere" });
    expect(await screen.findByText("There is no such page.")).toBeInTheDocument();
  });

  it("tell of a dataset that is gone", async () => {
    recordedServer();
    renderPage(<App />, { path: "/datasets/gone/roles" });
    expect(await screen.findByRole("alert")).toHaveTextContent("There is no such data set.");
  });
});

describe("errors of the whole page", () => {
  it("ask for the token where it is missing", async () => {
    const refusal = { code: "unauthorized", message: "No token.", hint: "", errors: [] };
    vi.stubGlobal("fetch", () => Promise.resolve(Response.json(refusal, { status: 401 })));
    renderPage(<App />);
    expect(await screen.findByRole("heading", { name: "Please open the link with the token" })).toBeInTheDocument();
  });

  it("say that another window changed the dataset", async () => {
    recordedServer();
    renderPage(<App />);
    await screen.findByRole("heading", { level: 1 });
    announce("conflict");
    await waitFor(() => expect(screen.getByText("Changed in another window")).toBeInTheDocument());
  });
});
