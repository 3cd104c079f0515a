import { screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { isMeasured, useDataset } from "@/api/dataset";
import { findBarriers } from "@/testing/axe";
import { renderPage, type Page } from "@/testing/render";
import { recordedServer } from "@/testing/server";
import { AutomaticTab } from "../AutomaticTab";


function Tab() {
  const { data } = useDataset("census");
  return data && isMeasured(data) ? <AutomaticTab view={data} /> : null;
}

async function runOptimal(user: Page["user"]): Promise<void> {
  await user.click(await screen.findByRole("radio", { name: /^Optimal/ }));
  await user.click(await screen.findByRole("button", { name: "Run" }));
  await screen.findByRole("button", { name: "Use this result" });
}

describe("two results", () => {
  it("can be one and the data as it is now, group by group, without a barrier", async () => {
    recordedServer();
    const { user, container } = renderPage(<Tab />, { path: "/?tab=automatic" });
    await runOptimal(user);
    await user.click(screen.getByRole("tab", { name: "Compare" }));
    expect(await screen.findByRole("combobox", { name: "Result A" })).toHaveValue("now");
    await user.selectOptions(await screen.findByRole("combobox", { name: "Group rows by" }), "sex");
    const table = await screen.findByRole("table", { name: "Groups of rows" });
    const cells = within(table)
      .getAllByRole("row")
      .slice(2)
      .map((row) => [...row.children].slice(1, 4).map((cell) => Number(cell.textContent)));
    const figures = screen.getByRole("table", { name: "Figures of two results" });
    const [, , removed] = within(figures).getByRole("row", { name: /^Rows removed/ }).children;
    expect(cells.reduce((sum, [rows]) => sum + (rows ?? 0), 0)).toBe(400);
    expect(cells.every(([, before]) => before === 0)).toBe(true);
    expect(cells.reduce((sum, [, , after]) => sum + (after ?? 0), 0)).toBe(Number.parseInt(removed?.textContent ?? "", 10));
    expect(await findBarriers(container)).toEqual([]);
  });
});
