/** What goes wrong: too large, torn off, no token, foreign pages, odd names, a full disk. */
import { readdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { connect, createServer as createLine, type AddressInfo } from "node:net";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openWindow } from "./browser";
import { NUMBERS } from "./files";
import { withServer } from "./scene";
import { canMakeDisks } from "./server";
import { appliedSteps, openSample, toDashboard, toStep } from "./steps";

const csv = (name: string, bytes: number) => {
  const lines = "age,sex,city\n" + "30,f,Bern\n".repeat(Math.ceil(bytes / 10));
  return { name, mimeType: "text/csv", buffer: Buffer.from(lines) };
};

describe("with room for a million bytes", () => {
  const stage = withServer({ options: ["--max-upload", "1M"] });

  const left = (): string[] => [...readdirSync(join(stage.server.home, "uploads")), ...readdirSync(join(stage.server.home, "datasets"))];

  it("refuses a file that is too large before it is sent, and goes on with the next", async () => {
    const { page, trouble } = await openWindow(stage.browser, stage.server);
    await page.getByText(/^Up to|Up to 1 MB/).waitFor();
    await page.locator("input[type=file]").setInputFiles(csv("large.csv", 2_000_000));
    await page.getByRole("alert").filter({ hasText: "large.csv is 2 MB" }).waitFor();
    expect(left()).toEqual([]);
    await page.locator("input[type=file]").setInputFiles(csv("small.csv", 1000));
    await toDashboard(page);
    expect(trouble).toEqual([]);
  });

  it("says so when the server refuses what the page has let through", async () => {
    const { page } = await openWindow(stage.browser, stage.server);
    await page.route("**/api/v1/status", async (route) => {
      const answer = await route.fetch();
      const status = (await answer.json()) as Record<string, unknown>;
      await route.fulfill({ json: { ...status, max_upload_bytes: 1e12 } });
    });
    await page.reload();
    await page.getByText("Up to 1 TB").waitFor();
    await page.locator("input[type=file]").setInputFiles(csv("large.csv", 3_000_000));
    await page.getByRole("alert").filter({ hasText: "large.csv could not be opened" }).waitFor();
    expect(readdirSync(join(stage.server.home, "uploads"))).toEqual([]);
  });

  it.each([
    ["../../../etc/people.csv", "people.csv"],
    ["<img src=x onerror=alert(1)>.csv", "<img src=x onerror=alert(1)>.csv"],
  ])("shows %s as nothing but a name", async (name, shown) => {
    const { page, trouble } = await openWindow(stage.browser, stage.server);
    await page.locator("input[type=file]").setInputFiles(csv(name, 1000));
    await toDashboard(page);
    await page.getByRole("banner").getByText(shown, { exact: true }).waitFor();
    expect(trouble).toEqual([]);
  });

  it("opens a file without quasi-identifiers on its roles, where the person chooses", async () => {
    const { page, trouble } = await openWindow(stage.browser, stage.server);
    const numbers = { name: "numbers.csv", mimeType: "text/csv", buffer: Buffer.from(NUMBERS) };
    await page.locator("input[type=file]").setInputFiles(numbers);
    await page.waitForURL(/\/columns/);
    await page.getByText(/at least one column that others may know/).waitFor();
    await toStep(page, "See");
    await page.getByRole("heading", { name: "First choose what others may know" }).waitFor();
    await page.getByRole("link", { name: "Go to Columns" }).click();
    const role = page.getByRole("combobox", { name: "What patient_id is" });
    await role.selectOption("quasi");
    await toStep(page, "See");
    await page.getByRole("meter", { name: "Average risk" }).waitFor();
    await toStep(page, "Columns");
    await role.selectOption("insensitive");
    await toStep(page, "See");
    await page.getByRole("heading", { name: "First choose what others may know" }).waitFor();
    expect(trouble).toEqual([]);
  });

  it("lets nobody in without the token, or with a wrong one", async () => {
    const page = await (await stage.browser.newContext()).newPage();
    await page.goto(`${stage.server.origin}/`);
    await page.getByRole("heading", { name: "Open the link with the token" }).waitFor();
    const answer = await page.goto(stage.server.doorFor("wrong"));
    expect(answer?.status()).toBe(401);
    await page.getByText("The token in this address is not valid.").waitFor();
    await page.goto(`${stage.server.origin}/`);
    await page.getByRole("heading", { name: "Open the link with the token" }).waitFor();
  });

  it("does nothing for a foreign page, though the browser sends the cookie along", async () => {
    const { page } = await openWindow(stage.browser, stage.server);
    await page.getByText("Drop a file here").waitFor();
    const before = left();
    const foreign = createServer((_, answer) => answer.setHeader("Content-Type", "text/html").end("<p>foreign</p>"));
    await new Promise<void>((listening) => foreign.listen(0, "127.0.0.1", listening));
    try {
      // The same host on another port is the same site to a browser, but not the same origin.
      await page.goto(`http://127.0.0.1:${(foreign.address() as AddressInfo).port}/`);
      const tried = await page.evaluate(async (origin) => {
        const attempt = (path: string, options: RequestInit): Promise<string> =>
          fetch(`${origin}/api/v1${path}`, { credentials: "include", ...options }).then(
            () => "let in",
            () => "kept out",
          );
        const upload = new FormData();
        upload.append("file", new Blob(["age,sex\n30,f\n"]), "foreign.csv");
        return [
          await attempt("/datasets", { method: "POST", mode: "no-cors", body: upload }),
          await attempt("/datasets/sample", { method: "POST", mode: "no-cors", body: '{"name": "census"}' }),
          await attempt("/datasets", {}),
        ];
      }, stage.server.origin);
      expect(tried).toEqual(["kept out", "kept out", "kept out"]);
    } finally {
      foreign.close();
    }
    expect(left()).toEqual(before);
  });
});

