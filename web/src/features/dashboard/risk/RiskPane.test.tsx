import { screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { isMeasured, useDataset } from "@/api/dataset";
import { mockApi, renderPage } from "@/testing/render";
import { RiskPane } from "./RiskPane";

function Pane() {
  const { data } = useDataset("census");
  return data && isMeasured(data) ? <RiskPane view={data} /> : null;
}

describe("the distribution", () => {
  it("has the exact rows and shares of the server, as bars and as a table", async () => {
    const api = mockApi();
    const { user } = renderPage(<Pane />);
    const bars = await screen.findAllByRole("option");
    const buckets = api.datasets.get("census")?.view().risk?.distribution ?? [];
    expect(bars).toHaveLength(7);
    expect(bars.at(-1)).toHaveAccessibleName(new RegExp(`Risk 100 %: ${buckets.at(-1)?.rows ?? -1} rows`));

    await user.click(screen.getByRole("button", { name: "Show as table" }));
    const table = screen.getByRole("table", { name: "Share of rows by risk" });
    const cells = within(within(table).getByRole("row", { name: /^Rows/ })).getAllByRole("cell");
    expect(cells.map((cell) => Number(cell.textContent))).toEqual(buckets.map(({ rows }) => rows));
    expect(screen.getByRole("button", { name: "Show as chart" })).toBeInTheDocument();
  });
});

describe("the explanation", () => {
  it("says what the server says, and that it is not yet safe", async () => {
    const api = mockApi();
    renderPage(<Pane />);
    expect(await screen.findByText("Not yet safe enough")).toBeInTheDocument();
    const told = api.datasets.get("census")?.view().risk?.explanation.join(" ") ?? "?";
    expect(screen.getByText(told)).toBeInTheDocument();
    expect(screen.getAllByRole("img", { name: "not met" })).toHaveLength(3);
  });

  it("judges by the purpose that was chosen, and remembers it", async () => {
    const api = mockApi();
    const dataset = api.datasets.get("census");
    for (const { name, role } of dataset?.view().attributes ?? []) {
      if (role === "quasi" && name !== "sex") dataset?.decide({ kind: "role", attribute: name, role: "insensitive" });
    }
    const { user } = renderPage(<Pane />);
    expect(await screen.findByText("Safe enough")).toBeInTheDocument();
    await user.selectOptions(screen.getByRole("combobox", { name: "Meant for" }), "internal");
    expect(localStorage.getItem("incrowd-preset")).toBe("internal");
    expect(screen.getByText(/smallest group \d+ \(≥ 3\)/)).toBeInTheDocument();
  });
});
