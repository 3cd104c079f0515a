import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { isMeasured, useDataset } from "@/api/dataset";
import type { Recommendations, RiskyRow } from "@/api/types";
import { findBarriers } from "@/testing/axe";
import { FEW_QUASI } from "@/testing/decisions";
import { renderPage } from "@/testing/render";
import { recordedServer } from "@/testing/server";
import { MOST_SHOWN, shownAttributes } from "./giveaways";
import { RiskyRows } from "./RiskyRows";
import { RowsTab } from "./RowsTab";


function Tab() {
  const { data } = useDataset("census");
  return data && isMeasured(data) ? <RowsTab view={data} /> : null;
}

async function open(k?: number) {
  const server = recordedServer();
  await server.decide(...FEW_QUASI);
  if (k !== undefined) await server.decide({ kind: "suppress", k });
  return { server, sent: server.sent, ...renderPage(<Tab />) };
}

const slider = (): Promise<HTMLElement> => screen.findByRole("slider", { name: "Smallest group allowed (k)" });

describe("the slider for k", () => {
  it("starts at 2 and ends at 20", async () => {
    await open();
    const k = await slider();
    expect([k.getAttribute("aria-valuemin"), k.getAttribute("aria-valuenow"), k.getAttribute("aria-valuemax")]).toEqual([
      "2",
      "2",
      "20",
    ]);
  });

  it("starts one above the k of now", async () => {
    await open(4);
    expect(await slider()).toHaveAttribute("aria-valuemin", "5");
  });

  it("shows what each k leaves out, without asking", async () => {
    const { user, sent } = await open();
    const k = await slider();
    await screen.findByRole("table");
    const before = screen.getByText(/removed \(/).textContent;
    const asked = sent.length;
    k.focus();
    await user.keyboard("{End}");
    expect(k).toHaveAttribute("aria-valuenow", "20");
    expect(screen.getByText(/removed \(/).textContent).not.toBe(before);
    expect(sent).toHaveLength(asked);
  });

  it("calls no risk low where no row is left", async () => {
    recordedServer();
    const { user } = renderPage(<Tab />);
    const k = await slider();
    k.focus();
    await user.keyboard("{End}");
    expect(k).toHaveAttribute("aria-valuetext", expect.stringContaining("average risk no rows left"));
    expect(screen.getByText(/^Average risk: now .*, then –, no rows left$/u)).toBeInTheDocument();
    expect(screen.queryByText("low")).toBeNull();
  });

  it("applies the k under it", async () => {
    const { user, sent, server } = await open();
    (await slider()).focus();
    await user.keyboard("{ArrowRight}");
    await user.click(screen.getByRole("button", { name: "Remove below 3" }));
    await waitFor(async () => expect((await server.view()).k).toBe(3));
    expect(sent.find(({ method }) => method === "POST")?.body).toEqual({ kind: "suppress", k: 3, revision: 5 });
    await waitFor(async () => expect(await slider()).toHaveAttribute("aria-valuemin", "4"));
  });

  it("gives way to a word at the end", async () => {
    await open(20);
    expect(await screen.findByText("Groups cannot get larger here")).toBeInTheDocument();
  });
});

it("says what generalising and leaving out are good for", async () => {
  const { user } = await open();
  await user.click(await screen.findByRole("button", { name: "What is “Smallest group allowed (k)”?" }));
  expect(await screen.findByText(/Removing rows lowers the highest risk/)).toBeInTheDocument();
});

it("tells rows that fall to k apart from rows that fall to a protection", async () => {
  const { server } = await open();
  const [first] = (await server.get<Recommendations>("/recommendations")).suppression;
  const causes = await screen.findByRole("list", { name: "Why rows are removed" });
  const rows = within(causes).getAllByRole("listitem").map((item) => Number.parseInt(item.textContent, 10));
  const broken = first?.suppressed_by.protections.map((each) => each.rows).filter((count) => count > 0) ?? [];
  expect(rows.filter((count) => !Number.isNaN(count))).toEqual([first?.suppressed_by.k, ...broken].filter((count) => count !== 0));
});

describe("the rows at highest risk", () => {
  const table = (): Promise<HTMLElement> => screen.findByRole("table", { name: "Rows with the highest risk" });

  it("say in words what gives each away, and mark the cells that do", async () => {
    const { server, container } = await open();
    const told = await server.get<RiskyRow[]>("/risky-rows?limit=50");
    const lines = within(await table()).getAllByRole("row").slice(1);
    expect(lines).toHaveLength(told.length);
    const names = within(await table()).getAllByRole("columnheader").slice(4).map((one) => one.textContent);
    told.forEach(({ row, reason, cells, giveaway }, index) => {
      const [number, , , why, ...shown] = lines[index]?.children ?? [];
      expect([number?.textContent, why?.textContent]).toEqual([String(row), reason]);
      const marked = names.filter((_, at) => shown[at]?.textContent.endsWith(" (gives the row away)"));
      expect([...marked].sort()).toEqual([...(giveaway ?? [])].sort());
      for (const name of marked) expect(reason).toContain(cells[name] ?? "");
    });
    expect(await findBarriers(container)).toEqual([]);
  });

  it("show first what gives most of them away, and not all of very many attributes", () => {
    const cells = Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`a${index}`, "x"]));
    const rows = [["a7"], ["a9", "a7"], ["a9"], ["a7"], null].map((giveaway) => ({ cells, giveaway }));
    const found = shownAttributes(rows);
    expect(found.slice(0, 3)).toEqual(["a7", "a9", "a0"]);
    expect(found).toHaveLength(MOST_SHOWN);
  });

  it("say so where it was not looked for", () => {
    const reason = "What gives this row away was not looked for.";
    const rows: RiskyRow[] = [{ row: 3, size: 1, risk: 100, cells: { age: "17", sex: null }, giveaway: null, smallest: false, reason }];
    renderPage(<RiskyRows rows={rows} />);
    expect(screen.getByRole("row", { name: /^3 1 100.*was not looked for\. 17 missing$/ })).toBeInTheDocument();
    expect(screen.queryByText(/gives the row away/)).toBeNull();
  });
});