describe("over a slow line", () => {
  const stage = withServer();

  it("keeps nothing of an upload whose tab is closed", async () => {
    const line = await slowLine(new URL(stage.server.origin));
    const page = await (await stage.browser.newContext()).newPage();
    await page.goto(stage.server.door.replace(stage.server.origin, line.origin));
    await page.getByText("Drop a file here").waitFor();
    // More than the buffers on the way hold.
    await page.locator("input[type=file]").setInputFiles(csv("torn.csv", 30_000_000));
    await page.getByText("Uploading torn.csv").waitFor();
    await expect.poll(() => readdirSync(join(stage.server.home, "uploads")), { timeout: 10_000 }).toHaveLength(1);
    await page.close();
    await expect.poll(() => readdirSync(join(stage.server.home, "uploads")), { timeout: 10_000 }).toEqual([]);
    expect(readdirSync(join(stage.server.home, "datasets"))).toEqual([]);
    await line.close();
  });
});

describe.runIf(canMakeDisks())("on a disk of one million bytes", () => {
  const stage = withServer({ disk: "1m" });

  it("says that the disk is full, loses nothing, and goes on when there is room again", async () => {
    const { page } = await openWindow(stage.browser, stage.server);
    const dataset = await openSample(page, "Census");
    await page.goto(`${stage.server.origin}/`);
    await page.locator("input[type=file]").setInputFiles(csv("large.csv", 3_000_000));
    await page.getByRole("alert").filter({ hasText: "disk of the server is full" }).waitFor();
    expect(readdirSync(join(stage.server.home, "uploads"))).toEqual([]);

    await page.goto(`${stage.server.origin}/datasets/${dataset}/safe?tab=attributes`);
    await page.getByRole("button", { name: /^Apply to sex/ }).waitFor();
    const filler = join(stage.server.home, "filler");
    for (const size of [1 << 20, 1 << 16, 1 << 12, 1]) fill(filler, size);
    await page.getByRole("button", { name: /^Apply to sex/ }).click();
    await page.getByRole("alert").filter({ hasText: "could not be saved: the disk is full" }).waitFor();
    expect(await appliedSteps(page)).toEqual([]);

    rmSync(filler);
    await page.getByRole("button", { name: /^Apply to sex/ }).click();
    await expect.poll(() => appliedSteps(page)).toHaveLength(1);
  });
});

/** Append pieces until the disk takes no more. */
function fill(path: string, size: number): void {
  try {
    for (;;) writeFileSync(path, Buffer.alloc(size), { flag: "a" });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
  }
}

/** The way to a server over which five megabytes go up in a second. */
async function slowLine({ hostname, port }: URL): Promise<{ origin: string; close: () => Promise<void> }> {
  const line = createLine((near) => {
    const far = connect(Number(port), hostname);
    far.pipe(near);
    near.on("data", (piece: Buffer) => {
      far.write(piece);
      near.pause();
      setTimeout(() => near.resume(), piece.length / 5000);
    });
    for (const [one, other] of [[near, far], [far, near]] as const) {
      one.on("error", () => other.destroy());
      one.on("close", () => other.destroy());
    }
  });
  await new Promise<void>((listening) => line.listen(0, "127.0.0.1", listening));
  const { port: own } = line.address() as AddressInfo;
  return { origin: `http://127.0.0.1:${own}`, close: () => new Promise((closed) => line.close(() => closed())) };
}
