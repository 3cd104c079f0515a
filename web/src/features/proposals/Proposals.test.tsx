import { screen, waitFor, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { isMeasured, useDataset } from "@/api/dataset";
import type { Proposals as Found } from "@/api/types";
import { findBarriers } from "@/testing/axe";
import { renderPage } from "@/testing/render";
import { answerInstead, recordedServer } from "@/testing/server";
import { Proposals } from "./Proposals";

function Page({ onAdopted }: { onAdopted?: () => void }) {
  const { data } = useDataset("census");
  return data && isMeasured(data) ? <Proposals view={data} onAdopted={onAdopted} /> : null;
}

const card = (name: string): Promise<HTMLElement> => screen.findByRole("article", { name });

it("looks for proposals at once, and shows what each costs", async () => {
  recordedServer();
  const { container } = renderPage(<Page />);
  const every = await card("Keep every row");
  expect(every).toHaveTextContent(/Passes all \d+ checks/);
  expect(every).toHaveTextContent("All 400 rows stay.");
  expect(every).toHaveTextContent("Recommended");
  const left = within(every).getByRole("list", { name: "How much detail each column keeps" });
  expect(within(left).getAllByRole("listitem")).toHaveLength(8);
  expect(await card("Balanced")).toHaveTextContent(/of 400 rows are removed/);
  expect(screen.getAllByText("Recommended")).toHaveLength(1);
  expect(await findBarriers(container)).toEqual([]);
});

it("shows rows before and after", async () => {
  recordedServer();
  const { user } = renderPage(<Page />);
  const exact = await card("Keep exact values");
  await user.click(within(exact).getByText("Some rows before and after"));
  expect(within(exact).getAllByRole("row", { name: /^Before/ })).toHaveLength(5);
  expect(exact).not.toHaveTextContent("person_id 1");
});

it("uses one of them, which is then one decision further", async () => {
  const server = recordedServer();
  const adopted = vi.fn();
  const { user } = renderPage(<Page onAdopted={adopted} />);
  const balanced = await card("Balanced");
  await user.click(within(balanced).getByRole("button", { name: "Use this one" }));
  await waitFor(() => expect(adopted).toHaveBeenCalledOnce());
  expect((await server.view()).revision).toBeGreaterThan(0);
});

it("can be stopped while it looks, and started again", async () => {
  recordedServer({ running: 1000, interim: { step: "Looking for the best way", progress: 0.4 } });
  const { user } = renderPage(<Page />);
  expect(await screen.findByText(/Searching for the best versions/)).toBeInTheDocument();
  await user.click(await screen.findByRole("button", { name: "Cancel" }));
  await user.click(await screen.findByRole("button", { name: "Find proposals" }));
  expect(await card("Balanced")).toBeInTheDocument();
});

it("never says that something passes whose verdict did not", async () => {
  recordedServer();
  const impossible = { name: "every_row", title: "Keep every row", explanation: "Nobody is removed.", passes: false, k: null, checks: [], words: ["No release of this kind passes every check."], removed: null, attributes: [], sample: [], recommended: false, reason: null };
  const found: Found = { revision: 0, goal: { preset: "public", important: [], use: "statistics" }, proposals: [impossible] };
  answerInstead("/proposals", () => Response.json(found));
  renderPage(<Page />);
  const every = await card("Keep every row");
  expect(every).toHaveTextContent("Not possible");
  expect(every).not.toHaveTextContent(/Passes/);
  expect(within(every).queryByRole("button")).toBeNull();
});
