import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { StandOuts } from "@/api/types";
import { findBarriers } from "@/testing/axe";
import { atLastLevel } from "@/testing/decisions";
import { renderPage } from "@/testing/render";
import { recordedServer } from "@/testing/server";
import { START } from "../automatic/choices";
import { open, Tab } from "./tab.testing";


describe("stand-outs", () => {
  it("are listed with their smallest combination, score and shares, without a barrier", async () => {
    const { container } = open("&part=standouts");
    const table = await screen.findByRole("table", { name: "Rows that stand out" });
    expect(within(table).getAllByRole("row")).toHaveLength(51);
    expect(within(table).getAllByText(/^One row (has|is)/).length).toBe(50);
    expect(within(table).getAllByText(/^All combinations of row \d+: \w+( \+ \w+)*; /).length).toBeGreaterThan(10);
    expect(within(screen.getByRole("list", { name: "Columns that give rows away" })).getAllByRole("listitem")[0]).toHaveTextContent(/\d %$/);
    expect(screen.getByText(/^With 3 attributes or fewer, 399 of 400 rows/)).toBeInTheDocument();
    expect(await findBarriers(container)).toEqual([]);
  });

  it("are looked for with progress, stopped, and looked for again", async () => {
    const { sent } = recordedServer({ running: Infinity, interim: { step: "Looking for rows that stand out" } });
    const { user } = renderPage(<Tab />, { path: "/check?tab=subsets&part=standouts" });
    await screen.findByRole("progressbar", { name: "Progress of the search" });
    await screen.findByText("Looking for rows that stand out");
    await user.click(screen.getByRole("button", { name: "Stop" }));
    expect(await screen.findByText("Stopped.")).toBeInTheDocument();
    await waitFor(() => expect(sent.some(({ method }) => method === "DELETE")).toBe(true));
    expect(sent.some(({ method, path }) => method === "GET" && path === "/standouts")).toBe(false);
    await user.click(screen.getByRole("button", { name: "Search again" }));
    expect(await screen.findByRole("table", { name: "Rows that stand out" }, { timeout: 5000 })).toBeInTheDocument();
  });

  it("are taken along all together, in files of the server", async () => {
    const { user } = open("&part=standouts");
    await screen.findByRole("table", { name: "Rows that stand out" });
    await user.click(screen.getByRole("button", { name: "Export" }));
    const items = await screen.findAllByRole("menuitem");
    expect(items.map((one) => [one.getAttribute("href"), one.getAttribute("download")])).toEqual([
      ["/api/v1/datasets/census/standouts/file?k=2&max_size=3&format=json", "census.csv-standouts.json"],
      ["/api/v1/datasets/census/standouts/file?k=2&max_size=3&format=csv", "census.csv-standouts.csv"],
    ]);
  });

  it("are paged, and asked for anew with another size", async () => {
    const { user, sent } = open("&part=standouts");
    await user.click(await screen.findByRole("button", { name: "Next rows" }));
    await screen.findByText(/^51–100 of/);
    const size = screen.getByRole("textbox", { name: "Columns combined, at most" });
    await user.clear(size);
    await user.type(size, "1");
    await waitFor(() => expect(Object.fromEntries(sent.at(-1)?.query ?? [])).toEqual({ k: "2", max_size: "1", offset: "0", limit: "50" }));
  });

  it("turn a page for each click, however fast", async () => {
    open("&part=standouts");
    const next = await screen.findByRole("button", { name: "Next rows" });
    fireEvent.click(next);
    fireEvent.click(next);
    await screen.findByText(/^101–150 of/);
  });

  it("stay on a page that there is when steps leave fewer of them", async () => {
    const server = recordedServer();
    const total = async (): Promise<number> => (await server.get<StandOuts>("/standouts?k=2&max_size=3&offset=0&limit=0")).total;
    const steps = atLastLevel(await server.view()).filter((step) => "attribute" in step && ["age", "postcode", "occupation"].includes(step.attribute));
    await server.decide(...steps);
    const few = await total();
    const { decisions: [first], revision } = await server.view();
    if (!first) throw new Error("nothing was decided");
    await server.handle(`DELETE /datasets/census/decisions/${first.id}?revision=${revision}`);
    const many = await total();
    const pages = (total: number): number => Math.ceil(total / 50);
    expect(pages(few)).toBeGreaterThan(0);
    expect(pages(many)).toBeGreaterThan(pages(few));
    const { user } = renderPage(<Tab />, { path: "/check?tab=subsets&part=standouts" });
    await screen.findByText(`1–${Math.min(50, many)} of ${many}`);
    for (let page = 1; page < pages(many); page += 1) await user.click(screen.getByRole("button", { name: "Next rows" }));
    await screen.findByText(`${50 * (pages(many) - 1) + 1}–${many} of ${many}`);
    await user.click(screen.getByRole("button", { name: /^Redo/ }));
    await screen.findByText(`${50 * (pages(few) - 1) + 1}–${few} of ${few}`);
    const table = screen.getByRole("table", { name: "Rows that stand out" });
    expect(within(table).getAllByRole("row")).toHaveLength(few - 50 * (pages(few) - 1) + 1);
  });

  it("lead to the steps that help", async () => {
    const { user, server, container } = open("&part=standouts");
    const [button] = await screen.findAllByRole("button", { name: /^What helps\? Row \d+$/ });
    if (!button) throw new Error("no button");
    await user.click(button);
    const notice = await screen.findByRole("region", { name: "What helps" });
    expect(window.location.search).toMatch(/^\?tab=attributes&row=\d+&max_size=3&threshold=2$/);
    await within(notice).findByText(/→ level \d/);
    // What the steps do is told before they are taken.
    for (const gauge of ["Average risk", "Highest risk", "Detail lost"]) await within(notice).findByText(new RegExp(`^${gauge}: now .* then `));
    expect(await findBarriers(container)).toEqual([]);
    await user.click(within(notice).getByRole("button", { name: /^Apply/ }));
    await waitFor(async () => expect((await server.view()).revision).toBeGreaterThan(0));
  });

  it("offer a copy without the row, and go there", async () => {
    const { user, server } = open("&part=standouts");
    const [button] = await screen.findAllByRole("button", { name: /^What helps\? Row \d+$/ });
    if (!button) throw new Error("no button");
    await user.click(button);
    const notice = await screen.findByRole("region", { name: "What helps" });
    const row = Number(new URLSearchParams(window.location.search).get("row"));
    await user.click(await within(notice).findByRole("button", { name: "Make a copy without this row" }));
    await waitFor(() => expect(window.location.pathname).toMatch(/^\/datasets\/(?!census)[^/]+\/check$/));
    expect(server.sent.filter(({ path }) => path === "/copies").map(({ body }) => body)).toEqual([{ without_row: row }]);
  });

  it("say so where no steps help", async () => {
    recordedServer();
    const { user } = renderPage(<Tab />, { path: "/safe?tab=attributes&of=age&of=sex&threshold=401" });
    expect(await screen.findByText(/^No levels can do this/)).toBeInTheDocument();
    const notice = screen.getByRole("region", { name: "What helps" });
    expect(within(notice).getAllByRole("button").map((one) => one.getAttribute("aria-label"))).toEqual(["Close"]);
    await user.click(within(notice).getByRole("button", { name: "Close" }));
    expect(screen.queryByRole("region", { name: "What helps" })).toBeNull();
    expect(window.location.search).toBe("?tab=attributes");
  });

  it("have shares but no rows where every row is recoded in its own way", async () => {
    await recordedServer().recode({ ...START, method: "priority", k: 2 });
    const { user } = renderPage(<Tab />, { path: "/check?tab=subsets&part=standouts" });
    const k = await screen.findByRole("textbox", { name: "Groups smaller than" });
    await user.clear(k);
    await user.type(k, "9");
    expect(await screen.findByText(/^Each row has its own detail/)).toBeInTheDocument();
    expect(screen.getByRole("list", { name: "Columns that give rows away" })).toBeInTheDocument();
    expect(screen.queryByRole("alert")).toBeNull();
  });

  it("say so where nobody stands out", async () => {
    const server = recordedServer();
    await server.decide(...atLastLevel(await server.view()));
    renderPage(<Tab />, { path: "/check?tab=subsets&part=standouts" });
    expect(await screen.findByText("No row stands out")).toBeInTheDocument();
    expect(screen.getByText(/^No combination of up to 3 attributes leads to a group of fewer than 2 rows\.$/)).toBeInTheDocument();
  });
});
