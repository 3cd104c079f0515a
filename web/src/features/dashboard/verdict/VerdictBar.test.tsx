import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { isMeasured, useDataset } from "@/api/dataset";
import type { Verdict } from "@/api/types";
import { findBarriers } from "@/testing/axe";
import { renderPage, type Page } from "@/testing/render";
import { recordedServer } from "@/testing/server";
import { AutomaticTab } from "../automatic/AutomaticTab";
import { nameOf } from "./PresetDialog";
import { VerdictBar } from "./VerdictBar";

function Bar() {
  const { data } = useDataset("census");
  return data && isMeasured(data) ? <VerdictBar view={data} /> : null;
}

function BarAndAutomatic() {
  const { data } = useDataset("census");
  if (!data || !isMeasured(data)) return null;
  return (
    <>
      <VerdictBar view={data} />
      <AutomaticTab view={data} />
    </>
  );
}

function open() {
  const server = recordedServer();
  return { server, ...renderPage(<Bar />) };
}

async function openChecks(user: Page["user"]): Promise<HTMLElement> {
  await user.click(await screen.findByRole("button", { name: /See the checks/ }));
  return screen.findByRole("list", { name: "Checks" });
}

describe("the verdict", () => {
  it("stands in one line, and opens every check with figure, limit, source and what to do", async () => {
    const { user, server } = open();
    const verdict = await server.get<Verdict>("/verdict");
    expect(await screen.findByRole("button", { name: /^Does not pass/ })).toHaveTextContent(verdict.words);
    const list = await openChecks(user);
    const checks = within(list).getAllByRole("heading");
    expect(checks).toHaveLength(verdict.checks.length);
    const [first] = verdict.checks;
    expect(within(list).getByText(first?.words ?? "?")).toBeInTheDocument();
    expect(list.firstElementChild).toHaveTextContent("1 (at least 10)");
    expect(list.firstElementChild).toHaveTextContent(`Source: ${first?.source ?? "?"}`);
    expect(await findBarriers(screen.getByRole("dialog"))).toEqual([]);
  });

  it("goes by the preset that is chosen, which is kept with the data", async () => {
    const { user, server } = open();
    const meant = await screen.findByRole("combobox", { name: "Meant for" });
    await waitFor(() => expect(meant).toHaveValue("public"));
    await user.selectOptions(meant, "internal");
    expect(await screen.findByText(/for internal use/)).toBeInTheDocument();
    expect((await server.view()).preset).toBe("internal");
  });

  it("does what a check proposes", async () => {
    const { user, server } = open();
    const list = await openChecks(user);
    const [leaveOut] = within(list).getAllByRole("button", { name: "Remove groups smaller than 10" });
    if (leaveOut) await user.click(leaveOut);
    await expect.poll(async () => (await server.view()).k).toBe(10);
  });

  it("starts the run that makes the data fit for whom it is meant", async () => {
    recordedServer();
    const { user } = renderPage(<BarAndAutomatic />);
    await user.click(within(await openChecks(user)).getByRole("button", { name: "Make it pass for public release" }));
    expect(window.location.pathname + window.location.search).toMatch(/^\/safe\?tab=automatic/);
    expect(await screen.findByRole("region", { name: "How it was made to pass" })).toBeInTheDocument();
  });
});

describe("limits", () => {
  it("are shown with their sources, and saved only under a name", async () => {
    const { user } = open();
    await user.click(await screen.findByRole("button", { name: "Limits…" }));
    const table = await screen.findByRole("table", { name: "Limits for public release" });
    expect(within(table).getByRole("textbox", { name: "Average risk" })).toHaveValue("5 %");
    expect(screen.getByRole("button", { name: "Save" })).toBeDisabled();
    await user.type(screen.getByRole("textbox", { name: "Save these limits as" }), "Our hospital");
    expect(screen.getByRole("button", { name: "Save" })).toBeEnabled();
    expect(screen.queryByRole("button", { name: "Delete these limits" })).toBeNull();
  });

  it.each([
    ["Our clinic, 2026", "our-clinic-2026"],
    ["  Über uns ", "uber-uns"],
    ["…", ""],
  ])("are called %s in the page and %s in the address", (title, name) => {
    expect(nameOf(title)).toBe(name);
  });
});
