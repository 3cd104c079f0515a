import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { renderPage } from "@/testing/render";
import type { WhatIf } from "@/api/types";
import { Verdict } from "./Verdict";

const COMPOSITION: WhatIf["compositions"][number] = {
  about: "ill",
  n: 2,
  v: 2,
  p: 1,
  rule: 1,
  breach: true,
  dominant: ["flu"],
  values: [
    { value: "flu", rows: 2, share: 1 },
    { value: "HIV", rows: 1, share: 0.5 },
  ],
};
const FOUND = { threshold: 0.5, sentences: ["A leak."], warnings: [], compositions: [COMPOSITION] };

it("calls people people", () => {
  renderPage(<Verdict found={{ ...FOUND, unit: "people" }} />);
  expect(within(screen.getByLabelText("Figures")).getByText("people match (N)")).toBeInTheDocument();
  expect(screen.getByTitle("HIV: 1 people, 50 %")).toBeInTheDocument();
  expect(screen.queryByRole("alert")).toBeNull();
});

it("calls rows rows, and says once and loudly that people have several", () => {
  const warning = "'visits.csv' has several rows of one person.";
  renderPage(<Verdict found={{ ...FOUND, unit: "rows", sentences: [warning, "A leak."], warnings: [warning] }} />);
  expect(within(screen.getByLabelText("Figures")).getByText("rows match (N)")).toBeInTheDocument();
  expect(screen.getByRole("alert")).toHaveTextContent(`incrowd counts rows, not people. ${warning}`);
  expect(screen.getByRole("status")).toHaveTextContent(/^A leak\.$/u);
});
