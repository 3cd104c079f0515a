import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { isMeasured, useDataset } from "@/api/dataset";
import type { AutomaticRun } from "@/api/types";
import { findBarriers } from "@/testing/axe";
import { renderPage, type Page } from "@/testing/render";
import { recordedServer, type SentRequest, type ServerOptions } from "@/testing/server";
import { openAdvanced } from "./advanced.testing";
import { AutomaticTab } from "./AutomaticTab";
import { START } from "./choices";


function Tab() {
  const { data } = useDataset("census");
  return data && isMeasured(data) ? <AutomaticTab view={data} /> : null;
}

function open(part = "", options: ServerOptions = {}) {
  const server = recordedServer(options);
  return { server, sent: server.sent, ...renderPage(<Tab />, { path: `/?tab=automatic${part}` }) };
}

const posted = (sent: SentRequest[], path: string): unknown => sent.find((one) => one.method === "POST" && one.path === path)?.body;

async function run(user: Page["user"], method?: RegExp): Promise<void> {
  await user.click(await screen.findByRole("tab", { name: "Settings" }));
  if (method) await user.click(await screen.findByRole("radio", { name: method }));
  await user.click(await screen.findByRole("button", { name: "Run" }));
  await screen.findByRole("button", { name: "Use this result" });
}

describe("a run", () => {
  it("asks for what was chosen and ranked, and leads to its result", async () => {
    const { user, sent } = open();
    await user.click(await screen.findByRole("button", { name: "More important: postcode" }));
    const k = screen.getByRole("textbox", { name: "Smallest group (k)" });
    await user.clear(k);
    await user.type(k, "4");
    await run(user);
    expect(posted(sent, "/automatic")).toMatchObject({ k: 4, method: "priority", suppression: "strict" });
    const { priority } = posted(sent, "/automatic") as { priority: string[][] };
    expect(priority[0]).toEqual(["postcode"]);
    expect(priority).toHaveLength(2);
    expect(window.location.search).toContain("part=result&run=run-1");
  });

  it("starts from whom the data is meant for, and says how it became fit", async () => {
    const { user, sent } = open();
    await user.click(await screen.findByRole("button", { name: "Make it pass for public release" }));
    const note = await screen.findByRole("region", { name: "How it was made to pass" });
    expect(posted(sent, "/automatic")).toMatchObject({ preset: "public", k: null, method: "priority" });
    expect(note).toHaveTextContent(/All \d+ checks pass for public release\./);
    expect(note).toHaveTextContent(/Groups of \d+ are enough\. incrowd tried 10/);
    expect(await findBarriers(note)).toEqual([]);
  });

  it("lets a rank count as much as is chosen, once there are ranks and the method leaves a choice", async () => {
    const { user, sent } = open();
    const strength = await screen.findByRole("combobox", { name: "Effect of order" });
    expect(strength).toBeDisabled();
    await user.click(screen.getByRole("button", { name: "More important: postcode" }));
    expect(strength).toBeEnabled();
    expect(strength).toHaveValue("strong");
    await user.click(screen.getByRole("radio", { name: /^Optimal/ }));
    expect(screen.queryByRole("combobox", { name: "Effect of order" })).toBeNull();
    await user.click(screen.getByRole("radio", { name: /^By priority Row/ }));
    await user.selectOptions(screen.getByRole("combobox", { name: "Effect of order" }), "Strict");
    await run(user);
    expect(posted(sent, "/automatic")).toMatchObject({ strength: "strict" });
  });

  it("offers a limit of rows where rows may be left out, the measure for the optimum only, and warns of the published reading", async () => {
    const { user } = open();
    const limit = () => screen.queryByRole("textbox", { name: "Rows it may remove" });
    await screen.findByRole("radio", { name: /^By priority Row/ });
    expect(limit()).toBeNull();
    await user.click(screen.getByRole("radio", { name: /^Optimal/ }));
    expect(limit()).toHaveValue("5 %");
    const advanced = await openAdvanced(user);
    expect(within(advanced).getByRole("combobox", { name: "How to measure detail" })).toHaveValue("loss");
    await user.keyboard("{Escape}");
    await user.click(screen.getByRole("radio", { name: /as published/ }));
    expect(limit()).toHaveValue("5 %");
    await user.click(within(await openAdvanced(user)).getByRole("checkbox", { name: /as the paper does/ }));
    await user.keyboard("{Escape}");
    expect(limit()).toHaveValue("5 %");
    expect(await screen.findByRole("alert")).toHaveTextContent("For study only");
  });

  it.each([
    [/^By priority Row/, "360 of 400 rows are in large enough groups so far"],
    [/^Optimal/, "360 of 400 rows are in large enough groups so farBest so far: Granularity lost 12 %, 40 rows removed"],
  ])("tells what is found so far: %s", async (method, told) => {
    const found = { rows_safe: 360, rows: 400, score: method.test("Optimal") ? 0.12 : null, levels: null, suppressed_rows: method.test("Optimal") ? 40 : null };
    const { user } = open("", { running: 2, interim: { step: "Looking for the best way", interim: found } });
    await user.click(await screen.findByRole("radio", { name: method }));
    await user.click(screen.getByRole("button", { name: "Run" }));
    expect(await screen.findByText(/rows are in large enough groups so far/)).toHaveTextContent(told);
    await screen.findByRole("button", { name: "Use this result" }, { timeout: 5000 });
  });

  it("shows its progress, and nothing is left of it when it is cancelled", async () => {
    const { user, server } = open("", { running: Infinity, interim: { step: "Preparing" } });
    await user.click(await screen.findByRole("button", { name: "Run" }));
    await screen.findByRole("progressbar", { name: "Progress of the run" });
    await screen.findByText(/Preparing|Looking/);
    await user.click(screen.getByRole("button", { name: "Cancel" }));
    expect(await screen.findByRole("button", { name: "Run" })).toBeEnabled();
    expect(await server.get("/automatic")).toEqual([]);
    expect(screen.queryByRole("alert")).toBeNull();
  });
});

