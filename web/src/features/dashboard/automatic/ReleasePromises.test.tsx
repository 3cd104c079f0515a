import { screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { isMeasured, useDataset } from "@/api/dataset";
import { findBarriers } from "@/testing/axe";
import { renderPage } from "@/testing/render";
import { recordedServer, type SentRequest } from "@/testing/server";
import { openAdvanced } from "./advanced.testing";
import { AutomaticTab } from "./AutomaticTab";

function Tab() {
  const { data } = useDataset("census");
  return data && isMeasured(data) ? <AutomaticTab view={data} /> : null;
}

function open({ sent } = recordedServer()) {
  return { sent, ...renderPage(<Tab />, { path: "/?tab=automatic" }) };
}

const posted = (sent: SentRequest[]): unknown => sent.find(({ method, path }) => method === "POST" && path === "/automatic")?.body;

describe("promises about the whole release", () => {
  it("are chosen as shares, sent with the wish, and told with the result", async () => {
    const { user, sent } = open();
    await user.click(await screen.findByRole("radio", { name: /^Optimal/ }));
    const dialog = await openAdvanced(user);
    const promises = within(dialog).getByRole("region", { name: "Promises about the whole release" });
    await user.type(within(promises).getByRole("textbox", { name: "Average risk, at most" }), "10");
    expect(await findBarriers(dialog)).toEqual([]);
    await user.keyboard("{Escape}");
    expect(await screen.findByText("1 changed")).toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: "Run" }));
    await screen.findByRole("button", { name: "Use this result" });
    expect(posted(sent)).toMatchObject({ promises: ["average_risk=0.1"] });
    expect(await screen.findByText(/Average risk, whole release/)).toBeInTheDocument();
  });

  it("may have further numbers, and are told in words once they are in force", async () => {
    const { user, sent } = open();
    await user.click(await screen.findByRole("radio", { name: /^Optimal/ }));
    const dialog = await openAdvanced(user);
    expect(within(dialog).queryByRole("textbox", { name: "Facts known about a person" })).not.toBeInTheDocument();
    await user.type(within(dialog).getByRole("textbox", { name: "k-anonymity for a few facts, at least" }), "3");
    await user.type(within(dialog).getByRole("textbox", { name: "Facts known about a person" }), "2");
    await user.type(within(dialog).getByRole("textbox", { name: "Profit of an attack in the table, at most" }), "0");
    await user.type(within(dialog).getByRole("textbox", { name: "Gain of finding a person" }), "12");
    expect(within(dialog).queryByRole("textbox", { name: /δ-presence/ })).not.toBeInTheDocument();
    expect(await findBarriers(dialog)).toEqual([]);
    await user.keyboard("{Escape}");
    expect(await screen.findByText("2 changed")).toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: "Run" }));
    await screen.findByRole("button", { name: "Use this result" });
    expect(posted(sent)).toMatchObject({ promises: ["k_subsets=3:2", "profit_prosecutor=0:12:4"] });
    expect(await screen.findByText(/k-anonymity for a few facts, whole release/)).toBeInTheDocument();
  });

  it("about the population ask how many people there are", async () => {
    const { user } = open();
    const dialog = await openAdvanced(user);
    expect(within(dialog).queryByRole("textbox", { name: "People in the population" })).not.toBeInTheDocument();
    await user.type(within(dialog).getByRole("textbox", { name: "Unique people (Zayatz), at most" }), "1");
    await user.click(within(dialog).getByRole("textbox", { name: "People in the population" }));
    expect(within(dialog).getByText("Say how many people there are.")).toBeInTheDocument();
    await user.keyboard("{Escape}");
    expect(screen.getByRole("button", { name: "Run" })).toBeDisabled();
  });
});
