import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { isMeasured, useDataset } from "@/api/dataset";
import type { Recommendations } from "@/api/types";
import { atLastLevel, levelOf } from "@/testing/decisions";
import { renderPage } from "@/testing/render";
import { recordedServer } from "@/testing/server";
import { AttributesTab } from "./AttributesTab";

function Tab() {
  const { data } = useDataset("census");
  return data && isMeasured(data) ? <AttributesTab view={data} /> : null;
}

async function open() {
  const server = recordedServer();
  const { generalizations: steps } = await server.get<Recommendations>("/recommendations");
  const page = renderPage(<Tab />);
  const rows = await screen.findAllByRole("listitem");
  return { rows, steps, sent: server.sent, server, ...page };
}

const figures = (row: HTMLElement): string[] =>
  within(row).getAllByText(/: now /).map((sentence) => sentence.textContent);

describe("the recommendations", () => {
  it("stand in the order of the server", async () => {
    const { rows, steps } = await open();
    expect(rows.map((row) => row.getAttribute("aria-label"))).toEqual(
      steps.map(({ attribute }, index) => `${index + 1}. ${attribute}`),
    );
  });

  it("start at the best level, and the slider shows the figures of the level under it without asking", async () => {
    const { steps, sent, user } = await open();
    const step = steps.find(({ attribute }) => attribute === "age");
    const row = screen.getByRole("listitem", { name: /age$/ });
    const slider = within(row).getByRole("slider", { name: "How coarse age is" });
    expect(slider).toHaveAttribute("aria-valuenow", String(step?.best_level));

    // What the values become is fetched once somebody comes near; then nothing more is asked.
    slider.focus();
    await waitFor(() => expect(within(row).getByText(/^New values:/)).toHaveTextContent(/\d+ → \d+-\d+/));
    const asked = sent.length;
    await user.keyboard("{End}");
    expect(within(row).getByText(/^New values:/)).toHaveTextContent(/\d+ → hidden/);
    const last = step?.levels.at(-1);
    const average = new Intl.NumberFormat("en", { maximumFractionDigits: 2 }).format(last?.average_risk ?? -1);
    expect(slider).toHaveAttribute("aria-valuenow", String(last?.level));
    expect(slider.getAttribute("aria-valuetext")).toContain(`average risk ${average}\u202f%`);
    expect(figures(row)[0]).toContain(`then ${average}\u202f%`);
    expect(within(row).getByRole("combobox")).toHaveValue(String(last?.level));
    expect(sent).toHaveLength(asked);
  });

  it("let the select move the slider", async () => {
    const { user } = await open();
    const row = screen.getByRole("listitem", { name: /age$/ });
    await user.selectOptions(within(row).getByRole("combobox"), "2");
    expect(within(row).getByRole("slider")).toHaveAttribute("aria-valuenow", "2");
  });

  it("have no slider where there is one level only", async () => {
    await open();
    const row = screen.getByRole("listitem", { name: /sex$/ });
    expect(within(row).queryByRole("slider")).toBeNull();
    expect(within(row).queryByRole("combobox")).toBeNull();
    expect(row).toHaveTextContent("hidden");
  });

  it("apply the level that was tried, on the revision that was seen", async () => {
    const { user, sent, server } = await open();
    const row = screen.getByRole("listitem", { name: /age$/ });
    await user.selectOptions(within(row).getByRole("combobox"), "3");
    await user.click(within(row).getByRole("button", { name: /^Apply to age/ }));
    await waitFor(async () => expect(levelOf(await server.view(), "age")).toBe(3));
    expect(sent.find(({ method }) => method === "POST")).toMatchObject({
      path: "/decisions",
      body: { kind: "generalize", attribute: "age", level: 3, revision: 0 },
    });
  });
});

describe("whoever comes from linked releases", () => {
  it("finds the step tried, applies it, and finds the way back", async () => {
    const server = recordedServer();
    const { user } = renderPage(<Tab />, { path: "/?tab=attributes&attribute=age&level=3&linked=census,b" });
    const row = await screen.findByRole("listitem", { name: /age$/ });
    expect(row).toHaveFocus();
    expect(within(row).getByRole("slider")).toHaveAttribute("aria-valuenow", "3");
    const notice = screen.getByRole("region", { name: "A step that prevents a leak" });
    expect(notice).toHaveTextContent("Nothing is applied yet");
    expect(within(notice).getByRole("link", { name: "Back to linked releases" })).toHaveAttribute("href", "/linked?data=census%2Cb&tab=whatif");
    expect(levelOf(await server.view(), "age")).toBe(0);
    await user.click(within(row).getByRole("button", { name: /^Apply to age/ }));
    await waitFor(() => expect(notice).toHaveTextContent("age is now at level 3"));
  });
});

describe("without anything to raise", () => {
  it("says so where every attribute is at its last level", async () => {
    const server = recordedServer();
    await server.decide(...atLastLevel(await server.view()));
    renderPage(<Tab />);
    expect(await screen.findByText("Every column is as coarse as it can be")).toBeInTheDocument();
  });
});
