import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { isMeasured, useDataset } from "@/api/dataset";
import { findBarriers } from "@/testing/axe";
import { mockApi, renderPage } from "@/testing/render";
import { anonymize } from "@mock/automatic";
import { subsets } from "@mock/subsets";
import { watchRequests } from "../requests.testing";
import { START } from "../automatic/choices";
import { StepTabs } from "../StepTabs";

// A map of many cells takes a busy machine a while.
vi.setConfig({ testTimeout: 20_000 });

function Tab() {
  const { data } = useDataset("census");
  return data && isMeasured(data) ? <StepTabs view={data} /> : null;
}

function open(part = "") {
  const api = mockApi();
  const dataset = api.datasets.get("census");
  if (!dataset) throw new Error("the mock has no census");
  const sent = watchRequests();
  return { dataset, sent, ...renderPage(<Tab />, { path: `/?tab=subsets${part}` }) };
}

const grid = (): Promise<HTMLElement> => screen.findByRole("grid", { name: /of every attribute and every pair/ });
const slider = (): HTMLElement => screen.getByRole("slider", { name: "Threshold δ" });
const headers = (): string[] => screen.getAllByRole("columnheader").map((one) => one.textContent);

describe("the matrix", () => {
  it("has a cell for every attribute and pair with its value, without a barrier", async () => {
    const { dataset, container } = open();
    const map = await grid();
    const found = subsets(dataset.state(), 5, "union", "k");
    expect(within(map).getAllByRole("gridcell")).toHaveLength(found.attributes.length ** 2);
    const pair = found.pairs.find(({ a, b }) => a === "sex" && b === "education");
    within(map).getByRole("gridcell", { name: `sex and education: ${pair?.k ?? -1}` });
    within(map).getByRole("gridcell", { name: `sex alone: ${found.single.sex ?? -1}` });
    expect(screen.getByText(/^All together: 1\. Framed and solid: k ≥ 5/)).toBeInTheDocument();
    expect(await findBarriers(container)).toEqual([]);
  });

  it("is drawn for a single attribute", async () => {
    const { dataset } = open();
    for (const { name, role } of dataset.view().attributes) {
      if (role === "quasi" && name !== "sex") dataset.decide({ kind: "role", attribute: name, role: "insensitive" });
    }
    expect(within(await grid()).getAllByRole("gridcell").map((one) => one.getAttribute("aria-label"))).toEqual([expect.stringMatching(/^sex alone: \d+$/)]);
    expect(screen.getByText(/Nothing is left to add/)).toBeInTheDocument();
  });

  it("stands in the order of the tree or of the columns", async () => {
    const { user, dataset } = open();
    await grid();
    const found = subsets(dataset.state(), 5, "union", "k");
    expect(headers()).toEqual(found.order);
    await user.selectOptions(screen.getByRole("combobox", { name: "Order of attributes" }), "Order of columns");
    expect(headers()).toEqual(found.attributes);
  });

  it("is gone through with the keyboard, tells each value, and leads to the step that helps", async () => {
    const { user, dataset } = open();
    const map = await grid();
    await user.selectOptions(screen.getByRole("combobox", { name: "Order of attributes" }), "Order of columns");
    const [first = "", second = ""] = subsets(dataset.state(), 5, "union", "k").attributes;
    map.focus();
    expect(await screen.findByText(new RegExp(`^${first} alone: `))).toBeInTheDocument();
    await user.keyboard("{ArrowRight}");
    expect(screen.getByText(new RegExp(`^${first} and ${second}: `))).toBeInTheDocument();
    expect(map.getAttribute("aria-activedescendant")).toBe(within(map).getByRole("gridcell", { name: new RegExp(`^${first} and ${second}: `) }).id);
    await user.keyboard("{Enter}");
    const notice = await screen.findByRole("region", { name: "What helps" });
    expect(notice).toHaveFocus();
    expect(notice).toHaveTextContent(`So that every group of ${first}, ${second} has at least 5 rows:`);
    expect(window.location.search).toBe(`?tab=attributes&of=${first}&of=${second}&threshold=5`);
    await user.click(await within(notice).findByRole("button", { name: /^Apply/ }));
    await within(notice).findByText("This holds already.");
    const pair = subsets(dataset.state(), 5, "union", "k").pairs.find(({ a, b }) => a === first && b === second);
    expect(pair?.k).toBeGreaterThanOrEqual(5);
  });

  it("shows another measure, and everything as a table", async () => {
    const { user, sent } = open();
    await grid();
    await user.selectOptions(screen.getByRole("combobox", { name: "Measure in the cells" }), "Unique rows");
    await screen.findByRole("grid", { name: /^Unique rows of every/ });
    expect(sent.filter(({ path }) => path === "/subsets").at(-1)?.query.get("measure")).toBe("uniques");
    await user.click(screen.getByRole("switch", { name: "As a table" }));
    const table = await screen.findByRole("table", { name: "Unique rows" });
    within(table).getByRole("row", { name: /^sex 0/ });
    expect(within(screen.getByRole("table", { name: "Merges of the tree" })).getAllByRole("row")).toHaveLength(8);
    expect(screen.queryByRole("grid")).toBeNull();
  });
});

