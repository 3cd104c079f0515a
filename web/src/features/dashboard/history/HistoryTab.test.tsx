import { screen, waitFor } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { isMeasured, useDataset } from "@/api/dataset";
import type { History } from "@/api/types";
import { levelOf } from "@/testing/decisions";
import { renderPage } from "@/testing/render";
import { recordedServer } from "@/testing/server";
import { entriesOf, pointsOf } from "./entries";
import { HistoryTab } from "./HistoryTab";

vi.mock("@/charts/StatesGraph");

function Tab() {
  const { data } = useDataset("census");
  return data && isMeasured(data) ? <HistoryTab view={data} /> : null;
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
    await user.click(await screen.findByRole("button", { name: /^Go here: step 1,/ }));
    await waitFor(async () => expect(levelOf(await server.view(), "postcode")).toBe(0));
    expect(levelOf(await server.view(), "age")).toBe(4);
    expect(sent.find(({ path }) => path === "/jump")?.body).toEqual({ revision_of_state: 1, revision: 2 });
  });

  it("goes to a state by its point in the graph", async () => {
    const { user, server } = await open();
    await user.click(await screen.findByRole("button", { name: /^\d+ \d+ \d+$/ }));
    await waitFor(async () => expect((await server.view()).decisions.filter(({ active }) => active)).toEqual([]));
  });
});

const HISTORY: History = {
  events: [
    { revision: 1, kind: "decide", text: "age → level 1", at: "2026-01-01", active: false, void: false, decision_id: "d1" },
  ],
  states: [
    { revision: 0, label: "start", average_risk: 90, highest_risk: 100, utility_loss: 0, k: 1, current: true },
    { revision: 1, label: "age → level 1", average_risk: 50, highest_risk: 99, utility_loss: 3, k: 1, current: false },
  ],
};

it("joins states with the decisions that led there", () => {
  expect(entriesOf(HISTORY).map(({ text, undone }) => [text, undone])).toEqual([
    ["age → level 1", true],
    ["", false],
  ]);
});

it("marks as undone what was decided, not the undoing itself", () => {
  const [[decided], [opened]] = [HISTORY.events, HISTORY.states];
  if (!decided || !opened) throw new Error("nothing was decided");
  const events = [decided, { ...decided, revision: 2, kind: "undo" as const, text: "Undone: age → level 1" }];
  const states = [...HISTORY.states, { ...opened, revision: 2 }];
  expect(entriesOf({ events, states }).map(({ text, undone }) => [text, undone])).toEqual([
    ["Undone: age → level 1", false],
    ["age → level 1", true],
    ["", false],
  ]);
});

it("draws the risk that is asked for", () => {
  expect(pointsOf(HISTORY, "average").map(({ risk }) => risk)).toEqual([90, 50]);
  expect(pointsOf(HISTORY, "highest").map(({ risk }) => risk)).toEqual([100, 99]);
});
