import { screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { isMeasured, useDataset } from "@/api/dataset";
import type { Wish } from "@/api/types";
import { FEW_QUASI } from "@/testing/decisions";
import { renderPage } from "@/testing/render";
import { recordedServer } from "@/testing/server";
import { AttributesTab } from "../attributes/AttributesTab";
import { RowsTab } from "../rows/RowsTab";
import { START } from "./choices";

function Tab({ Content }: { Content: typeof AttributesTab }) {
  const { data } = useDataset("census");
  return data && isMeasured(data) ? <Content view={data} /> : null;
}

it.each([
  ["Columns", AttributesTab, /^Apply to age/],
  ["Rows", RowsTab, /^Remove below/],
] as const)("says in %s that rows are recoded, and takes it back", async (_, Content, next) => {
  const server = recordedServer();
  await server.decide(...FEW_QUASI);
  const wish: Wish = { ...START, method: "priority", max_suppression: 0 };
  await server.recode(wish);
  const { user } = renderPage(<Tab Content={Content} />);
  expect(await screen.findByText("Each row has its own detail")).toBeInTheDocument();
  await user.click(screen.getByRole("button", { name: "Undo the automatic result" }));
  expect(await screen.findByRole("button", { name: next })).toBeInTheDocument();
  await waitFor(async () => expect((await server.view()).decisions.map(({ kind }) => kind)).not.toContain("recode"));
});
