import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import type { Attack } from "@/api/types";
import { findBarriers } from "@/testing/axe";
import { renderPage } from "@/testing/render";
import { readRequest, recordedServer, type SentRequest } from "@/testing/server";
import { giveSize } from "@/testing/size";
import LinkedPage from "../LinkedPage";
import { bars } from "./AttackFound";
import { sidesOf, START, wordsFor } from "./setUp";

const FOUND: Attack = {
  release: { dataset: "a", name: "a.csv", rows: 7 },
  people: { dataset: "b", name: "b.csv", rows: 130 },
  on: [{ release: "ZipCode", people: "ZipCode" }],
  matched: 60,
  certain: 5,
  probable: [
    { candidates: 1, people: 5, probability: 1 },
    { candidates: 2, people: 15, probability: 0.5 },
    { candidates: 5, people: 30, probability: 0.2 },
    { candidates: 30, people: 10, probability: 1 / 30 },
  ],
  journalist_risk: 100,
  marketer_risk: 12.5,
  match: { highest_risk: 100, average_risk: 20, certain: 9, exposed_people: 9, k: 2 },
  sentences: ["Found for certain: 5 of 130 people on the list.", "This rests on the list."],
};
const PEOPLE = Array.from({ length: 130 }, (_, place) => ({
  person: place,
  cells: [`Person ${place}`, place % 2 ? "130**" : null],
  candidates: place < 5 ? 1 : place < 60 ? 4 : 0,
  probability: place < 5 ? 1 : place < 60 ? 0.25 : 0,
  rows: place < 60 ? 2 : 0,
}));

/** Attacks answered by hand, the rest as recorded; `state` is how the job ends. */
function open(path = "/linked?data=a,b&tab=attack", state: "done" | "failed" | "running" = "done") {
  recordedServer({ fixture: "linked" });
  giveSize(900, 500);
  const others = globalThis.fetch;
  const sent: SentRequest[] = [];
  const job = { id: "j", state, step: "comparing rows with people", progress: 0.25, result: state === "done" ? { attack: "x" } : null, interim: null };
  const error = { code: "invalid_parameter", message: "Too many texts.", hint: "Leave this column out.", errors: [] };
  const answers: Record<string, (query: URLSearchParams) => unknown> = {
    "POST /api/v1/attacks": () => ({ job: { ...job, state: "running", result: null, error: null } }),
    "GET /api/v1/jobs/j": () => ({ ...job, error: state === "failed" ? error : null }),
    "DELETE /api/v1/jobs/j": () => {
      job.state = "cancelled" as never;
      return job;
    },
    "GET /api/v1/attacks/x": () => FOUND,
    "GET /api/v1/attacks/x/people": (query) => {
      const wanted = PEOPLE.filter(({ candidates }) => !query.has("found") || query.get("found") === (candidates === 1 ? "certain" : candidates ? "probable" : "unmatched"));
      const offset = Number(query.get("offset"));
      return { columns: ["name", "zip"], total: wanted.length, offset, people: wanted.slice(offset, offset + Number(query.get("limit"))) };
    },
    "GET /api/v1/attacks/x/people/0/rows": () => ({ columns: ["zip", "ill"], total: 1, offset: 0, rows: [{ cells: ["130**", "flu"], people: 1, probability: 1 }] }),
  };
  vi.stubGlobal("fetch", async (request: Request) => {
    const asked = await readRequest(request);
    const answer = answers[`${asked.method} ${asked.path}`];
    if (!answer) return others(request);
    sent.push(asked);
    return Response.json(answer(asked.query));
  });
  return { sent, ...renderPage(<LinkedPage />, { path }) };
}

