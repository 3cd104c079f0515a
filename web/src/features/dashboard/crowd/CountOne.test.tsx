import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import type { DatasetView, Decision } from "@/api/types";
import { findBarriers } from "@/testing/axe";
import { renderPage } from "@/testing/render";
import { recordedServer, type RecordedServer } from "@/testing/server";
import SeePage from "../see/SeePage";

const SIZE = { rows: 12_000_000, combinations: 7_300_000, most: 5_000_000, columns: ["age"], stopped: false };

/** Only the data set itself is said to be too large; what is counted comes from the real server. */
async function makeTooLarge(server: RecordedServer, change: Partial<DatasetView> = {}): Promise<void> {
  const view: DatasetView = { ...(await server.view()), risk: null, too_large: SIZE, can_raise: true, can_count: true, ...change };
  const next = globalThis.fetch;
  globalThis.fetch = (request) =>
    request instanceof Request && request.method === "GET" && request.url.endsWith("/datasets/census") ? Promise.resolve(Response.json(view)) : next(request);
}

/** Everything that is sent from now on. */
function watchPosts(): { url: string; body: unknown }[] {
  const sent: { url: string; body: unknown }[] = [];
  const next = globalThis.fetch;
  globalThis.fetch = async (request) => {
    if (request instanceof Request && request.method === "POST") {
      const text = await request.clone().text();
      sent.push({ url: new URL(request.url).pathname.replace("/api/v1", ""), body: text ? (JSON.parse(text) as unknown) : null });
    }
    return next(request);
  };
  return sent;
}

async function openPanel(change: Partial<DatasetView> = {}, decisions: Decision[] = []) {
  const server = recordedServer();
  await server.decide(...decisions);
  await makeTooLarge(server, change);
  const sent = watchPosts();
  const page = renderPage(<SeePage datasetId="census" />);
  const panel = await screen.findByRole("region", { name: "Count one choice in the database" });
  await page.user.click(await within(panel).findByRole("button", { name: "Choose levels" }));
  await within(panel).findByLabelText("age");
  return { ...page, panel, sent, server };
}

it("counts one choice of levels, and takes over the next step", async () => {
  const { user, panel, sent, container } = await openPanel();
  await user.selectOptions(within(panel).getByLabelText("age"), "2");
  await user.click(within(panel).getByRole("button", { name: "Count" }));
  const result = await within(panel).findByRole("region", { name: "What the database counted" });
  expect(within(result).getByRole("meter", { name: "Average risk" })).toHaveAttribute("aria-valuetext");
  expect(within(result).getByText("Smallest group").nextSibling).toHaveTextContent(/^\d+$/u);
  expect(within(result).getByText("Rows removed").nextSibling).toHaveTextContent(/^0 of [\d,]+$/u);
  expect(sent.at(-1)?.body).toMatchObject({ k: 1, levels: { age: 2 } });
  expect(await findBarriers(container)).toEqual([]);
  const steps = within(result).getByRole("region", { name: "Next steps" });
  expect(steps).toHaveTextContent(/Average risk falls from [\d.]+ % to [\d.]+ %/u);
  await user.click(within(steps).getByRole("button", { name: /^Use this: .* for postcode$/u }));
  expect(within(result).getByRole("status")).toHaveTextContent("belong to your last count");
  expect(within(panel).getByRole("button", { name: "Open with these levels" })).toBeDisabled();
});

it("opens the dashboard with the levels that were counted", async () => {
  const { user, panel, sent, server } = await openPanel();
  await user.selectOptions(within(panel).getByLabelText("age"), "2");
  await user.click(within(panel).getByRole("button", { name: "Count" }));
  await user.click(await within(panel).findByRole("button", { name: "Open with these levels" }));
  await waitFor(() => expect(sent.at(-1)).toEqual({ url: "/datasets/census/first-levels", body: { levels: { age: 2 } } }));
  await waitFor(async () => expect((await server.view()).beginnings).toEqual([expect.stringContaining("age")]));
});

it("says why levels cannot become the first ones any more", async () => {
  const { user, panel } = await openPanel({}, [{ kind: "generalize", attribute: "sex", level: 1 }]);
  await user.selectOptions(within(panel).getByLabelText("age"), "2");
  await user.click(within(panel).getByRole("button", { name: "Count" }));
  await user.click(await within(panel).findByRole("button", { name: "Open with these levels" }));
  expect(await within(panel).findByText(/already decided on/u)).toBeInTheDocument();
});

it("does not offer to open what cannot be raised first", async () => {
  const { user, panel } = await openPanel({ can_raise: false });
  await user.click(within(panel).getByRole("button", { name: "Count" }));
  await within(panel).findByRole("region", { name: "What the database counted" });
  expect(within(panel).queryByRole("button", { name: "Open with these levels" })).toBeNull();
});

it("says what is wrong with a choice, and keeps it", async () => {
  const { user, panel } = await openPanel();
  const k = within(panel).getByLabelText("Remove groups smaller than (k)");
  await user.clear(k);
  await user.type(k, "999999");
  await user.click(within(panel).getByRole("button", { name: "Count" }));
  expect(await within(panel).findByText(/is not possible/u)).toBeInTheDocument();
  expect(k).toHaveValue("999999");
});
