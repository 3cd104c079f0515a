import { screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { refuse } from "@/testing/server";
import { ADVICE, answerRepairs, know, last, open } from "./linked.testing";

const started = (sent: { method: string; path: string }[], path: string): number =>
  sent.filter((one) => one.method === "POST" && one.path === `/api/v1/linked/${path}`).length;

describe("advice as a job", () => {
  it("shows how far it is in words, can be cancelled and tried again", async () => {
    const { user, sent } = open("/linked?data=a,b&tab=advice", { running: Infinity, interim: { step: "Trying all facts" } });
    expect(await screen.findByRole("progressbar")).toBeInTheDocument();
    expect(await screen.findByText(/Trying all facts/)).toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: "Cancel" }));
    expect(await screen.findByText("Stopped before incrowd had tried everything.")).toBeInTheDocument();
    expect(screen.queryByRole("alert")).toBeNull();
    await waitFor(() => expect(sent.some(({ method, path }) => method === "DELETE" && path.startsWith("/api/v1/jobs/"))).toBe(true));
    await user.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByText(ADVICE)).toBeInTheDocument();
    expect(started(sent, "advice")).toBe(2);
  });

  it("is kept while the question is the same, and sought anew for another one", async () => {
    const { user, sent } = open("/linked?data=a,b&tab=advice");
    await screen.findByText(ADVICE);
    await user.click(screen.getByRole("tab", { name: "Try everything" }));
    await user.click(screen.getByRole("tab", { name: "Advice" }));
    expect(await screen.findByText(ADVICE)).toBeInTheDocument();
    expect(started(sent, "advice")).toBe(1);
    await user.selectOptions(screen.getByRole("combobox", { name: "Limit" }), "research");
    await waitFor(() => expect(started(sent, "advice")).toBe(2));
    expect(last(sent, "advice")).toMatchObject({ threshold: 0.2 });
    expect(await screen.findByText(ADVICE)).toBeInTheDocument();
  });

  it("cancels a job for which nobody waits any more", async () => {
    const { user, sent } = open("/linked?data=a,b&tab=advice", { running: Infinity, interim: { step: "Trying all facts" } });
    await screen.findByText(/Trying all facts/);
    await user.click(screen.getByRole("tab", { name: "Try everything" }));
    await waitFor(() => expect(sent.some(({ method, path }) => method === "DELETE" && path.startsWith("/api/v1/jobs/"))).toBe(true));
  });

  it("says what went wrong, and tries again", async () => {
    const { user } = open("/linked?data=a,b&tab=advice", { running: 1 });
    const relent = refuse("/linked/advice/", { code: "not_found", message: "There is no such advice (any more).", hint: "Ask again." });
    expect(await screen.findByRole("alert")).toHaveTextContent("There is no such advice (any more).");
    relent();
    await user.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByText(ADVICE)).toBeInTheDocument();
  });
});

describe("repairs as a job", () => {
  it("shows how far it is, can be cancelled and tried again", async () => {
    const { user, sent } = open("/linked?data=a,b", { running: Infinity, interim: { step: "Trying levels of age" } });
    await know(user, 1, "MaritalStatus", "Married");
    await screen.findByText("2 of 6 combined rows fit");
    expect(started(sent, "repairs")).toBe(0);
    await user.click(await screen.findByRole("button", { name: "How to prevent it" }));
    expect(await screen.findByText(/Trying levels of/)).toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: "Cancel" }));
    expect(await screen.findByText("Stopped before incrowd had tried everything.")).toBeInTheDocument();
    answerRepairs();
    await user.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByRole("link", { name: "Try this step" })).toBeInTheDocument();
    expect(last(sent, "repairs")).toMatchObject({ know: { MaritalStatus: "Married" }, threshold: 0.5 });
  });

  it("says what went wrong", async () => {
    const { user } = open("/linked?data=a,b");
    await know(user, 1, "MaritalStatus", "Married");
    await screen.findByText("2 of 6 combined rows fit");
    refuse("/linked/repairs", { code: "not_found", message: "There is no such data set.", hint: "It may have been deleted." });
    await user.click(await screen.findByRole("button", { name: "How to prevent it" }));
    expect(await screen.findByRole("alert")).toHaveTextContent("There is no such data set.");
  });
});
