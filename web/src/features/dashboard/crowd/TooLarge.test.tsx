import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import type { DatasetView } from "@/api/types";
import { findBarriers } from "@/testing/axe";
import { renderPage } from "@/testing/render";
import { answerInstead, recordedServer, type RecordedServer } from "@/testing/server";
import { giveSize } from "@/testing/size";
import DashboardPage from "../DashboardPage";

const SIZE = { rows: 12_000_000, combinations: 7_300_000, most: 5_000_000, columns: ["age", "zip"] };
const LEVELS = { found: true, levels: [{ attribute: "zip", level: 2, title: "first 3 characters" }], combinations: 4_100_000 };

/** What the server says of data with too many combinations; no small sample has any. */
async function makeTooLarge(server: RecordedServer, change: Partial<DatasetView> = {}): Promise<() => void> {
  const view: DatasetView = { ...(await server.view()), risk: null, too_large: SIZE, can_raise: true, ...change };
  return answerInstead("/datasets/census", () => Response.json(view));
}

const job = (state: string): object => ({ id: "j", state, step: "", progress: null, interim: null, error: null, result: { dataset: "census" } });

it("says how many combinations there are, and what can be done", async () => {
  await makeTooLarge(recordedServer());
  const { container } = renderPage(<DashboardPage datasetId="census" />);
  expect(await screen.findByRole("heading", { name: "Too many combinations to count" })).toBeInTheDocument();
  expect(screen.getByText("12,000,000 rows have about 7,300,000 different combinations of age, zip. At most 5,000,000 are brought into memory.")).toBeInTheDocument();
  expect(screen.getByRole("link", { name: "Choose roles" })).toHaveAttribute("href", "/roles");
  expect(screen.getByRole("region", { name: "Count single states in the database" })).toHaveTextContent("--push-down");
  expect(await findBarriers(container)).toEqual([]);
});

it("claims no number where the database stopped counting", async () => {
  await makeTooLarge(recordedServer(), { too_large: { ...SIZE, combinations: SIZE.most + 1 } });
  renderPage(<DashboardPage datasetId="census" />);
  expect(await screen.findByText(/^12,000,000 rows have more than 5,000,000 different/u)).toBeInTheDocument();
});

it("offers no levels for rows that are kept here", async () => {
  await makeTooLarge(recordedServer(), { can_raise: false });
  renderPage(<DashboardPage datasetId="census" />);
  await screen.findByRole("heading", { name: "Too many combinations to count" });
  expect(screen.queryByRole("region", { name: "Generalise first" })).toBeNull();
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
  const { user } = renderPage(<DashboardPage datasetId="census" />);
  const choice = await screen.findByRole("region", { name: "Generalise first" });
  await user.click(await within(choice).findByRole("button", { name: "Propose levels" }));
  expect(await within(choice).findByText("With these levels about 4,100,000 combinations are left:")).toBeInTheDocument();
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
  await user.click(within(choice).getByRole("button", { name: "Generalise and count" }));
  expect(await screen.findByRole("region", { name: "Next steps" })).toBeInTheDocument();
  expect(sent).toEqual([{ levels: { zip: 2 } }]);
});

it("says what is counted from a higher level on", async () => {
  const server = recordedServer();
  giveSize(1200, 800);
  const sentence = "'zip' is counted from level 2 on (first 3 characters): finer values are not looked at, and not published.";
  const view: DatasetView = { ...(await server.view()), beginnings: [sentence] };
  const next = globalThis.fetch;
  globalThis.fetch = (request) =>
    request instanceof Request && request.url.endsWith("/datasets/census") ? Promise.resolve(Response.json(view)) : next(request);
  renderPage(<DashboardPage datasetId="census" />);
  const note = await screen.findByRole("note");
  expect(note).toHaveTextContent(sentence);
  expect(within(note).getByRole("button", { name: "Count as it is" })).toBeInTheDocument();
});
