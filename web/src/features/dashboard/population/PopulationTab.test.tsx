import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import type { PopulationRisk } from "@/api/types";
import { findBarriers } from "@/testing/axe";
import { renderPage } from "@/testing/render";
import { recordedServer } from "@/testing/server";
import { Steps } from "../steps.testing";

const Tab = Steps;

function open() {
  const server = recordedServer();
  return { server, ...renderPage(<Tab />, { path: "/check?tab=population" }) };
}

it("says in words how many would be unique, and by which model", async () => {
  const { server, user, container } = open();
  const field = await screen.findByRole("textbox", { name: "Number of people" });
  expect(screen.getByRole("button", { name: "Estimate" })).toBeDisabled();
  await user.type(field, "200000");
  await user.click(screen.getByRole("button", { name: "Estimate" }));
  const told = await server.get<PopulationRisk>("/population-risk?population_size=200000");
  expect(await screen.findByText(told.explanation[0] ?? "?")).toBeInTheDocument();
  expect(told.explanation[0]).toContain("in a population of 200,000");
  const estimates = screen.getByRole("table", { name: "People who stand alone, estimated" });
  const rows = within(estimates).getAllByRole("row").slice(1);
  expect(rows).toHaveLength(told.estimates.length);
  told.estimates.forEach(({ used, status }, index) => {
    const row = rows[index];
    if (used) expect(row).toHaveTextContent("used");
    if (status === "does_not_converge") expect(row).toHaveTextContent("found no answer");
  });
  expect(screen.getByRole("table", { name: "Whom strangers can find" })).toHaveTextContent("Marketer risk");
  expect(await findBarriers(container)).toEqual([]);
});

it("takes a share of the population, and shows what the server refuses", async () => {
  const { server, user } = open();
  await user.click(await screen.findByRole("radio", { name: "Share of them in this table" }));
  const field = screen.getByRole("textbox", { name: "Share in this table" });
  await user.type(field, "150");
  await user.click(screen.getByRole("button", { name: "Estimate" }));
  expect(await screen.findByText("A sampling fraction of 1.5 is not possible.")).toBeInTheDocument();
  await user.clear(field);
  await user.type(field, "1");
  await user.click(screen.getByRole("button", { name: "Estimate" }));
  const told = await server.get<PopulationRisk>("/population-risk?sampling_fraction=0.01");
  expect(told.people).toBe(40000);
  await waitFor(() => expect(screen.getByText(told.explanation[0] ?? "?")).toBeInTheDocument());
});
