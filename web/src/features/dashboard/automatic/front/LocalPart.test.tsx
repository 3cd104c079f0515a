import { screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { isMeasured, useDataset } from "@/api/dataset";
import { findBarriers } from "@/testing/axe";
import { renderPage } from "@/testing/render";
import { recordedServer } from "@/testing/server";
import { AutomaticTab } from "../AutomaticTab";

function Tab() {
  const { data } = useDataset("census");
  return data && isMeasured(data) ? <AutomaticTab view={data} /> : null;
}

const slider = (): Promise<HTMLElement> => screen.findByRole("slider", { name: "Point on the line" });

describe("the trade-off", () => {
  it("has results row by row, each live along the line and used like any other, without a barrier", async () => {
    const server = recordedServer();
    const { user, container } = renderPage(<Tab />, { path: "/?tab=automatic&part=front" });
    await slider();
    await user.click(screen.getByRole("radio", { name: "Row by row" }));
    await user.click(await screen.findByRole("button", { name: "Find results" }));
    await user.click(await screen.findByRole("button", { name: "Search again" }, { timeout: 15_000 }));
    const point = await slider();
    point.focus();
    await user.keyboard("{Home}");
    const first = await screen.findByText(/^Groups of at least 2/, {}, { timeout: 15_000 });
    expect(first).toHaveTextContent("0 rows");
    await user.keyboard("{ArrowRight}");
    expect(await screen.findByText(/^Groups of at least 3/)).toBeInTheDocument();
    expect(point.getAttribute("aria-valuetext")).toMatch(/smallest group [34]/);
    expect(await findBarriers(container)).toEqual([]);
    await user.click(screen.getByRole("button", { name: "Use this result" }));
    await waitFor(async () => expect((await server.view()).decisions.map(({ kind }) => kind)).toEqual(["recode"]), {
      timeout: 15_000,
    });
  });
});
