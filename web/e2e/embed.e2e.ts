/** The dashboard in a frame of another site: shown where that was allowed, refused where it was not. */
import { createServer, type Server as Site } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { withServer } from "./scene";
import { startServer, type Server } from "./server";

const PEOPLE = "name,age,sex,disease\n" + Array.from({ length: 60 }, (_, row) => `P${row},${20 + (row % 30)},${"fm"[row % 2]},${["flu", "cold"][row % 2]}\n`).join("");
const SETUP = { roles: { name: "identifier", age: "quasi", sex: "quasi", disease: "sensitive" }, step: "take" };

/** A page on another port, which frames whatever its address says. */
let portal: Site;
let origin = "";
let neighbour = "";
let allowed: Server;
const stage = withServer();

beforeAll(async () => {
  portal = createServer((request, response) => {
    const source = decodeURIComponent(new URL(request.url ?? "", "http://portal").search.slice(1));
    response.setHeader("Content-Type", "text/html");
    response.end(`<!doctype html><title>Portal</title><iframe title="incrowd" width="1200" height="650" src="${source.replaceAll('"', "")}"></iframe>`);
  });
  await new Promise<void>((ready) => portal.listen(0, "127.0.0.1", ready));
  // Another name than that of the server, so that browsers take it for another site.
  origin = `http://localhost:${(portal.address() as AddressInfo).port}`;
  neighbour = origin.replace("localhost", "127.0.0.1");
  allowed = await startServer({ options: ["--allow-frame", origin, "--allow-frame", neighbour] });
});

afterAll(async () => {
  portal.close();
  await allowed.remove();
});

async function createDashboard(server: Server): Promise<{ id: string; url: string }> {
  const form = new FormData();
  form.append("file", new Blob([PEOPLE]), "people.csv");
  form.append("setup", JSON.stringify(SETUP));
  const answer = await server.ask("/dashboards", { method: "POST", body: form });
  expect(answer.status).toBe(201);
  return (await answer.json()) as { id: string; url: string };
}

async function frame(url: string, site = origin) {
  // A window of its own, which knows no cookie.
  const context = await stage.browser.newContext({ viewport: { width: 1280, height: 720 }, locale: "en-GB" });
  const page = await context.newPage();
  const said: string[] = [];
  page.on("console", (message) => said.push(message.text()));
  await page.goto(`${site}/?${encodeURIComponent(url)}`);
  return { page, said, inside: page.frameLocator("iframe") };
}

describe("a site that was allowed", () => {
  it("shows the steps of the data set, which can be worked on and taken", async () => {
    const { id, url } = await createDashboard(allowed);
    const { page, inside } = await frame(url);
    await inside.getByRole("heading", { level: 1, name: "Take it" }).waitFor();
    await inside.getByRole("navigation", { name: "Steps" }).waitFor();
    expect(await inside.getByText("Linked releases").count()).toBe(0);
    expect(await inside.getByRole("link", { name: /^Start/ }).count()).toBe(0);
    await inside.getByRole("button", { name: "Write and check" }).click();
    const arriving = page.waitForEvent("download");
    await inside.getByRole("link", { name: "Download CSV" }).click();
    expect((await arriving).suggestedFilename()).toBe("people-anonymised.csv");
    await inside.getByRole("link", { name: /See/ }).click();
    await inside.getByRole("heading", { level: 1, name: "Who stands out, and why?" }).waitFor();
    const address = page.frames()[1]?.url() ?? "";
    expect(address).toBe(`${allowed.origin}/embed/datasets/${id}/see`);
    expect(await page.context().cookies()).toEqual([]);
    await page.context().close();
  });

  it("keeps the session when the frame is loaded again, where the browser keeps anything for it", async () => {
    const { url } = await createDashboard(allowed);
    const { page, inside } = await frame(url, neighbour);
    await inside.getByRole("heading", { level: 1, name: "Take it" }).waitFor();
    await page.frames()[1]?.evaluate(() => window.location.reload());
    await inside.getByRole("heading", { level: 1, name: "Take it" }).waitFor();
    expect(page.frames()[1]?.url()).not.toContain("ticket");
    await page.context().close();
  });

  it("cannot open a link twice", async () => {
    const { url } = await createDashboard(allowed);
    const first = await frame(url);
    await first.inside.getByRole("heading", { level: 1, name: "Take it" }).waitFor();
    const second = await frame(url);
    await second.inside.getByRole("heading", { name: "This link does not work any more" }).waitFor();
    await Promise.all([first, second].map(({ page }) => page.context().close()));
  });

  it("cannot frame the pages of people", async () => {
    const { page, said } = await frame(`${allowed.origin}/`);
    await expect.poll(() => said.join("\n")).toContain("frame-ancestors");
    await page.context().close();
  });
});

it("refuses a site that was not allowed", async () => {
  const { url } = await createDashboard(stage.server);
  const { page, said, inside } = await frame(url);
  await expect.poll(() => said.join("\n")).toContain("frame-ancestors");
  expect(await inside.getByRole("navigation").count()).toBe(0);
  await page.context().close();
});
