import { screen, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { isMeasured, useDataset } from "@/api/dataset";
import type { ExportResult } from "@/api/types";
import { findBarriers } from "@/testing/axe";
import { renderPage } from "@/testing/render";
import { recordedServer } from "@/testing/server";
import { ExportForm } from "./ExportForm";
import { Exported } from "./Exported";

function Page() {
  const { data } = useDataset("census");
  return data && isMeasured(data) ? <ExportForm view={data} /> : null;
}

function Written({ result }: { result: ExportResult }) {
  const { data } = useDataset("census");
  return data && isMeasured(data) ? <Exported view={data} result={result} format="CSV" onShuffle={vi.fn()} /> : null;
}

function open() {
  const { sent } = recordedServer();
  return { sent, ...renderPage(<Page />) };
}

it("writes the format that was chosen, shows what holds, and links to the file", async () => {
  const { user, sent } = open();
  await user.click(await screen.findByRole("radio", { name: "Parquet" }));
  await user.click(screen.getByRole("button", { name: "Write and check" }));
  const link = await screen.findByRole("link", { name: "Download Parquet" });
  expect(link).toHaveAttribute("href", expect.stringMatching(/^\/api\/v1\/exports\/export-\w+\/file$/u));
  expect(sent.find(({ path }) => path === "/export")?.body).toEqual({ format: "parquet", keep_order: false });
  expect(screen.getByRole("table", { name: "Written, but it does not pass the checks for public release." })).toHaveTextContent("Rows400Smallest group (k)1");
  expect(screen.getByText(/^The smallest group has 1 row, but 10 are needed/u)).toBeInTheDocument();
});

it("keeps the order of the rows only where that is asked for, and warns of it", async () => {
  const { user, sent } = open();
  await user.click(await screen.findByRole("checkbox", { name: "Keep the rows in their order" }));
  expect(screen.getByText(/Somebody who knows the order can find people by their place/u)).toBeInTheDocument();
  await user.click(screen.getByRole("button", { name: "Write and check" }));
  expect(await screen.findByText(/^The rows are in their original order/u)).toBeInTheDocument();
  expect(sent.find(({ path }) => path === "/export")?.body).toEqual({ format: "csv", keep_order: true });
});

it("claims l and t only of what is protected by them", async () => {
  const held = [
    { attribute: "religion", model: "distinct_l", threshold: 2, reached: 3 },
    { attribute: "income", model: "t_ordered", threshold: 0.5, reached: 0.4123 },
  ];
  const result = { download: "/file", rows: 90, k: 5, l: 1, t: 0.91, verified: true, held };
  recordedServer();
  renderPage(<Written result={result} />);
  const table = await screen.findByRole("table", { name: "Written" });
  await screen.findByText("l of religion");
  expect(table).toHaveTextContent("Rows90Smallest group (k)5l of religion3 (≥ 2)t of income0.412 (≤ 0.5)");
});

it("shows the verdict before anything is written, and has no barrier", async () => {
  const { container } = open();
  expect(await screen.findByRole("group", { name: "Does it pass?" })).toHaveTextContent(/Does not pass.*Smallest group/);
  expect(await findBarriers(container)).toEqual([]);
});

it("says in the verdict's own words what to tell whoever asks, and what did not pass", async () => {
  const { user } = open();
  await user.click(await screen.findByRole("button", { name: "Write and check" }));
  const tell = await screen.findByRole("region", { name: "What to say if somebody asks" });
  expect(tell).toHaveTextContent("Checked for: public release.");
  expect(tell).toHaveTextContent("400 rows are published.");
  expect(tell).toHaveTextContent(/What did not pass:.*The smallest group has 1 row, but 10 are needed/u);
  expect(tell).toHaveTextContent("What you did:You changed nothing.");
  expect(within(tell).getByRole("link", { name: "Save as text" })).toHaveAttribute("download", "census-what-was-done.txt");
});
