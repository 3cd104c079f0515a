/** Two hospitals that stay in one PostgreSQL are linked inside it, with the figures of the same files. */
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { expectSound, settle } from "./browser";
import { know, readFigures } from "./facts";
import { HOSPITAL_A, HOSPITAL_B } from "./linked_tables";
import { PASSWORD, startPostgres, type Postgres } from "./postgres";
import { withWindow } from "./scene";
import { soon } from "./steps";

const scene = withWindow();
const tables = { hospital_a: HOSPITAL_A, hospital_b: HOSPITAL_B };
const INSIDE = /^Joined inside PostgreSQL at postgresql:\/\/ann@127\.0\.0\.1:\d+\/clinic; \d+ joined combinations came here\.$/;
let database: Postgres;

/** A table of texts, as statements of PostgreSQL. */
function statements(name: string, csv: string): string {
  const [header = "", ...lines] = csv.trim().split("\n");
  const columns = header.split(",").map((column) => `"${column}" text`);
  const rows = lines.map((line) => `(${line.split(",").map((cell) => `'${cell}'`).join()})`);
  return `CREATE TABLE ${name} (${columns.join()}); INSERT INTO ${name} VALUES ${rows.join()};`;
}

async function ask<Answer>(path: string, body: unknown): Promise<Answer> {
  const answer = await scene.server.ask(path, { method: "POST", body: new Blob([JSON.stringify(body)], { type: "application/json" }) });
  return (answer.status === 204 ? null : await answer.json()) as Answer;
}

/** Open a table of the source as a data set; its rows stay where they are. */
async function open(source: string, table: string): Promise<void> {
  const { job } = await ask<{ job: { id: string } }>(`/sources/${source}/datasets`, { schema: "public", table });
  await vi.waitFor(
    async () => {
      const { state } = (await (await scene.server.ask(`/jobs/${job.id}`)).json()) as { state: string };
      if (state !== "done") throw new Error(`${table} is not open: ${state}`);
    },
    { timeout: 20_000, interval: 100 },
  );
}

beforeAll(async () => {
  database = await startPostgres(Object.entries(tables).map(([name, csv]) => statements(name, csv)).join("\n"));
  const source = await ask<{ id: string }>("/sources", { name: "clinic", url: database.url });
  await ask(`/sources/${source.id}/password`, { password: PASSWORD });
  for (const table of Object.keys(tables)) await open(source.id, table);
});
afterAll(() => database.remove());

describe("two hospitals in one database", () => {
  it("are chosen like any other, and joined where they are", async () => {
    await scene.page.goto(`${scene.server.origin}/linked`);
    await scene.page.getByRole("checkbox", { name: /hospital_a/ }).check();
    await scene.page.getByRole("checkbox", { name: /hospital_b/ }).check();
    await scene.page.getByRole("table", { name: "Combined rows" }).waitFor();
    await scene.page.getByRole("note").filter({ hasText: INSIDE }).waitFor();
    await settle(scene.page);
    if (process.env.PICTURES_IN) await scene.page.screenshot({ path: `${process.env.PICTURES_IN}/linked-remote.png` });
    await expectSound(scene.page);
  });

  it("give the married person of 130** away, as the golden case says", async () => {
    await know(scene.page, 1, "ZipCode", "130**");
    await know(scene.page, 2, "MaritalStatus", "Married");
    await scene.page.getByText("Gives the secret away", { exact: true }).waitFor();
    await soon(async () => expect(await readFigures(scene.page)).toEqual(["1", "1", "100\u202f%", "1"]));
  });

  it("are scanned on what was joined there", async () => {
    await scene.page.getByRole("tab", { name: "Try everything" }).click();
      await scene.page.getByRole("table", { name: "Worst combinations" }).waitFor();
    await scene.page.getByRole("tabpanel").getByRole("note").filter({ hasText: INSIDE }).waitFor();
    if (process.env.PICTURES_IN) await scene.page.screenshot({ path: `${process.env.PICTURES_IN}/linked-remote-scan.png` });
    await expectSound(scene.page);
  });
});
