import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import type { Subsets } from "@/api/types";
import { findBarriers } from "@/testing/axe";
import { withoutQuasi } from "@/testing/decisions";
import { renderPage } from "@/testing/render";
import { recordedServer, type RecordedServer } from "@/testing/server";
import { START } from "../automatic/choices";
import { open, Tab } from "./tab.testing";


const grid = (): Promise<HTMLElement> => screen.findByRole("grid", { name: /of every column and every pair/ });
const slider = (): HTMLElement => screen.getByRole("slider", { name: "Smallest group allowed" });
const figures = (server: RecordedServer, threshold: number): Promise<Subsets> => server.get(`/subsets?threshold=${threshold}&linkage=union&measure=k`);
const headers = (): string[] => screen.getAllByRole("columnheader").map((one) => one.textContent);

describe("the matrix", () => {
  it("has a cell for every attribute and pair with its value, without a barrier", async () => {
    const { server, container } = open();
    const map = await grid();
    const found = await figures(server, 5);
    expect(within(map).getAllByRole("gridcell")).toHaveLength(found.attributes.length ** 2);
    const pair = found.pairs.find(({ a, b }) => a === "sex" && b === "education");
    within(map).getByRole("gridcell", { name: `sex and education: ${pair?.k ?? -1}` });
    within(map).getByRole("gridcell", { name: `sex alone: ${found.single.sex ?? -1}` });
    expect(screen.getByText(/^All together: 1\. Framed and solid: groups of at least 5/)).toBeInTheDocument();
    expect(await findBarriers(container)).toEqual([]);
  });

  it("names the strongest and the weakest pair, and takes in sensitive columns", async () => {
    const { user, server } = open();
    await grid();
    const found = await figures(server, 5);
    const [words = ""] = found.pair_words;
    expect(words).toContain(`'${found.strongest?.a ?? ""}' and '${found.strongest?.b ?? ""}' together single out`);
    expect(screen.getByText(words)).toBeInTheDocument();
    await user.click(screen.getByRole("switch", { name: "With sensitive columns" }));
    await waitFor(async () => expect(within(await grid()).getAllByRole("gridcell").length).toBeGreaterThan(found.attributes.length ** 2));
    expect(server.sent.filter(({ path }) => path === "/subsets").at(-1)?.query.getAll("include")).toEqual(["sensitive"]);
  });

  it("is drawn for a single attribute", async () => {
    const server = recordedServer();
    await server.decide(...withoutQuasi(await server.view(), "sex"));
    renderPage(<Tab />, { path: "/check?tab=subsets" });
    expect(within(await grid()).getAllByRole("gridcell").map((one) => one.getAttribute("aria-label"))).toEqual([expect.stringMatching(/^sex alone: \d+$/)]);
    expect(screen.getByText(/There is no column left to add/)).toBeInTheDocument();
  });

  it("stands in the order of the tree or of the columns", async () => {
    const { user, server } = open();
    await grid();
    const found = await figures(server, 5);
    expect(headers()).toEqual(found.order);
    await user.selectOptions(screen.getByRole("combobox", { name: "Order of columns" }), "As in the table");
    expect(headers()).toEqual(found.attributes);
  });

  it("is gone through with the keyboard, tells each value, and leads to the step that helps", async () => {
    const { user, server } = open();
    const map = await grid();
    await user.selectOptions(screen.getByRole("combobox", { name: "Order of columns" }), "As in the table");
    const [first = "", second = ""] = (await figures(server, 5)).attributes;
    map.focus();
    expect(await screen.findByText(new RegExp(`^${first} alone: `))).toBeInTheDocument();
    await user.keyboard("{ArrowRight}");
    expect(screen.getByText(new RegExp(`^${first} and ${second}: `))).toBeInTheDocument();
    expect(map.getAttribute("aria-activedescendant")).toBe(within(map).getByRole("gridcell", { name: new RegExp(`^${first} and ${second}: `) }).id);
    await user.keyboard("{Enter}");
    const notice = await screen.findByRole("region", { name: "What helps" });
    expect(notice).toHaveFocus();
    expect(notice).toHaveTextContent(`To get at least 5 rows into every group of ${first}, ${second}:`);
    expect(window.location.search).toBe(`?tab=attributes&of=${first}&of=${second}&threshold=5`);
    await user.click(await within(notice).findByRole("button", { name: /^Apply/ }));
    await within(notice).findByText("This works.");
    const pair = (await figures(server, 5)).pairs.find(({ a, b }) => a === first && b === second);
    expect(pair?.k).toBeGreaterThanOrEqual(5);
  });

  it("shows another measure, and everything as a table", async () => {
    const { user, sent } = open();
    await grid();
    await user.selectOptions(screen.getByRole("combobox", { name: "Figure in the cells" }), "Unique rows");
    await screen.findByRole("grid", { name: /^Unique rows of every/ });
    expect(sent.filter(({ path }) => path === "/subsets").at(-1)?.query.get("measure")).toBe("uniques");
    await user.click(screen.getByRole("switch", { name: "As a table" }));
    const table = await screen.findByRole("table", { name: "Unique rows" });
    within(table).getByRole("row", { name: /^sex 12/ });
    expect(within(screen.getByRole("table", { name: "Steps of the tree" })).getAllByRole("row")).toHaveLength(8);
    expect(screen.queryByRole("grid")).toBeNull();
  });
});