describe("the guide", () => {
  it("cuts the tree at another threshold and says what breaks the next merge", async () => {
    const { user, dataset, sent } = open();
    await grid();
    slider().focus();
    await user.keyboard("{Home}");
    await waitFor(() => expect(sent.filter(({ path }) => path === "/subsets").at(-1)?.query.get("threshold")).toBe("2"));
    const found = subsets(dataset.state(), 2, "union", "k");
    const list = await screen.findByRole("list", { name: "By the tree" });
    await waitFor(() => expect(within(list).getAllByRole("listitem")).toHaveLength(found.guide.length));
    const first = within(list).getAllByRole("listitem")[0];
    expect(first).toHaveTextContent(`${found.guide[0]?.members.join(", ") ?? "?"} k = ${found.guide[0]?.k ?? -1}`);
    expect(first).toHaveTextContent(`${found.guide[0]?.next?.groups ?? -1} group`);
    expect(first).toHaveTextContent(/For example .* \(1 row\)/);
    const all = within(screen.getByRole("list", { name: "All that cannot be extended" })).getAllByRole("listitem");
    expect(all).toHaveLength(found.maximal.length);
    expect(all.filter((one) => one.textContent.includes("not in the tree"))).toHaveLength(found.maximal.filter((one) => !one.in_tree).length);
  });

  it("says what is closest where nothing can be released", async () => {
    const { user } = open();
    await grid();
    slider().focus();
    await user.keyboard("{End}");
    expect(await screen.findByText(/^Nothing can be released at a threshold of \d+: the closest is 'sex' alone/)).toBeInTheDocument();
    expect(screen.queryByRole("list", { name: "By the tree" })).toBeNull();
  });

  it("asks for another linkage", async () => {
    const { user, sent } = open();
    await grid();
    await user.selectOptions(screen.getByRole("combobox", { name: "How the tree joins" }), "Average of pairs");
    await waitFor(() => expect(sent.filter(({ path }) => path === "/subsets").at(-1)?.query.get("linkage")).toBe("average"));
  });
});

