import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { isMeasured, useDataset } from "@/api/dataset";
import { findBarriers } from "@/testing/axe";
import { FEW_QUASI } from "@/testing/decisions";
import { renderPage } from "@/testing/render";
import { recordedServer } from "@/testing/server";
import { pagesOf } from "@/components/grid/rowSource";
import { AS_IS } from "../api/rows";
import { giveSize } from "@/testing/size";
import { DataPane, filtered, sorted } from "./DataPane";

beforeEach(() => giveSize(900, 300));

function Pane(rest: { band?: string; onBand?: (band: string | null) => void }) {
  const { data } = useDataset("census");
  return data && isMeasured(data) ? <DataPane view={data} {...rest} /> : null;
}

async function open(unfolded = true) {
  const server = recordedServer();
  await server.decide({ kind: "generalize", attribute: "age", level: 1 });
  const page = renderPage(<Pane />);
  const grid = await screen.findByRole("grid", { name: "The data as it is now" });
  if (unfolded) await page.user.click(screen.getByRole("switch", { name: "Show 1 column that is not published" }));
  await waitFor(() => expect(within(grid).getAllByText(/changed/).length).toBeGreaterThan(5));
  return { grid, sent: server.sent, ...page };
}

const asked = (sent: Awaited<ReturnType<typeof open>>["sent"]) => sent.filter(({ path }) => path === "/rows").at(-1)?.query;

describe("the grid", () => {
  it("marks changed cells by more than colour, and only these", async () => {
    const { grid } = await open();
    const byColumn = (column: number) => grid.querySelector(`[aria-rowindex='2'] [aria-colindex='${column}']`);
    expect(byColumn(4)).toHaveTextContent(/^\d+-\d+ \(changed\)$/);
    expect(byColumn(4)?.className).toMatch(/changed/);
    expect(byColumn(5)).not.toHaveTextContent("changed");
  });

  it("greys what is not published, and shows role and level of each column", async () => {
    const { grid } = await open();
    const header = within(grid).getByRole("columnheader", { name: /person_id/ });
    expect(header).toHaveTextContent("one personnot published".replace("not", " not"));
    expect(within(grid).getByRole("columnheader", { name: /^age/ })).toHaveTextContent("others know 1/4");
    const cell = grid.querySelector("[aria-rowindex='2'] [aria-colindex='3']");
    expect(cell?.className).toMatch(/hidden/);
  });

  it("draws only the rows in sight, and tells how many there are", async () => {
    const { grid } = await open();
    expect(grid).toHaveAttribute("aria-rowcount", "401");
    expect(within(grid).getAllByRole("row").length).toBeLessThan(40);
  });

  it("sorts in the engine: up, down, as it was", async () => {
    const { grid, user, sent } = await open();
    const sort = within(grid).getByRole("button", { name: "age" });
    await user.click(sort);
    await waitFor(() => expect(asked(sent)?.get("sort")).toBe("age"));
    expect(within(grid).getByRole("columnheader", { name: /^age/ })).toHaveAttribute("aria-sort", "ascending");
    await user.click(sort);
    await waitFor(() => expect(asked(sent)?.get("descending")).toBe("true"));
  });

  it("is moved through, sorted and filtered with the keyboard alone", async () => {
    const { grid, user, sent } = await open();
    await user.tab();
    expect(grid).toHaveFocus();
    await user.keyboard("{ArrowRight}{Enter}");
    await waitFor(() => expect(asked(sent)?.get("sort")).toBe("age"));
    await user.keyboard("f");
    await user.type(await screen.findByRole("textbox", { name: "Value" }), "30{Enter}");
    await waitFor(() =>
      expect(asked(sent)?.get("filter")).toBe('[{"column":"age","operator":"contains","value":"30"}]'),
    );
    expect(await screen.findByText(/of 400 rows match/)).toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: "Clear filters" }));
    await waitFor(() => expect(screen.getByText("400 rows")).toBeInTheDocument());
  });

  it("says so when nothing matches", async () => {
    const { user } = await open();
    await user.tab();
    await user.keyboard("f");
    await user.type(await screen.findByRole("textbox", { name: "Value" }), "zzz{Enter}");
    expect(await screen.findByText("No row matches")).toBeInTheDocument();
  });

  it("has no barrier", async () => {
    const { container } = await open();
    expect(await findBarriers(container)).toEqual([]);
  });
});

it("folds away what is not published until it is wanted", async () => {
  const { grid, user } = await open(false);
  expect(within(grid).queryByRole("columnheader", { name: /person_id/ })).toBeNull();
  expect(grid.querySelector("[aria-rowindex='2'] [aria-colindex='3']")).toHaveTextContent(/^\d+-\d+ \(changed\)$/);
  await user.click(screen.getByRole("switch", { name: "Show 1 column that is not published" }));
  expect(await within(grid).findByRole("columnheader", { name: /person_id/ })).toBeInTheDocument();
});

it("shows the rows of a bar of the distribution, the riskiest first, and all of them again", async () => {
  const server = recordedServer();
  const onBand = vi.fn();
  const bar = (await server.view()).risk?.distribution.find(({ range }) => range === "50");
  renderPage(<Pane band="50" onBand={onBand} />);
  expect(await screen.findByText(`${bar?.rows ?? -1} rows`)).toBeInTheDocument();
  expect(await screen.findByText("Risk 50 %.")).toBeInTheDocument();
  expect(server.sent.filter(({ path }) => path === "/rows").every(({ query }) => query.get("risk") === "50")).toBe(true);
  await userEvent.click(screen.getByRole("button", { name: "Show all rows" }));
  expect(onBand).toHaveBeenCalledWith(null);
});

it("sorts by risk in the engine, the riskiest first", async () => {
  const { grid, user, sent } = await open(false);
  const header = within(grid).getByRole("columnheader", { name: /^Risk/ });
  await user.click(within(header).getByRole("button"));
  await waitFor(() => expect(asked(sent)?.get("sort")).toBe("risk"));
  expect(header).toHaveAttribute("aria-sort", "descending");
  await user.click(within(header).getByRole("button"));
  expect(header).toHaveAttribute("aria-sort", "none");
});

describe("rows that are left out", () => {
  it("are shown on demand and marked", async () => {
    await recordedServer().decide(...FEW_QUASI, { kind: "suppress", k: 2 });
    const { user } = renderPage(<Pane />);
    await user.click(await screen.findByRole("switch", { name: /^Show \d+ removed rows$/ }));
    expect((await screen.findAllByText("removed")).length).toBeGreaterThan(0);
  });
});

it("knows the pages that hold a range of rows", () => {
  expect(pagesOf(0, 99)).toEqual([0]);
  expect(pagesOf(90, 210)).toEqual([0, 1, 2]);
});

it("sorts in a circle", () => {
  const up = sorted(AS_IS, "age");
  const down = sorted(up, "age");
  expect([up.descending, down.descending, sorted(down, "age").sort]).toEqual([false, true, null]);
  expect(sorted(down, "sex")).toMatchObject({ sort: "sex", descending: false });
});

it("keeps one filter for each column", () => {
  const filter = { column: "age", operator: "equals", value: "3" } as const;
  const twice = filtered(filtered(AS_IS, "age", filter), "age", { ...filter, value: "4" });
  expect(twice.filters).toEqual([{ ...filter, value: "4" }]);
  expect(filtered(twice, "age", null).filters).toEqual([]);
});
