import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { findBarriers } from "@/testing/axe";
import { renderPage } from "@/testing/render";
import { recordedServer } from "@/testing/server";
import { App } from "./App";

beforeEach(() => window.sessionStorage.clear());

/** The recorded server behind one that looks at what lets requests in. */
function guardedServer() {
  recordedServer();
  const recorded = globalThis.fetch;
  const seen: { path: string; authorization: string | null; credentials: string }[] = [];
  vi.stubGlobal("fetch", (request: Request) => {
    const path = new URL(request.url).pathname;
    const authorization = request.headers.get("Authorization");
    seen.push({ path, authorization, credentials: request.credentials });
    if (path !== "/api/v1/frames") return recorded(request);
    return Promise.resolve(
      authorization === "Bearer once" ? Response.json({ token: "session", dataset: "census", seconds: 60 }, { status: 201 }) : Response.json({}, { status: 401 }),
    );
  });
  return seen;
}

it("has the steps and no way to anything else, and stays below its address", async () => {
  const seen = guardedServer();
  const { user, container } = renderPage(<App />, { path: "/embed/datasets/census/goal#ticket=once" });
  const steps = await screen.findByRole("navigation", { name: "Steps" });
  expect(screen.queryByText("incrowd")).not.toBeInTheDocument();
  expect(screen.queryByRole("link", { name: "Linked releases" })).not.toBeInTheDocument();
  const links = within(steps).getAllByRole("link").map((link) => link.getAttribute("href"));
  expect(links).toEqual(["columns", "goal", "see", "safe", "check", "take"].map((step) => `/embed/datasets/census/${step}`));
  await user.click(within(steps).getByRole("link", { name: /Columns/ }));
  await waitFor(() => expect(window.location.pathname).toBe("/embed/datasets/census/columns"));
  expect(await screen.findByRole("heading", { level: 1 })).toBeInTheDocument();
  expect(window.location.hash).toBe("");
  expect(await findBarriers(container)).toEqual([]);
  const [first, ...others] = seen;
  expect(first).toEqual({ path: "/api/v1/frames", authorization: "Bearer once", credentials: "omit" });
  expect(others.length).toBeGreaterThan(0);
  expect(new Set(others.map(({ authorization, credentials }) => `${String(authorization)} ${credentials}`))).toEqual(new Set(["Bearer session omit"]));
  expect(window.sessionStorage.getItem("incrowd-frame-census")).toBe("session");
});

it("says so where its link was used before", async () => {
  vi.stubGlobal("fetch", () => Promise.resolve(Response.json({ code: "unauthorized", message: "", hint: "", errors: [] }, { status: 401 })));
  renderPage(<App />, { path: "/embed/datasets/other/see#ticket=twice" });
  expect(await screen.findByRole("heading", { name: "This link does not work any more" })).toBeInTheDocument();
});

it("shows nothing but the data set", async () => {
  recordedServer();
  renderPage(<App />, { path: "/embed/linked" });
  expect(await screen.findByText("This page does not exist.")).toBeInTheDocument();
});

it("attacks the release with the original table, and offers no list, which would need another page", async () => {
  guardedServer();
  renderPage(<App />, { path: "/embed/datasets/census/check?tab=attack#ticket=once" });
  expect(await screen.findByRole("region", { name: "What somebody with the original table finds" })).toBeVisible();
  expect(screen.getByRole("tab", { name: "Find people" })).toHaveAttribute("aria-selected", "true");
  expect(screen.queryByRole("link", { name: "Try a list" })).not.toBeInTheDocument();
});
