import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { isMeasured, useDataset } from "@/api/dataset";
import { findBarriers } from "@/testing/axe";
import { mockApi, renderPage } from "@/testing/render";
import { anonymize } from "@mock/automatic";
import { recommend } from "@mock/figures";
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
    const advised = recommend(dataset.state()).find(({ attribute }) => [first, second].includes(attribute))?.attribute;
    const step = await screen.findByRole("listitem", { name: new RegExp(`^\\d+\\. ${advised ?? "?"}$`) });
    await waitFor(() => expect(step).toHaveFocus());
    expect(window.location.search).toBe(`?tab=attributes&attribute=${advised ?? "?"}`);
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

  it("are paged, and asked for anew with another size", async () => {
    const { user, sent } = open("&part=standouts");
    await user.click(await screen.findByRole("button", { name: "Next rows" }));
    await screen.findByText(/^51–100 of/);
    const size = screen.getByRole("textbox", { name: "Attributes combined, at most" });
    await user.clear(size);
    await user.type(size, "1");
    await waitFor(() => expect(Object.fromEntries(sent.at(-1)?.query ?? [])).toEqual({ k: "2", max_size: "1", offset: "0", limit: "50" }));
  });

  it("lead to the step that helps", async () => {
    const { user } = open("&part=standouts");
    const [button] = await screen.findAllByRole("button", { name: /^Generalise \w+, for row \d+$/ });
    if (!button) throw new Error("no button");
    await user.click(button);
    await waitFor(() => expect(document.activeElement?.getAttribute("data-attribute")).toBeTruthy());
    expect(window.location.search).toMatch(/^\?tab=attributes&attribute=\w+$/);
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
