import { screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { anonymize } from "@mock/automatic";
import { isMeasured, useDataset } from "@/api/dataset";
import type { Wish } from "@/api/types";
import { mockApi, renderPage } from "@/testing/render";
import { AttributesTab } from "../attributes/AttributesTab";
import { RowsTab } from "../rows/RowsTab";
import { START } from "./choices";

function Tab({ Content }: { Content: typeof AttributesTab }) {
  const { data } = useDataset("census");
  return data && isMeasured(data) ? <Content view={data} /> : null;
}

it.each([
  ["Attributes", AttributesTab, /^Apply to age/],
  ["Rows", RowsTab, /^Apply k/],
] as const)("says in %s that rows are recoded, and takes it back", async (_, Content, next) => {
  const dataset = mockApi().datasets.get("census");
  for (const attribute of ["postcode", "birth_country", "occupation", "education", "household_size"]) {
    dataset?.decide({ kind: "role", attribute, role: "insensitive" });
  }
  const wish: Wish = { ...START, method: "priority", max_suppression: 0 };
  const recoded = dataset && anonymize(dataset.state(), wish).recoded;
  if (recoded) dataset.decide({ kind: "recode", k: 5, recoded });
  const { user } = renderPage(<Tab Content={Content} />);
  expect(await screen.findByText("Rows are recoded row by row")).toBeInTheDocument();
  await user.click(screen.getByRole("button", { name: "Undo the automatic result" }));
  expect(await screen.findByRole("button", { name: next })).toBeInTheDocument();
  await waitFor(() => expect(dataset?.state().recoded).toBeUndefined());
});
