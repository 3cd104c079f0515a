import { screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { isMeasured, useDataset } from "@/api/dataset";
import { Limits } from "@/charts/limits";
import { renderPage } from "@/testing/render";
import { answerInstead, recordedServer } from "@/testing/server";
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
  it("says what the server says", async () => {
    const server = recordedServer();
    renderPage(<Pane />);
    const told = (await server.view()).risk?.explanation.join(" ") ?? "?";
    expect(await screen.findByText(told)).toBeInTheDocument();
  });
});

describe("the advice", () => {
  it("is that of the verdict, after the words about the risk", async () => {
    const server = recordedServer();
    const words = "Every check passes for public release: export it.";
    answerInstead("/verdict", () => Response.json({ status: "pass", checks: [], next_step: { page: "take", words } }));
    renderPage(<Pane />);
    const risk = (await server.view()).risk?.explanation.join(" ") ?? "?";
    expect(await screen.findByText(`${risk} ${words}`)).toBeInTheDocument();
  });
});

describe("the gauges", () => {
  it("go by the limits of the preset: what is over a limit is never low", async () => {
    recordedServer();
    renderPage(
      <Limits value={{ average_risk: 99.9, highest_risk: 60 }}>
        <Pane />
      </Limits>,
    );
    expect(await screen.findByRole("meter", { name: "Highest risk" })).toHaveAttribute("aria-valuetext", expect.stringContaining("medium"));
  });
});
