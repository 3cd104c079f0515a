import { screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { App } from "@/app/App";
import { findBarriers } from "@/testing/axe";
import { renderPage } from "@/testing/render";
import { answerInstead, problem } from "@/testing/server";
import { giveSize } from "@/testing/size";
import { queryApi } from "../server.testing";

beforeEach(() => giveSize(900, 400));

it("says what a result gives away without being asked", async () => {
  const server = queryApi({ added: true });
  const { container } = renderPage(<App />, { path: "/query?result=r1" });
  expect(await screen.findByText("This result may give people away.")).toBeInTheDocument();
  expect(screen.getByText(/1 of 2 rows are like no other in 'a\.zip'\./)).toBeInTheDocument();
  expect(server.asked("POST", "/queries/r1/leaks")).toBe(1);
  expect(await findBarriers(container)).toEqual([]);
});

it("is cancelled on the server when the next query runs", async () => {
  const server = queryApi({ added: true, slow: true });
  const { user } = renderPage(<App />, { path: "/query?result=r1" });
  expect(await screen.findByText("Checking what this result gives away…")).toBeInTheDocument();
  await waitFor(() => expect(server.asked("GET", "/jobs/query-leaks")).toBeGreaterThan(0));
  await user.click(screen.getByRole("button", { name: "Run" }));
  await waitFor(() => expect(server.asked("DELETE", "/jobs/query-leaks")).toBe(1));
});

it("says in words when the check failed, and checks again", async () => {
  queryApi({ added: true });
  const restore = answerInstead("/queries/r1/leaks", () => problem(503, "busy", "Too many jobs run.", "Wait a little."));
  const { user } = renderPage(<App />, { path: "/query?result=r1" });
  expect(await screen.findByText("The result could not be checked for leaks.")).toBeInTheDocument();
  expect(screen.getByText(/Too many jobs run\./)).toBeInTheDocument();
  restore();
  await user.click(screen.getByRole("button", { name: "Check again" }));
  expect(await screen.findByText("This result may give people away.")).toBeInTheDocument();
});