describe("stand-outs", () => {
  it("are listed with their smallest combination, score and shares, without a barrier", async () => {
    const { container } = open("&part=standouts");
    const table = await screen.findByRole("table", { name: "Rows that stand out" });
    expect(within(table).getAllByRole("row")).toHaveLength(51);
    expect(within(table).getAllByText(/^One person has/).length).toBe(50);
    expect(within(table).getAllByText(/^All combinations of row \d+: \w+( \+ \w+)*; /).length).toBeGreaterThan(10);
    expect(within(screen.getByRole("list", { name: "Attributes that do it" })).getAllByRole("listitem")[0]).toHaveTextContent(/\d %$/);
    expect(screen.getByText(/of 400 people stand out/)).toBeInTheDocument();
    expect(await findBarriers(container)).toEqual([]);
  });

  it("are looked for with progress, stopped, and looked for again", async () => {
    mockApi({ pace: 400 });
    const sent = watchRequests();
    const { user } = renderPage(<Tab />, { path: "/?tab=subsets&part=standouts" });
    await screen.findByRole("progressbar", { name: "Progress of the search" });
    await screen.findByText("Looking for stand-outs");
    await user.click(screen.getByRole("button", { name: "Stop" }));
    expect(await screen.findByText("Stopped.")).toBeInTheDocument();
    await waitFor(() => expect(sent.some(({ method }) => method === "DELETE")).toBe(true));
    expect(sent.some(({ method, path }) => method === "GET" && path === "/standouts")).toBe(false);
    await user.click(screen.getByRole("button", { name: "Look again" }));
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
    const size = screen.getByRole("textbox", { name: "Attributes combined, at most" });
    await user.clear(size);
    await user.type(size, "1");
    await waitFor(() => expect(Object.fromEntries(sent.at(-1)?.query ?? [])).toEqual({ k: "2", max_size: "1", offset: "0", limit: "50" }));
  });

  it("lead to the steps that help", async () => {
    const { user, dataset, container } = open("&part=standouts");
    const [button] = await screen.findAllByRole("button", { name: /^What helps\? Row \d+$/ });
    if (!button) throw new Error("no button");
    await user.click(button);
    const notice = await screen.findByRole("region", { name: "What helps" });
    expect(window.location.search).toMatch(/^\?tab=attributes&row=\d+&max_size=3&threshold=2$/);
    await within(notice).findByText(/→ level \d/);
    expect(await findBarriers(container)).toEqual([]);
    await user.click(within(notice).getByRole("button", { name: /^Apply/ }));
    await waitFor(() => expect(dataset.revision).toBeGreaterThan(0));
  });

  it("say so where no steps help", async () => {
    mockApi();
    renderPage(<Tab />, { path: "/?tab=attributes&of=age&of=sex&threshold=401" });
    expect(await screen.findByText(/^No levels do this/)).toBeInTheDocument();
    expect(within(screen.getByRole("region", { name: "What helps" })).queryByRole("button")).toBeNull();
  });

  it("have shares but no rows where every row is recoded in its own way", async () => {
    const api = mockApi();
    const dataset = api.datasets.get("census");
    const recoded = dataset && anonymize(dataset.state(), { ...START, method: "priority", k: 2 }).recoded;
    if (recoded) dataset.decide({ kind: "recode", k: 2, recoded });
    const { user } = renderPage(<Tab />, { path: "/?tab=subsets&part=standouts" });
    const k = await screen.findByRole("textbox", { name: "Groups smaller than" });
    await user.clear(k);
    await user.type(k, "9");
    expect(await screen.findByText(/^Every row is recoded in its own way/)).toBeInTheDocument();
    expect(screen.getByRole("list", { name: "Attributes that do it" })).toBeInTheDocument();
    expect(screen.queryByRole("alert")).toBeNull();
  });

  it("say so where nobody stands out", async () => {
    const api = mockApi();
    const dataset = api.datasets.get("census");
    for (const { name, role, height } of dataset?.view().attributes ?? []) {
      if (role === "quasi") dataset?.decide({ kind: "generalize", attribute: name, level: height });
    }
    renderPage(<Tab />, { path: "/?tab=subsets&part=standouts" });
    expect(await screen.findByText("Nobody stands out")).toBeInTheDocument();
    expect(screen.getByText("Nobody stands out.")).toBeInTheDocument();
  });
});

describe("files", () => {
  it("are made of the picture and of the figures", async () => {
    const { user, dataset } = open();
    await grid();
    const made: Blob[] = [];
    const names: string[] = [];
    vi.stubGlobal("URL", Object.assign(URL, { createObjectURL: (blob: Blob) => (made.push(blob), "blob:x"), revokeObjectURL: () => undefined }));
    vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function click(this: HTMLAnchorElement) {
      names.push(this.download);
    });
    for (const item of ["Picture as SVG", "Figures as JSON", "Figures as CSV"]) {
      await user.click(screen.getByRole("button", { name: "Export" }));
      await user.click(await screen.findByRole("menuitem", { name: item }));
    }
    expect(names).toEqual(["census.csv-subsets.svg", "census.csv-subsets.json", "census.csv-subsets.csv"]);
    const [svg = "", json = "", csv = ""] = await Promise.all(made.map((blob) => blob.text()));
    const found = subsets(dataset.state(), 5, "union", "k");
    expect(JSON.parse(json)).toEqual(found);
    expect(csv).toContain(`attribute,sex,${found.single.sex ?? -1},${found.single.sex ?? -1}\r\n`);
    const drawn = new DOMParser().parseFromString(svg, "image/svg+xml");
    expect(drawn.querySelectorAll("rect[data-at]")).toHaveLength(found.attributes.length ** 2);
    expect(drawn.querySelector("[class]")).toBeNull();
  });
});
