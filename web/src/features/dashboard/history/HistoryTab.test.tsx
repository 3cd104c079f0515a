import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { isMeasured, useDataset } from "@/api/dataset";
import type { History } from "@/api/types";
import type { StatesGraphProps } from "@/charts/StatesGraph";
import { levelOf } from "@/testing/decisions";
import { renderPage } from "@/testing/render";
import { recordedServer } from "@/testing/server";
import { entriesOf, pointsOf, undoneOf } from "./entries";
import { HistoryTab } from "./HistoryTab";

/** Stands in for the graph, as nothing is drawn here: its risks as a text, a click goes to the start. */
function RisksOnly({ points, onPick }: StatesGraphProps) {
  return <button onClick={() => onPick(0)}>{points.map(({ risk }) => risk.toFixed(0)).join(" ")}</button>;
}

function Tab() {
  const { data } = useDataset("census");
  return data && isMeasured(data) ? <HistoryTab view={data} graph={RisksOnly} /> : null;
}

async function open() {
  const server = recordedServer();
  await server.decide({ kind: "generalize", attribute: "age", level: 4 }, { kind: "generalize", attribute: "postcode", level: 4 });
  return { server, sent: server.sent, ...renderPage(<Tab />) };
}

describe("the history", () => {
  it("lists the newest first, the current one marked", async () => {
    await open();
    const entries = await screen.findAllByRole("listitem");
    expect(entries.map((entry) => entry.getAttribute("aria-current"))).toEqual(["step", null, null]);
    expect(entries[0]).toHaveTextContent(/postcode.*now$/);
    expect(entries[2]).toHaveTextContent("The data as it was opened");
  });

  it("goes to a state by its button", async () => {
    const { user, sent, server } = await open();
    await user.click(await screen.findByRole("button", { name: /^Go back to here: step 1,/ }));
    await waitFor(async () => expect(levelOf(await server.view(), "postcode")).toBe(0));
    expect(levelOf(await server.view(), "age")).toBe(4);
    expect(sent.find(({ path }) => path === "/back")?.body).toEqual({ decision: "d1", revision: 2 });
  });

  it("folds undone steps away, and adds no line for going back", async () => {
    const { user, server } = await open();
    await user.click(await screen.findByRole("button", { name: /^Go back to here: step 1,/ }));
    const steps = within(await screen.findByRole("list", { name: "Decisions" }));
    await waitFor(() => expect(steps.getAllByRole("listitem")).toHaveLength(2));
    await user.click(await screen.findByText("1 undone step"));
    const undone = within(screen.getByRole("list", { name: "1 undone step" }));
    expect(undone.getAllByRole("listitem")).toHaveLength(1);
    await user.click(undone.getByRole("button", { name: /^Go to it again:.*postcode/ }));
    await waitFor(async () => expect(levelOf(await server.view(), "postcode")).toBe(4));
    await waitFor(() => expect(steps.getAllByRole("listitem")).toHaveLength(3));
    expect(screen.queryByText(/undone step/)).toBeNull();
  });

  it("goes to a state by its point in the graph", async () => {
    const { user, server } = await open();
    await user.click(await screen.findByRole("button", { name: /^\d+ \d+ \d+$/ }));
    await waitFor(async () => expect((await server.view()).decisions.filter(({ active }) => active)).toEqual([]));
    expect(await screen.findByText("2 undone steps")).toBeInTheDocument();
  });
});

const STEP = { at: "2026-01-01", current: false, average_risk: 50, highest_risk: 99, utility_loss: 3 };
const HISTORY: History = {
  start: { ...STEP, revision: 0, decisions: [], text: "as it came", undone: false },
  steps: [
    { ...STEP, revision: 1, decisions: ["d1"], text: "age", undone: false },
    { ...STEP, revision: 2, decisions: ["d2"], text: "sex", undone: true },
    { ...STEP, revision: 5, decisions: ["d3", "d4", "d5"], text: "3 changes at once", undone: false, current: true },
  ],
  events: [],
  states: [
    { revision: 0, label: "start", average_risk: 90, highest_risk: 100, utility_loss: 0, k: 1, current: true },
    { revision: 1, label: "age → level 1", average_risk: 50, highest_risk: 99, utility_loss: 3, k: 1, current: false },
  ],
};

it("numbers what is in force, and keeps what was undone apart", () => {
  expect(entriesOf(HISTORY).map(({ number, step }) => [number, step.text])).toEqual([
    [2, "3 changes at once"],
    [1, "age"],
    [0, "as it came"],
  ]);
  expect(undoneOf(HISTORY).map(({ text }) => text)).toEqual(["sex"]);
});

it("draws the risk that is asked for", () => {
  expect(pointsOf(HISTORY, "average").map(({ risk }) => risk)).toEqual([90, 50]);
  expect(pointsOf(HISTORY, "highest").map(({ risk }) => risk)).toEqual([100, 99]);
});
