import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { isMeasured, useDataset } from "@/api/dataset";
import type { Job } from "@/api/types";
import { renderPage } from "@/testing/render";
import { answerInstead, recordedServer, type SentRequest, type ServerOptions } from "@/testing/server";
import { openAdvanced } from "./advanced.testing";
import { AutomaticTab } from "./AutomaticTab";
import { START } from "./choices";

const WISH = { ...START, priority: [] };

function Tab() {
  const { data } = useDataset("census");
  return data && isMeasured(data) ? <AutomaticTab view={data} /> : null;
}

function open(options: ServerOptions = {}) {
  const server = recordedServer(options);
  return { server, sent: server.sent, ...renderPage(<Tab />, { path: "/?tab=automatic" }) };
}

const posted = (sent: SentRequest[]): unknown => sent.find(({ method, path }) => method === "POST" && path === "/automatic")?.body;

describe("a search that goes on", () => {
  it("ends with the best so far when that is wanted now", async () => {
    const { user, sent } = open({ running: Infinity, interim: { step: "Preparing" } });
    await user.click(await screen.findByRole("button", { name: "Run" }));
    const now = await screen.findByRole("button", { name: "Use this now" });
    await waitFor(() => expect(now).toBeEnabled());
    await user.click(now);
    await screen.findByRole("button", { name: "Use this result" });
    expect(sent.some(({ method, path }) => method === "POST" && path.endsWith("/finish"))).toBe(true);
  });

  it("is followed again after the page was loaded anew", async () => {
    const server = recordedServer({ running: 2, interim: { step: "Preparing" } });
    const { job } = await server.post<{ job: Job }>("/automatic", WISH);
    answerInstead("/automatic/running", () => Response.json([{ job, wish: { method: WISH.method, utility: null } }]));
    renderPage(<Tab />, { path: "/?tab=automatic" });
    await screen.findByRole("progressbar", { name: "Progress of the run" });
    await screen.findByRole("button", { name: "Use this result" }, { timeout: 5000 });
    expect(posted(server.sent)).toBeUndefined();
  });

  it("gets the time that is allowed", async () => {
    const { user, sent } = open();
    await screen.findByRole("button", { name: "Run" });
    await user.type(within(await openAdvanced(user)).getByRole("textbox", { name: "Time limit (seconds)" }), "7");
    await user.keyboard("{Escape}");
    expect(await screen.findByText("1 changed")).toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: "Run" }));
    await screen.findByRole("button", { name: "Use this result" });
    expect(posted(sent)).toMatchObject({ seconds: 7 });
  });
});
