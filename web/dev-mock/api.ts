/** A small API with real figures, kept in memory, for development and component tests. */
import type { Decision, HierarchyPreview, RowFilter, Wish } from "../src/api/types.ts";
import { anonymize, front, pairRows, viewRun } from "./automatic.ts";
import { MockDataset } from "./dataset.ts";
import { effect, recommend, risk } from "./figures.ts";
import { Refusal, build, describe, edit, fromCsv, fromRules } from "./hierarchy.ts";
import { MockJobs, type Work } from "./jobs.ts";
import { toLinks } from "./links.ts";
import { columns, compare, page, riskyRows } from "./rows.ts";
import { remedy, standouts, subsets } from "./subsets.ts";
import { CATALOGUE, COLUMNS, ROWS } from "./table.ts";

export interface MockOptions {
  /** Milliseconds between the steps of a job. */
  pace?: number;
  /** Datasets that are there from the start. */
  datasets?: { id: string; name: string }[];
}

export interface MockApi {
  handle: (request: Request) => Promise<Response>;
  datasets: Map<string, MockDataset>;
}

const SAMPLES = [
  { name: "census", title: "Census", explanation: "2,000 synthetic people: age, home, work, religion, income.", rows: 2000 },
  { name: "hospital", title: "Hospital", explanation: "2,000 synthetic hospital stays: birth date, home, diagnosis, cost.", rows: 2000 },
];

const MOST_BYTES = 1_000_000_000;

export function problem(status: number, code: string, message: string, hint = ""): Response {
  return Response.json({ code, message, hint, errors: [] }, { status });
}

export function createMockApi(options: MockOptions = {}): MockApi {
  const start = options.datasets ?? [{ id: "census", name: "census.csv" }];
  const datasets = new Map(start.map(({ id, name }) => [id, new MockDataset(id, name)]));
  const jobs = new MockJobs(options.pace ?? 0);
  const server: Server = { datasets, jobs, scans: new Map() };
  const handle = async (request: Request): Promise<Response> => {
    const path = new URL(request.url).pathname.replace("/api/v1", "").split("/").filter(Boolean).map(decodeURIComponent);
    try {
      return (await (path[0] === "datasets" && path[1] && path[1] !== "sample"
        ? toDataset(server, request, path[1], path.slice(2))
        : toServer(server, request, path))) ?? problem(404, "not_found", `There is no '${path.join("/")}'.`);
    } catch (error) {
      if (error instanceof Refusal) return problem(400, "hierarchy", error.message, error.hint);
      throw error;
    }
  };
  return { handle, datasets };
}

interface Server {
  datasets: Map<string, MockDataset>;
  jobs: MockJobs;
  /** What scans of linked data sets found. */
  scans: Map<string, unknown>;
}

type Answer = Response | undefined | Promise<Response | undefined>;

function toServer(server: Server, request: Request, path: string[]): Answer {
  const { datasets, jobs } = server;
  const [first, second, third] = path;
  const open = (name: string): Response => {
    const id = `${name.replace(/\W+/g, "-")}-${datasets.size + 1}`;
    const finish: Work = () => {
      datasets.set(id, new MockDataset(id, name));
      return { dataset: id };
    };
    return jobs.start(["Reading the file", "Guessing roles", "Counting who looks alike"], finish);
  };
  switch (`${request.method} ${first ?? ""}`) {
    case "GET status":
      return Response.json({ version: "mock", workspace: "memory", max_upload_bytes: MOST_BYTES, user: "you" });
    case "GET catalogue":
      return Response.json(CATALOGUE);
    case "GET samples":
      return Response.json(SAMPLES);
    case "GET datasets":
      return Response.json([...datasets.values()].map(summarise));
    case "POST datasets":
      return second === "sample"
        ? request.json().then((body: { name: string }) => open(body.name))
        : request.formData().then((form) => upload(form, open));
    case "GET jobs":
      return jobs.read(second ?? "", third === "events");
    case "DELETE jobs":
      return jobs.cancel(second ?? "");
    case "POST linked":
      return request.json().then((body) => toLinks(jobs, server.scans, [second, third].filter(Boolean).join("/"), body));
    case "GET linked":
      return server.scans.has(third ?? "") ? Response.json(server.scans.get(third ?? "")) : undefined;
    case "GET exports":
      return new Response("age;sex\n*;*\n", { headers: { "Content-Disposition": "attachment; filename=release.csv" } });
    default:
      return undefined;
  }
}

