import { screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { renderPage } from "@/testing/render";
import type { LinkColumn, Proposal } from "@/api/types";
import type { Question } from "../question";
import type { Linking } from "../useLinking";
import { PersonForm } from "./PersonForm";

const column = (source: number, name: string, role: LinkColumn["role"]): LinkColumn => ({
  label: `${source}.${name}`,
  name,
  source,
  role,
  kind: "text",
  distinct: 2,
  values: [],
});
const source = (number: number, columns: LinkColumn[]): Proposal["sources"][number] => ({ number, dataset: `d${number}`, name: `release ${number}`, rows: 9, changed: false, columns });

function linkingOf(sources: Proposal["sources"], person?: string[]) {
  const change = vi.fn<(edited: Partial<Question>) => void>();
  const proposal = { sources, sensitive: [], ranges: [], pairs: [], words: [] };
  const question = { join: "inner", on: [], sensitive: [], different: false, threshold: 0.5, ...(person ? { person } : {}) };
  return { change, linking: { proposal, question, change } as unknown as Linking };
}

const VISITS = source(1, [column(1, "patient_id", "person"), column(1, "insured_no", "identifier"), column(1, "zip", "quasi")]);
const OFFICE = source(2, [column(2, "zip", "quasi")]);

it("offers the columns that say whose row it is, of the releases that have any", async () => {
  const { linking, change } = linkingOf([VISITS, OFFICE]);
  const { user } = renderPage(<PersonForm linking={linking} />);
  const choice = screen.getByRole("combobox", { name: "Whose row it is in 1 · release 1" });
  expect(choice).toHaveDisplayValue("patient_id");
  expect(screen.queryByRole("combobox", { name: "Whose row it is in 2 · release 2" })).toBeNull();
  expect(screen.queryByRole("option", { name: "zip" })).toBeNull();
  await user.selectOptions(choice, "insured_no");
  expect(change).toHaveBeenLastCalledWith({ person: ["1.insured_no"] });
  await user.selectOptions(choice, "count rows");
  expect(change).toHaveBeenLastCalledWith({ person: ["1.none"] });
});

it("shows that rows are counted where the key was switched off, and nothing where there is none", () => {
  const { unmount } = renderPage(<PersonForm linking={linkingOf([VISITS, OFFICE], ["1.none"]).linking} />);
  expect(screen.getByRole("combobox", { name: "Whose row it is in 1 · release 1" })).toHaveDisplayValue("count rows");
  unmount();
  renderPage(<PersonForm linking={linkingOf([OFFICE]).linking} />);
  expect(screen.queryByText("Count people by")).toBeNull();
});