describe("an attack with a list of people", () => {
  it("proposes columns, sends what was chosen, and tells who is found", async () => {
    const { user, sent } = open();
    expect(await screen.findByRole("heading", { name: "You have not searched yet" })).toBeInTheDocument();
    expect(screen.getByRole("combobox", { name: "Release to search" })).toHaveValue("a");
    expect(screen.getByRole("combobox", { name: "List of people" })).toHaveValue("b");
    expect(await screen.findByRole("combobox", { name: "Column of the release, 1" })).toHaveValue("ZipCode");
    await user.click(screen.getByRole("button", { name: "Add matching columns" }));
    await user.selectOptions(screen.getByRole("combobox", { name: "Column of the list, 2" }), "Gender");
    await user.click(screen.getByRole("button", { name: "Find people" }));
    expect(await screen.findByText(FOUND.sentences[0] ?? "")).toBeInTheDocument();
    expect(sent[0]?.body).toEqual({
      release: "a",
      people: "b",
      on: [
        { release: "ZipCode", people: "ZipCode" },
        { release: "Age", people: "Gender" },
      ],
      ranges: [],
      k: 2,
      taxonomies: [],
    });
    const chart = screen.getByRole("list", { name: "People on the list by the chance of finding them" });
    expect(within(chart).getAllByRole("listitem").map((one) => one.textContent)).toEqual([
      "for certain5",
      "1 in 215",
      "1 in 4 to 530",
      "1 in 21 or more10",
      "not found70",
    ]);
    expect(screen.getByRole("meter", { name: "Rows named correctly" })).toHaveAttribute("aria-valuenow", "12.5");
    expect(await findBarriers(screen.getByRole("tabpanel"))).toEqual([]);
    await user.click(screen.getByRole("button", { name: "Remove matching columns 2" }));
    expect(screen.getByText("You changed something since. Search again to see the new answer.")).toBeInTheDocument();
  });

  it("lists people page by page, of one kind, with what is learnt about each", async () => {
    const { user, sent } = open();
    await user.click(await screen.findByRole("button", { name: "Find people" }));
    const table = await screen.findByRole("table", { name: "People on the list, easiest to find first" });
    expect(within(table).getAllByRole("row")).toHaveLength(51);
    expect(within(table).getAllByRole("row")[1]).toHaveTextContent("Person 0for certain12missing");
    await user.click(screen.getByRole("button", { name: "Next people" }));
    expect(await screen.findByText("51 to 100 of 130")).toBeInTheDocument();
    await user.selectOptions(screen.getByRole("combobox", { name: "Show" }), "certain");
    expect(await screen.findByText("1 to 5 of 5")).toBeInTheDocument();
    expect(Object.fromEntries(sent.at(-1)?.query ?? [])).toEqual({ offset: "0", limit: "50", found: "certain" });
    await user.click(screen.getByRole("button", { name: "What somebody learns about Person 0" }));
    const rows = await screen.findByRole("table", { name: "Published rows that could be about Person 0" });
    expect(within(rows).getAllByRole("row")[1]).toHaveTextContent("130**flufor certain");
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(screen.getByRole("link", { name: "Download everybody as CSV" })).toHaveAttribute("href", "/api/v1/attacks/x/file");
  });

  it("knows what words stand for, as it was given on the page", async () => {
    const { user, sent } = open();
    await user.click(await screen.findByText("What values include", { selector: "summary" }));
    await user.selectOptions(screen.getByRole("combobox", { name: "Column for your rules" }), "2.Nationality");
    await user.click(screen.getByRole("button", { name: "Add rules" }));
    await user.click(await screen.findByRole("textbox", { name: /Nationality/ }));
    await user.paste("{French, German} => European");
    await user.click(screen.getByRole("button", { name: "Use these rules" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await user.selectOptions(screen.getByRole("combobox", { name: "List of people" }), "a");
    await user.selectOptions(screen.getByRole("combobox", { name: "Release to search" }), "b");
    const attack = await screen.findByRole("button", { name: "Find people" });
    await waitFor(() => expect(attack).toBeEnabled());
    await user.click(attack);
    await waitFor(() => expect(sent.some(({ method }) => method === "POST")).toBe(true));
    // The second data set is the release here.
    expect(sent[0]?.body).toMatchObject({ release: "b", people: "a", taxonomies: [{ column: "1.Nationality", text: "{French, German} => European" }] });
  });

  it("says what went wrong, and can be tried again", async () => {
    const { user } = open(undefined, "failed");
    await user.click(await screen.findByRole("button", { name: "Find people" }));
    expect(await screen.findByRole("alert")).toHaveTextContent("The search stoppedToo many texts.Leave this column out.");
    expect(screen.getByRole("button", { name: "Find people" })).toBeEnabled();
  });

  it("can be cancelled while it runs", async () => {
    const { user, sent } = open(undefined, "running");
    await user.click(await screen.findByRole("button", { name: "Find people" }));
    expect(await screen.findByText(/comparing rows with people/)).toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: "Cancel" }));
    expect(await screen.findByRole("button", { name: "Find people" })).toBeInTheDocument();
    expect(sent.some(({ method }) => method === "DELETE")).toBe(true);
  });

  it("needs another list, and at least one pair", async () => {
    const { user } = open();
    await user.click(await screen.findByRole("button", { name: "Remove matching columns 1" }));
    expect(screen.getByRole("button", { name: "Find people" })).toBeDisabled();
    expect(screen.getByText("incrowd found no columns that mean the same. Add a pair yourself.")).toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: "Use the proposed pairs" }));
    expect(screen.getByRole("button", { name: "Find people" })).toBeEnabled();
    await user.selectOptions(screen.getByRole("combobox", { name: "List of people" }), "a");
    expect(await screen.findByRole("heading", { name: "Choose another list" })).toBeInTheDocument();
  });

  it("is offered where nothing is sensitive", async () => {
    const { user } = open("/linked?data=a,b");
    await user.selectOptions(await screen.findByRole("combobox", { name: /Secret column of 1/ }), "");
    await user.selectOptions(screen.getByRole("combobox", { name: /Secret column of 2/ }), "");
    await user.click(screen.getByRole("button", { name: "Search with a list of names instead" }));
    expect(await screen.findByRole("tab", { name: "Find people", selected: true })).toBeInTheDocument();
  });
});