function upload(form: FormData, open: (name: string) => Response): Response {
  const file = form.get("file");
  if (!(file instanceof File)) return problem(400, "missing_file", "No file was sent.", "Choose a file.");
  if (file.name.includes("empty")) {
    return problem(400, "empty", `'${file.name}' has no rows.`, "Give a file with a header and at least one row.");
  }
  return open(file.name);
}

function summarise(one: MockDataset) {
  const { id, name, created, revision } = one;
  return { id, name, created, revision, rows: ROWS.length, columns: COLUMNS.length };
}

async function toDataset(server: Server, request: Request, id: string, path: string[]): Promise<Response | undefined> {
  const dataset = server.datasets.get(id);
  if (!dataset) return problem(404, "not_found", `There is no dataset '${id}'.`, "It may have been deleted.");
  if (request.method === "GET") return readDataset(dataset, new URL(request.url).searchParams, path);
  if (request.method === "DELETE" && !path.length) {
    server.datasets.delete(id);
    return new Response(null, { status: 204 });
  }
  return changeDataset(server, dataset, request, path);
}

function readDataset(dataset: MockDataset, query: URLSearchParams, [what, which, part]: string[]): Response | undefined {
  const state = dataset.state();
  const limit = Number(query.get("limit") ?? 100);
  switch (what) {
    case undefined:
      return Response.json(dataset.view());
    case "columns":
      return Response.json(columns(state));
    case "rows":
      return Response.json(
        page(state, {
          limit,
          offset: Number(query.get("offset") ?? 0),
          sort: query.get("sort"),
          descending: query.get("descending") === "true",
          filter: JSON.parse(query.get("filter") ?? "[]") as RowFilter[],
          suppressed: query.get("suppressed") === "true",
        }),
      );
    case "recommendations": {
      const ks = Array.from({ length: state.recoded ? 0 : 20 - state.k }, (_, index) => state.k + 1 + index);
      const suppression = ks.map((k) => ({ k, ...effect({ ...state, k }) }));
      const { explanation } = risk(state);
      return Response.json({ state: state.levels, k: state.k, now: effect(state), generalizations: recommend(state), suppression, explanation });
    }
    case "preview": {
      const levels = JSON.parse(query.get("levels") ?? "{}") as Record<string, number>;
      const k = Number(query.get("k") ?? state.k);
      return Response.json({ risk: risk({ ...state, recoded: undefined, k, levels: { ...state.levels, ...levels } }) });
    }
    case "automatic": {
      if (which === undefined) return Response.json(dataset.runs.map((run) => viewRun(run, dataset.revision)));
      const run = dataset.runs.find((one) => one.id === which);
      if (!run) return undefined;
      return Response.json(part === "rows" ? pairRows(run, Number(query.get("offset") ?? 0), limit) : viewRun(run, dataset.revision));
    }
    case "front":
      return Response.json(front(state));
    case "risky-rows":
      return Response.json(riskyRows(state, limit));
    case "subsets":
      return Response.json(subsets(state, Number(query.get("threshold") ?? 5), query.get("linkage") ?? "union", query.get("measure") ?? "k"));
    case "standouts":
      if (state.recoded && limit) return problem(409, "conflict", "Every row is recoded in its own way.", "Ask for no rows.");
      return Response.json(
        standouts(state, Number(query.get("k") ?? 2), Number(query.get("max_size") ?? 3), Number(query.get("offset") ?? 0), limit),
      );
    case "remedy": {
      const row = query.get("row");
      const members = row === null ? query.getAll("attributes") : (standouts(state, 2, 3, 0, ROWS.length).rows.find((one) => String(one.row) === row)?.combinations[0] ?? []);
      return Response.json(remedy(state, members, Number(query.get("threshold") ?? 5)));
    }
    case "compare":
      return Response.json(compare(state));
    case "history":
      return Response.json(dataset.history());
    case "hierarchies": {
      const hierarchy = state.hierarchies[which ?? ""];
      return hierarchy ? Response.json(describe(hierarchy)) : undefined;
    }
    default:
      return undefined;
  }
}

