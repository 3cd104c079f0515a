/** Names and cells that are HTML: every view shows them as text, no element comes of them and no script runs. */
import type { Page } from "playwright-core";
import { beforeAll, expect, it } from "vitest";
import { upload } from "./files";
import { withWindow } from "./scene";
import { soon } from "./steps";

const IMAGE = `<img src=x data-evil onerror="window.evil=1">`;
const SCRIPT = `"><script data-evil>window.evil=1</script>`;
const SVG = `'"></title></textarea></style><svg data-evil onload="window.evil=1">`;
const LINK = `<a data-evil href="javascript:window.evil=1">click</a>`;
const FRAME = `<iframe data-evil srcdoc="<script>parent.evil=1</script>"></iframe>`;
const CELLS = [IMAGE, SCRIPT, SVG, LINK, FRAME, "&lt;b data-evil&gt;", "${window.evil=1}", "{{constructor.constructor('evil=1')()}}"];

const quoted = (cell: string): string => `"${cell.replaceAll('"', '""')}"`;
/** Each cell often enough to be in a group, and one row that stands out. */
const table = (rows: number): string =>
  [[IMAGE, SCRIPT, SVG], ...Array.from({ length: rows }, (_, row) => [CELLS[row % 4], CELLS[row % 3], CELLS[row % 8]]), [FRAME, FRAME, LINK]]
    .map((cells) => cells.map((cell) => quoted(cell ?? "")).join(","))
    .join("\n");

const scene = withWindow();
let dataset: string;
let other: string;

async function decide(id: string, decision: object): Promise<void> {
  const headers = { "Content-Type": "application/json" };
  const answer = await scene.server.ask(`/datasets/${id}/decisions`, { method: "POST", headers, body: JSON.stringify(decision) });
  expect(answer.ok, await answer.text()).toBe(true);
}

beforeAll(async () => {
  dataset = await upload(scene.server, `${IMAGE}.csv`, table(96));
  other = await upload(scene.server, `${SVG.replaceAll("/", "")}.csv`, table(48));
  for (const id of [dataset, other]) {
    await decide(id, { kind: "role", attribute: IMAGE, role: "quasi" });
    await decide(id, { kind: "role", attribute: SCRIPT, role: "quasi" });
    await decide(id, { kind: "role", attribute: SVG, role: "sensitive" });
  }
  await decide(dataset, { kind: "suppress", k: 2 });
});

/** What came of the cells: scripts that ran, elements that are there, links that would run one. */
const harm = (page: Page): Promise<[unknown, number, number]> =>
  page.evaluate(() => [(window as { evil?: unknown }).evil ?? null, document.querySelectorAll("[data-evil]").length, document.querySelectorAll("[href^='javascript:' i], [onerror], [onload]").length]);

async function expectText(): Promise<void> {
  await soon(async () => expect(await scene.page.locator("body").innerText()).toMatch(/data-evil/));
  expect(await harm(scene.page)).toEqual([null, 0, 0]);
}

const at = (rest: string) => (): string => `/datasets/${dataset}${rest}`;
const VIEWS: [string, () => string][] = [
  ["start", () => "/"],
  ["roles", at("/roles")],
  ["hierarchies", at("/hierarchies")],
  ["one hierarchy", () => `/datasets/${dataset}/hierarchies/${encodeURIComponent(IMAGE)}`],
  ...["attributes", "rows", "automatic", "subsets", "history", "compare", "population"].map(
    (tab): [string, () => string] => [tab, at(`?tab=${tab}`)],
  ),
  ["export", at("?dialog=export")],
  ...["whatif", "scan", "check", "advice", "attack"].map((tab): [string, () => string] => [`linked, ${tab}`, () => `/linked?data=${dataset},${other}&tab=${tab}`]),
  ["query", () => "/query"],
];

it.each(VIEWS)("%s shows them as text", async (_, path) => {
  await scene.page.goto(`${scene.server.origin}${path()}`);
  await expectText();
});

it("every tab that can be clicked shows them as text", async () => {
  await scene.page.goto(`${scene.server.origin}/datasets/${dataset}`);
  await scene.page.getByRole("tab").first().waitFor();
  for (const tab of await scene.page.getByRole("tab").all()) {
    await tab.click();
    await expectText();
  }
});

it("what hovering shows is text, too", async () => {
  await scene.page.goto(`${scene.server.origin}/datasets/${dataset}?tab=rows`);
  await expectText();
  for (const cell of (await scene.page.getByRole("cell").all()).slice(0, 12)) await cell.hover({ force: true, timeout: 2000 }).catch(() => undefined);
  await expectText();
});

it("the written file comes as a download that no browser draws", async () => {
  const headers = { "Content-Type": "application/json" };
  const started = await scene.server.ask(`/datasets/${dataset}/export`, { method: "POST", headers, body: JSON.stringify({ format: "csv" }) });
  const { job } = (await started.json()) as { job: { id: string } };
  const done = async (): Promise<string> => {
    const { state, result } = (await (await scene.server.ask(`/jobs/${job.id}`)).json()) as { state: string; result: { download: string } | null };
    if (state !== "done" || result === null) throw new Error(state);
    return result.download;
  };
  let path = "";
  await soon(async () => (path = await done()));
  const file = await scene.server.ask(path.replace("/api/v1", ""));
  expect(file.headers.get("content-disposition")).toMatch(/^attachment/);
  expect(file.headers.get("content-type")).toMatch(/^text\/csv/);
  expect(file.headers.get("x-content-type-options")).toBe("nosniff");
});
