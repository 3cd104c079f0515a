import { screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { isMeasured, useDataset } from "@/api/dataset";
import { findBarriers } from "@/testing/axe";
import { renderPage } from "@/testing/render";
import { recordedServer } from "@/testing/server";
import { Causes } from "./Causes";
import { ProtectionLine } from "./ProtectionLine";

function Line() {
  const { data } = useDataset("census");
  return data && isMeasured(data) ? <ProtectionLine view={data} /> : null;
}

describe("what protects secrets", () => {
  it("is said for each sensitive attribute, also while k is 1, and why", async () => {
    recordedServer();
    const { user } = renderPage(<Line />);
    expect(await screen.findByText(/religion \(l ≥ 2\), income \(t ≤ 0.5, l ≥ 2\)/)).toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: "Change…" }));
    const dialog = await screen.findByRole("dialog", { name: "What protects each secret" });
    expect(within(dialog).getByText(/^The default: every group has at least two different values/)).toBeInTheDocument();
    expect(within(dialog).getByRole("button", { name: "Apply the protection of religion" })).toBeDisabled();
    expect(await findBarriers(dialog)).toEqual([]);
  });

  it("is set by another number, and taken away", async () => {
    const { user, server } = { server: recordedServer(), ...renderPage(<Line />) };
    await user.click(await screen.findByRole("button", { name: "Change…" }));
    const limit = await screen.findByRole("textbox", { name: "Limit for religion" });
    await user.clear(limit);
    await user.type(limit, "3");
    await user.click(screen.getByRole("button", { name: "Apply the protection of religion" }));
    expect(await screen.findByText(/religion \(l ≥ 3\)/)).toBeInTheDocument();
    expect((await server.view()).protections).toContainEqual(expect.objectContaining({ attribute: "religion", threshold: 3, chosen: true }));
    await user.selectOptions(screen.getByRole("combobox", { name: "What protects religion" }), "not protected");
    await user.click(screen.getByRole("button", { name: "Apply the protection of religion" }));
    expect(await screen.findByText(/religion \(not protected\)/)).toBeInTheDocument();
  });
});

describe("why rows are left out", () => {
  it("tells k and each protection apart", async () => {
    recordedServer();
    const broken = (attribute: string, rows: number) => ({ attribute, model: "distinct_l", threshold: 2, rows });
    renderPage(<Causes k={4} by={{ k: 11_366, protections: [broken("religion", 5865), broken("diet", 12), broken("income", 0)] }} />);
    const list = await screen.findByRole("list", { name: "Why rows are removed" });
    expect(within(list).getByText("11,366 rows in groups smaller than 4")).toBeInTheDocument();
    expect(await within(list).findByText("5,865 more rows in groups that break l ≥ 2 of religion")).toBeInTheDocument();
    expect(within(list).getAllByRole("listitem")).toHaveLength(4);
  });
});