function changeRuns(server: Server, dataset: MockDataset, request: Request, body: Body, which?: string): Response | undefined {
  const wish = body as unknown as Wish;
  if (which === undefined) {
    const work: Work = () => {
      const id = `run-${dataset.runs.length + 1}`;
      dataset.runs.push({ id, at: new Date().toISOString(), revision: dataset.revision, wish, state: anonymize(dataset.state(), wish) });
      return { run: id };
    };
    const optimal = wish.method === "optimal";
    const interim = { rows_safe: 360, rows: ROWS.length, score: optimal ? 0.12 : null, levels: null, suppressed_rows: optimal ? 40 : null };
    return server.jobs.start(["Preparing", "Looking for the best way", "Checking"], work, interim);
  }
  const at = dataset.runs.findIndex((one) => one.id === which);
  const run = dataset.runs[at];
  if (!run) return problem(404, "not_found", "There is no such result (any more).", "Run it again.");
  if (request.method === "DELETE") {
    dataset.runs.splice(at, 1);
    return new Response(null, { status: 204 });
  }
  const { recoded, levels } = run.state;
  if (recoded) dataset.decide({ kind: "recode", k: recoded.k, recoded });
  else dataset.goTo(levels, run.wish.k);
  return Response.json(dataset.view());
}

interface Body extends HierarchyPreview {
  max_size?: number;
  levels?: Record<string, number>;
  k?: number;
  revision?: number;
  revision_of_state?: number;
}

async function changeDataset(server: Server, dataset: MockDataset, request: Request, [what, which]: string[]): Promise<Response | undefined> {
  const body: Body = request.method === "DELETE" ? {} : ((await request.json()) as Body);
  const given = body.revision ?? new URL(request.url).searchParams.get("revision");
  if (given !== null && Number(given) !== dataset.revision) {
    return problem(409, "conflict", "The dataset was changed in the meantime.", "Refresh and try again.");
  }
  if (what === "export") {
    const answer = { download: "/api/v1/exports/e1/file", rows: ROWS.length, k: dataset.state().k, l: null, t: null, verified: true, held: [] };
    return server.jobs.start(["Writing", "Reading it again", "Checking"], () => answer);
  }
  if (what === "standouts") {
    const found = standouts(dataset.state(), body.k ?? 2, body.max_size ?? 3, 0, 0);
    return server.jobs.start(["Looking for stand-outs", "Looking for stand-outs"], () => ({ rows: found.total }));
  }
  if (what === "hierarchies") {
    const base =
      body.rules !== undefined
        ? fromRules(which ?? "", body.rules)
        : body.csv === undefined
        ? body.builder === undefined
          ? (dataset.state().hierarchies[which ?? ""] ?? build(which ?? ""))
          : build(which ?? "", body.builder)
        : fromCsv(which ?? "", body.csv);
    return Response.json(describe(edit(base, body.edits ?? [])));
  }
  if (what === "automatic") return changeRuns(server, dataset, request, body, which);
  if (what === "state") dataset.goTo(body.levels ?? {}, body.k ?? 1);
  else if (what === "jump") dataset.jump(body.revision_of_state ?? 0);
  else if (what === "decisions" && which === undefined) dataset.decide(body as unknown as Decision);
  else if (what !== "decisions" || !dataset.toggle(which ?? "", request.method === "POST")) return undefined;
  return Response.json(dataset.view());
}