describe("what is proposed", () => {
  it("takes the table with names for the list", () => {
    const side = (dataset: string, role: "identifier" | "quasi") => ({ number: 1, dataset, name: dataset, rows: 1, changed: false, columns: [{ label: "1.x", name: "x", source: 1, role, kind: "text" as const, distinct: 1, values: [] }] });
    expect(sidesOf([side("a", "identifier"), side("b", "quasi")], START)).toEqual({ release: "b", people: "a" });
    expect(sidesOf([side("a", "quasi"), side("b", "quasi")], START)).toEqual({ release: "a", people: "b" });
    expect(sidesOf([side("a", "identifier"), side("b", "quasi")], { ...START, release: "a" })).toEqual({ release: "a", people: "b" });
  });

  it("takes words as they were given, in the order of release and list", () => {
    const side = (dataset: string, ...names: string[]) => ({ number: 1, dataset, name: dataset, rows: 1, changed: false, columns: names.map((name) => ({ label: name, name, source: 1, role: "quasi" as const, kind: "text" as const, distinct: 1, values: [] })) });
    const sources = [side("a", "origin"), side("b", "origin", "job"), side("c", "origin", "city")];
    const words = [
      { column: "1.origin", text: "{x} => y" },
      { column: "2.job", text: "{p} => q" },
      { column: "3.city", text: "{s} => t" },
    ];
    expect(wordsFor(sources, words, { release: "b", people: "a" })).toEqual([
      { column: "2.origin", text: "{x} => y" },
      { column: "1.job", text: "{p} => q" },
    ]);
    // Those of a data set that takes no part are known by the name of the column; its own come first.
    expect(wordsFor(sources, words, { release: "b", people: "c" })).toEqual([
      { column: "1.job", text: "{p} => q" },
      { column: "2.city", text: "{s} => t" },
      { column: "1.origin", text: "{x} => y" },
    ]);
    const both = [...words, { column: "2.origin", text: "{u} => v" }];
    expect(wordsFor(sources, both, { release: "b", people: "c" }).filter(({ column }) => column === "1.origin")).toEqual([{ column: "1.origin", text: "{u} => v" }]);
  });

  it("counts everybody in one bar", () => {
    expect(bars(FOUND).reduce((sum, { people }) => sum + people, 0)).toBe(FOUND.people.rows);
  });
});