it("leads nowhere from a cell while rows are recoded one by one", async () => {
  await recordedServer().recode({ ...START, method: "priority", k: 2 });
  const { user } = renderPage(<Tab />, { path: "/check?tab=subsets" });
  const map = await grid();
  map.focus();
  expect(await screen.findByText(/ alone: \d/)).toBeInTheDocument();
  expect(screen.queryByText(/see what helps/)).toBeNull();
  expect(screen.queryByRole("button", { name: "What helps?" })).toBeNull();
  await user.keyboard("{Enter}");
  expect(window.location.search).toBe("?tab=subsets");
});

describe("the guide", () => {
  it("cuts the tree at another threshold and says what breaks the next merge", async () => {
    const { user, server, sent } = open();
    await grid();
    slider().focus();
    await user.keyboard("{Home}");
    await waitFor(() => expect(sent.filter(({ path }) => path === "/subsets").at(-1)?.query.get("threshold")).toBe("2"));
    const found = await figures(server, 2);
    const list = await screen.findByRole("list", { name: "From the tree" });
    await waitFor(() => expect(within(list).getAllByRole("listitem")).toHaveLength(found.guide.length));
    const first = within(list).getAllByRole("listitem")[0];
    expect(first).toHaveTextContent(`${found.guide[0]?.members.join(", ") ?? "?"} smallest group ${found.guide[0]?.k ?? -1}`);
    expect(first).toHaveTextContent(`${found.guide[0]?.next?.groups ?? -1} group`);
    expect(first).toHaveTextContent(/For example .* \(1 row\)/);
    const all = within(screen.getByRole("list", { name: "All largest sets" })).getAllByRole("listitem");
    expect(all).toHaveLength(found.maximal.length);
    expect(all.filter((one) => one.textContent.includes("not in the tree"))).toHaveLength(found.maximal.filter((one) => !one.in_tree).length);
  });

  it("says what is closest where nothing can be released", async () => {
    const { user } = open();
    await grid();
    slider().focus();
    await user.keyboard("{End}");
    expect(await screen.findByText(/^Nothing can be released at a threshold of \d+: the closest is 'sex' alone/)).toBeInTheDocument();
    expect(screen.queryByRole("list", { name: "From the tree" })).toBeNull();
  });

  it("asks for another linkage", async () => {
    const { user, sent } = open();
    await grid();
    await user.selectOptions(screen.getByRole("combobox", { name: "How the tree joins columns" }), "Average of pairs");
    await waitFor(() => expect(sent.filter(({ path }) => path === "/subsets").at(-1)?.query.get("linkage")).toBe("average"));
  });
});

describe("files", () => {
  it("are made of the picture and of the figures", async () => {
    const { user, server } = open();
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
    const found = await figures(server, 5);
    expect(JSON.parse(json)).toEqual(found);
    expect(csv).toContain(`attribute,sex,${found.single.sex ?? -1},${found.single.sex ?? -1}\r\n`);
    const drawn = new DOMParser().parseFromString(svg, "image/svg+xml");
    expect(drawn.querySelectorAll("rect[data-at]")).toHaveLength(found.attributes.length ** 2);
    expect(drawn.querySelector("[class]")).toBeNull();
  });
});