describe("a result", () => {
  it("is called by the name that it is given", async () => {
    const { user } = open();
    await run(user);
    await user.type(screen.getByRole("textbox", { name: "Name of this result" }), "for the census office{Enter}");
    const list = screen.getByRole("combobox", { name: "Result to show" });
    await waitFor(() => expect(within(list).getByRole("option")).toHaveTextContent(/^for the census office · /));
  });

  it("stands beside the data as it was, in the order of priority, without a barrier", async () => {
    const { user, container } = open();
    await user.click(await screen.findByRole("button", { name: "More important: postcode" }));
    await run(user);
    expect(screen.getByText(/^Average risk: now 100/)).toBeInTheDocument();
    const qualities = within(screen.getByRole("list", { name: "Detail kept" })).getAllByRole("button");
    expect(qualities[0]).toHaveTextContent(/^postcode: keeps [\d.]+ % now, [\d.]+ % if all columns mattered equally, [\d.]+ % at best/);
    expect(qualities[0]).toHaveAttribute("aria-pressed", "true");
    expect(await findBarriers(container)).toEqual([]);
  });

  it("tells what is reached of each protection by the name of its attribute, and of nothing else", async () => {
    const { user } = open();
    await run(user);
    const told = screen.getByRole("group", { name: "Figures of the result" });
    expect(within(told).getByText("l of religion").nextSibling).toHaveTextContent(/^\d+ \(≥ 2\)$/);
    expect(within(told).getByText("t of income").nextSibling).toHaveTextContent(/^0\.\d+ \(≤ 0\.5\)$/);
    expect(within(told).getByText("l of income").nextSibling).toHaveTextContent(/^\d+ \(≥ 2\)$/);
    expect(within(told).queryByText("t of religion")).toBeNull();
  });

  it("flips the values of an attribute between before and after", async () => {
    const { user } = open();
    await run(user);
    await user.click(screen.getByRole("button", { name: /sex/ }));
    expect(await screen.findByRole("list", { name: "sex after" })).toHaveTextContent(/\d+ in large enough groups0 at risk/);
    await user.click(screen.getByRole("radio", { name: "Before" }));
    expect(screen.getByRole("list", { name: "sex before" })).toHaveTextContent(/0 in large enough groups\d+ at risk/);
  });

  it("pairs rows before and after, marks what changed and what is left out, and hides identifiers", async () => {
    const { user, sent } = open();
    await run(user, /^Optimal/);
    await user.click(screen.getByRole("radio", { name: "Rows" }));
    const table = await screen.findByRole("table", { name: "Rows before and after" });
    expect(within(table).queryByText("person_id")).toBeNull();
    expect(within(table).getAllByText(/\(changed\)/).length).toBeGreaterThan(10);
    expect(within(table).getAllByText("removed").length).toBeGreaterThan(0);
    await user.click(screen.getByRole("button", { name: "Next rows" }));
    await screen.findByText("51–100 of 400");
    expect(sent.at(-1)?.query.get("offset")).toBe("50");
  });

  it("is adopted on the revision that was seen", async () => {
    const { user, sent, server } = open();
    await run(user);
    await user.click(screen.getByRole("button", { name: "Use this result" }));
    await screen.findByText("In use. You find it in the history.");
    expect(posted(sent, "/automatic/run-1/adopt")).toEqual({ revision: 0 });
    expect((await server.view()).decisions.map(({ kind }) => kind)).toEqual(["recode"]);
  });

  it("is forgotten when it is discarded", async () => {
    const { user, server } = open();
    await run(user);
    await user.click(screen.getByRole("button", { name: "Discard" }));
    expect(await screen.findByText("No results yet")).toBeInTheDocument();
    expect(await server.get("/automatic")).toEqual([]);
  });

  it("shows people that are exposed in red and in words", async () => {
    const { user, server } = open();
    await user.click(await screen.findByRole("radio", { name: /as published/ }));
    await user.click(within(await openAdvanced(user)).getByRole("checkbox", { name: /as the paper does/ }));
    await user.keyboard("{Escape}");
    const limit = screen.getByRole("textbox", { name: "Rows it may remove" });
    await user.clear(limit);
    await user.type(limit, "90");
    await run(user);
    const [{ result } = expect.fail("nothing was run")] = await server.get<AutomaticRun[]>("/automatic");
    expect(result.exposed_people).toBeGreaterThan(1);
    expect(screen.getByRole("alert")).toHaveTextContent(`${result.exposed_people} people are exposed`);
  });
});

