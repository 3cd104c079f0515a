import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { renderPage } from "@/testing/render";
import type { Scan } from "@/api/types";
import { ScanResult } from "./ScanResult";

it("does not look safe where there was nothing to scan", () => {
  const nobody = { joined_rows: 0, share: 0, sources: [{ source: 1, rows: 0, share: 0 }] };
  const scan: Scan = {
    facts: 1,
    tried: 0,
    breached: 0,
    certain: 0,
    joined_rows: 0,
    sources: [{ number: 1, name: "a.csv", rows: 4, person: null, people: null }],
    growth: [{ facts: 0, exposed: nobody, certain: nobody }],
    columns: [],
    findings: [],
    sentences: ["There are no rows to look at."],
    unit: "rows",
    warnings: [],
  };
  renderPage(<ScanResult scan={scan} onTry={() => undefined} />);
  expect(screen.getByText("There are no rows to try")).toBeInTheDocument();
  expect(screen.getByText("There are no rows to look at.")).toBeInTheDocument();
  expect(screen.queryByText(/give somebody away/)).toBeNull();
});

const everybody = (rows: number): Scan["growth"][number]["exposed"] => ({
  joined_rows: rows,
  share: 0.5,
  sources: [
    { source: 1, rows, share: 0.5 },
    { source: 2, rows: 1, share: 0.1 },
  ],
});

const VISITS: Scan = {
  facts: 1,
  tried: 3,
  breached: 1,
  certain: 1,
  joined_rows: 40,
  sources: [
    { number: 1, name: "visits.csv", rows: 9, person: "patient_id", people: 4 },
    { number: 2, name: "office.csv", rows: 10, person: null, people: null },
  ],
  growth: [{ facts: 0, exposed: everybody(2), certain: everybody(2) }],
  columns: [],
  findings: [],
  sentences: [],
  unit: "people",
  warnings: [],
};

it("counts the people of a release that has a person key, and the rows of one that has none", async () => {
  const { user } = renderPage(<ScanResult scan={VISITS} onTry={() => undefined} />);
  expect(screen.getByRole("img", { name: "0 facts: 2 certain, 2 exposed of 4" })).toBeInTheDocument();
  const choice = screen.getByRole("combobox", { name: "Release" });
  expect(choice).toHaveDisplayValue("People of 1 · visits.csv");
  await user.selectOptions(choice, "2");
  expect(choice).toHaveDisplayValue("Rows of 2 · office.csv");
  expect(screen.getByRole("img", { name: "0 facts: 1 certain, 1 exposed of 10" })).toBeInTheDocument();
  expect(screen.queryByRole("alert")).toBeNull();
});

it("warns loudly where an id repeats but rows are counted", () => {
  renderPage(<ScanResult scan={{ ...VISITS, unit: "rows", warnings: ["'visits.csv' has several rows of one person."] }} onTry={() => undefined} />);
  expect(screen.getByRole("alert")).toHaveTextContent("incrowd counts rows, not people. 'visits.csv' has several rows of one person.");
});
