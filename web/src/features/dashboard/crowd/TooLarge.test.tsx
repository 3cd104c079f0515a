import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import type { DatasetView } from "@/api/types";
import { findBarriers } from "@/testing/axe";
import { renderPage } from "@/testing/render";
import { answerInstead, recordedServer, type RecordedServer } from "@/testing/server";
import { giveSize } from "@/testing/size";
import SeePage from "../see/SeePage";

const SIZE = { rows: 12_000_000, combinations: 7_300_000, most: 5_000_000, columns: ["age", "zip"], stopped: false };
const LEVELS = { found: true, levels: [{ attribute: "zip", level: 2, title: "first 3 characters" }], combinations: 4_100_000 };

/** What the server says of data with too many combinations; no small sample has any. */
async function makeTooLarge(server: RecordedServer, change: Partial<DatasetView> = {}): Promise<() => void> {
  const view: DatasetView = { ...(await server.view()), risk: null, too_large: SIZE, can_raise: true, can_count: false, ...change };
  return answerInstead("/datasets/census", () => Response.json(view));
}

const job = (state: string): object => ({ id: "j", state, step: "", progress: null, interim: null, error: null, result: { dataset: "census" } });

it("says how many combinations there are, and what can be done", async () => {
  await makeTooLarge(recordedServer());
  const { container } = renderPage(<SeePage datasetId="census" />);
  expect(await screen.findByRole("heading", { name: "Too many combinations to count" })).toBeInTheDocument();
  expect(screen.getByText("12,000,000 rows have about 7,300,000 different combinations of age, zip. Only 5,000,000 fit into memory.")).toBeInTheDocument();
  expect(screen.getByRole("link", { name: "Go to Columns" })).toHaveAttribute("href", "/columns");
  expect(screen.queryByRole("region", { name: "Count one choice in the database" })).toBeNull();
  expect(await findBarriers(container)).toEqual([]);
});

it("claims no number where the database stopped counting", async () => {
  await makeTooLarge(recordedServer(), { too_large: { ...SIZE, combinations: SIZE.most + 1, stopped: true } });
  renderPage(<SeePage datasetId="census" />);
  expect(await screen.findByText(/^12,000,000 rows have more than 5,000,000 different/u)).toBeInTheDocument();
});

it("tells an estimate that is one more than fits from a count that stopped there", async () => {
  await makeTooLarge(recordedServer(), { too_large: { ...SIZE, combinations: SIZE.most + 1 } });
  renderPage(<SeePage datasetId="census" />);
  expect(await screen.findByText(/^12,000,000 rows have about 5,000,001 different/u)).toBeInTheDocument();
});

it("offers no levels for rows that are kept here", async () => {
  await makeTooLarge(recordedServer(), { can_raise: false });
  renderPage(<SeePage datasetId="census" />);
  await screen.findByRole("heading", { name: "Too many combinations to count" });
  expect(screen.queryByRole("region", { name: "Make columns coarser first" })).toBeNull();
});

it("proposes levels, and counts from there on", async () => {
  const server = recordedServer();
  giveSize(1200, 800);
  const fits = await makeTooLarge(server);
  let sought = false;
  answerInstead("/first-levels", () => Response.json(sought ? LEVELS : { found: false, levels: [], combinations: null }));
  answerInstead("/first-levels/proposal", () => {
    sought = true;
    return Response.json({ job: job("running") }, { status: 202 });
  });
  answerInstead("/jobs/j", () => Response.json(job("done")));
  const { user } = renderPage(<SeePage datasetId="census" />);
  const choice = await screen.findByRole("region", { name: "Make columns coarser first" });
  await user.click(await within(choice).findByRole("button", { name: "Propose levels" }));
  expect(await within(choice).findByText("With these levels, about 4,100,000 combinations remain:")).toBeInTheDocument();
  expect(within(choice).getByRole("listitem")).toHaveTextContent("zip: level 2 (first 3 characters)");
  const sent: unknown[] = [];
  const next = globalThis.fetch;
  globalThis.fetch = async (request) => {
    if (request instanceof Request && request.method === "POST") {
      sent.push(await request.clone().json());
      fits();
      return Response.json({ job: job("running") }, { status: 202 });
    }
    return next(request);
  };
  await user.click(within(choice).getByRole("button", { name: "Make coarser and count" }));
  expect(await screen.findByRole("region", { name: "Risk and detail of the data as it is now" })).toBeInTheDocument();
  expect(sent).toEqual([{ levels: { zip: 2 } }]);
});

it("says what is counted from a higher level on", async () => {
  const server = recordedServer();
  giveSize(1200, 800);
  const sentence = "'zip' is counted from level 2 on (first 3 characters): finer values are neither checked nor published.";
  const view: DatasetView = { ...(await server.view()), beginnings: [sentence] };
  const next = globalThis.fetch;
  globalThis.fetch = (request) =>
    request instanceof Request && request.url.endsWith("/datasets/census") ? Promise.resolve(Response.json(view)) : next(request);
  renderPage(<SeePage datasetId="census" />);
  const note = await screen.findByRole("note");
  expect(note).toHaveTextContent(sentence);
  expect(within(note).getByRole("button", { name: "Count exact values" })).toBeInTheDocument();
});
