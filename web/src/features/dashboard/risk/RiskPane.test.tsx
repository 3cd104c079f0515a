import { screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { isMeasured, useDataset } from "@/api/dataset";
import { withoutQuasi } from "@/testing/decisions";
import { renderPage } from "@/testing/render";
import { recordedServer } from "@/testing/server";
import { RiskPane } from "./RiskPane";

function Pane() {
  const { data } = useDataset("census");
  return data && isMeasured(data) ? <RiskPane view={data} /> : null;
}

describe("the distribution", () => {
  it("has the exact rows and shares of the server, as bars and as a table", async () => {
    const server = recordedServer();
    const { user } = renderPage(<Pane />);
    const bars = await screen.findAllByRole("option");
    const buckets = (await server.view()).risk?.distribution ?? [];
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
    const server = recordedServer();
    renderPage(<Pane />);
    expect(await screen.findByText("Not yet safe enough")).toBeInTheDocument();
    const told = (await server.view()).risk?.explanation.join(" ") ?? "?";
    expect(screen.getByText(told)).toBeInTheDocument();
    expect(screen.getAllByRole("img", { name: "not met" })).toHaveLength(3);
  });

  it("judges by the purpose that was chosen, and remembers it", async () => {
    const server = recordedServer();
    await server.decide(...withoutQuasi(await server.view(), "sex"));
    const { user } = renderPage(<Pane />);
    expect(await screen.findByText("Safe enough")).toBeInTheDocument();
    await user.selectOptions(screen.getByRole("combobox", { name: "Meant for" }), "internal");
    expect(localStorage.getItem("incrowd-preset")).toBe("internal");
    expect(screen.getByText(/smallest group \d+ \(≥ 3\)/)).toBeInTheDocument();
  });
});
