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
    sources: [{ number: 1, name: "a.csv", rows: 4 }],
    growth: [{ facts: 0, exposed: nobody, certain: nobody }],
    columns: [],
    findings: [],
    sentences: ["There are no rows to look at."],
  };
  renderPage(<ScanResult scan={scan} onTry={() => undefined} />);
  expect(screen.getByText("Nothing to scan")).toBeInTheDocument();
  expect(screen.getByText("There are no rows to look at.")).toBeInTheDocument();
  expect(screen.queryByText(/give somebody away/)).toBeNull();
});
