import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { findBarriers } from "@/testing/axe";
import { renderPage } from "@/testing/render";
import { recordedServer } from "@/testing/server";
import GoalPage from "./GoalPage";

it("asks who gets the file, what matters and how it is used", async () => {
  recordedServer();
  const { container } = renderPage(<GoalPage datasetId="census" />);
  const who = await screen.findByRole("radiogroup", { name: "Who gets the file?" });
  expect(within(who).getByRole("radio", { name: "public release" })).toBeChecked();
  expect(who).toHaveTextContent("Everybody must look like at least 9 others.");
  expect(who).toHaveTextContent(/Cell Size Precedents/);
  const how = screen.getByRole("radiogroup", { name: "How will it be used?" });
  expect(within(how).getAllByRole("radio")).toHaveLength(3);
  expect(await screen.findByText(/All columns matter equally/)).toBeInTheDocument();
  expect(await findBarriers(container)).toEqual([]);
});

it("keeps every answer with the dataset", async () => {
  const server = recordedServer();
  const { user } = renderPage(<GoalPage datasetId="census" />);
  await user.click(await screen.findByRole("radio", { name: "a research partner" }));
  await waitFor(async () => expect((await server.view()).goal.preset).toBe("partner"));
  const age = screen.getByRole("radiogroup", { name: "How much “age” matters" });
  await user.click(within(age).getByRole("radio", { name: "Most important" }));
  await waitFor(async () => expect((await server.view()).goal.important).toEqual([["age"]]));
  await user.click(screen.getByRole("radio", { name: "Looking things up" }));
  await waitFor(async () => expect((await server.view()).goal.use).toBe("lookup"));
  expect(await screen.findByText(/every person must look like at least 4 others/)).toBeInTheDocument();
  expect(screen.getByText("Saved.")).toBeInTheDocument();
});
