import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { findBarriers } from "@/testing/axe";
import { withoutQuasi } from "@/testing/decisions";
import { renderPage } from "@/testing/render";
import { recordedServer } from "@/testing/server";
import { Steps } from "./steps.testing";
import { giveSize } from "@/testing/size";

// Few rows and columns: axe looks at every cell.
beforeEach(() => giveSize(300, 60));

function open(query = "") {
  const server = recordedServer();
  return { server, ...renderPage(<Steps />, { path: `/${query}` }) };
}

const average = (): Promise<HTMLElement> => screen.findByRole("meter", { name: "Average risk" });

describe("the steps", () => {
  it("shows the three gauges with the figures of the server", async () => {
    const { server } = open();
    const { risk } = await server.view();
    expect(await average()).toHaveAttribute("aria-valuenow", String(risk?.average_risk));
    expect(screen.getByRole("meter", { name: "Highest risk" })).toHaveAttribute("aria-valuetext", "100\u202f%, high");
    expect(screen.getByRole("meter", { name: "Detail lost" })).toHaveAttribute("aria-valuetext", "0\u202f%, low");
  });

  it.each(["see", "see?part=table", "safe", "safe?tab=rows", "safe?tab=history", "check", "check?tab=compare", "take"])("has no barrier at %s", async (query) => {
    const { container } = open(query);
    await screen.findByRole("heading", { level: 1 });
    await waitFor(() => expect(container.querySelector("[aria-busy=true]")).toBeNull());
    expect(await findBarriers(container)).toEqual([]);
  });

  it("keeps the chosen tab in the address", async () => {
    const { user } = open("safe");
    await user.click(await screen.findByRole("tab", { name: "History" }));
    expect(window.location.search).toBe("?tab=history");
    expect(await screen.findByRole("list", { name: "Decisions" })).toBeInTheDocument();
  });

  it("says that it is loading, then what went wrong", async () => {
    recordedServer();
    renderPage(<Steps datasetId="nobody" />);
    expect(screen.getByRole("status")).toHaveAttribute("aria-busy", "true");
    expect(await screen.findByRole("alert")).toHaveTextContent("There is no such data set.");
  });

  it("says what is missing when no column is a quasi-identifier, and lets that be undone", async () => {
    const server = recordedServer();
    await server.decide(...withoutQuasi(await server.view()));
    const { user, container } = renderPage(<Steps />);
    expect(await screen.findByRole("heading", { level: 1, name: /First choose what others may know/ })).toBeVisible();
    expect(screen.getByRole("link", { name: "Go to Columns" })).toHaveAttribute("href", "/columns");
    expect(await findBarriers(container)).toEqual([]);
    const [last] = within(screen.getByRole("list", { name: "Applied" })).getAllByRole("button").slice(-1);
    await user.click(last ?? expect.fail("nothing to undo"));
    expect(await average()).toBeInTheDocument();
  });

  it("shows the data as it is now after a change made elsewhere", async () => {
    const { server, user } = open("safe");
    await average();
    const apply = await screen.findByRole("button", { name: /^Apply to age/ });
    await server.decide({ kind: "generalize", attribute: "sex", level: 1 });
    await user.click(apply);
    const applied = await screen.findByRole("list", { name: "Applied" });
    await waitFor(() => expect(within(applied).getByText(/sex/)).toBeInTheDocument());
    expect(within(applied).queryByText(/age/)).toBeNull();
  });
});