describe("two results", () => {
  it("are compared side by side", async () => {
    const { user, server } = open();
    await run(user);
    await run(user, /^Optimal/);
    await user.click(screen.getByRole("tab", { name: "Compare" }));
    const table = await screen.findByRole("table", { name: "Figures of two results" });
    const runs = await server.get<AutomaticRun[]>("/automatic");
    const [, ...cells] = within(table).getByRole("row", { name: /^Rows removed/ }).children;
    expect(cells.map((cell) => Number.parseInt(cell.textContent, 10))).toEqual(runs.map(({ result }) => result.suppressed_rows));
    const first = within(screen.getByRole("list", { name: "Detail kept" })).getAllByRole("listitem")[0];
    expect(first).toHaveTextContent(/A.*row by row.*B.*level \d/);
    await user.selectOptions(screen.getByRole("combobox", { name: "Result B" }), "run-1");
    await waitFor(() => expect(first).not.toHaveTextContent("level"));
  });

  it("need a run", async () => {
    open("&part=runs");
    expect(await screen.findByText("There is nothing to compare yet")).toBeInTheDocument();
  });
});

describe("the trade-off", () => {
  const slider = (): Promise<HTMLElement> => screen.findByRole("slider", { name: "Point on the line" });

  it("goes along the line with the keyboard: more loss, less risk, and the distribution is asked for", async () => {
    const { user, sent, container } = open("&part=front");
    const point = await slider();
    point.focus();
    await user.keyboard("{Home}");
    expect(point.getAttribute("aria-valuetext")).toContain("highest risk 100");
    await user.keyboard("{End}");
    expect(point.getAttribute("aria-valuenow")).toBe(point.getAttribute("aria-valuemax"));
    expect(screen.getByText(/^Highest risk: now 100/).textContent).toMatch(/then 0\.25/);
    await waitFor(() => expect(sent.filter(({ path }) => path === "/preview").length).toBeGreaterThan(0));
    expect(await findBarriers(container)).toEqual([]);
  });

  it("shows how rows are spread at a point also while rows are recoded one by one", async () => {
    await recordedServer().recode({ ...START, method: "priority", k: 2 });
    renderPage(<Tab />, { path: "/?tab=automatic&part=front" });
    await slider();
    expect(await screen.findByRole("img", { name: /^Share of rows by risk at this point: <5 %: \d/ })).toBeInTheDocument();
  });

  it("finds the smallest loss with k and a limit, and applies it as steps that are undone one by one", async () => {
    const { user, server, sent } = open("&part=front");
    const point = await slider();
    point.focus();
    await user.keyboard("{Home}");
    await user.click(screen.getByRole("button", { name: "Go there" }));
    expect(point.getAttribute("aria-valuenow")).not.toBe("0");
    await user.click(screen.getByRole("button", { name: "Apply this point" }));
    await waitFor(async () => expect((await server.view()).revision).toBeGreaterThan(1));
    expect(posted(sent, "/state")).toMatchObject({ revision: 0 });
    const view = await server.view();
    expect(view.risk?.highest_risk).toBeLessThanOrEqual(20);
    expect(view.decisions.length).toBe(view.revision);
  });
});
