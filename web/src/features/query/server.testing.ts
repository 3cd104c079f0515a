/** The server behind `fetch` in the tests of this page: one database with a password, two tables. */
import { vi } from "vitest";
import { problem, readRequest, recordedServer } from "@/testing/server";
import type { QueryResult, QueryTable, Scan, Source, LeakReport } from "@/api/types";

const table = (name: string): QueryTable => ({
  name,
  rows: 2,
  columns: ["zip", "illness"].map((column) => ({ name: column, original: column, type: "VARCHAR" })),
});

export const RESULT: QueryResult = {
  id: "r1",
  sql: "SELECT 1",
  rows: 2,
  columns: [
    { name: "a.zip", type: "VARCHAR" },
    { name: "a.illness", type: "VARCHAR" },
  ],
  person: null,
};
const ROWS = [
  ["130**", "Diabetes"],
  [null, "Flu"],
];

const exposed = (rows: number) => ({ joined_rows: rows, share: rows / 2, sources: [{ source: 1, rows, share: rows / 2 }] });
const SCAN: Scan = {
  facts: 1,
  tried: 2,
  breached: 1,
  certain: 1,
  sources: [{ number: 1, name: "the result", rows: 2, person: null, people: null }],
  joined_rows: 2,
  growth: [
    { facts: 0, exposed: exposed(0), certain: exposed(0) },
    { facts: 1, exposed: exposed(1), certain: exposed(1) },
  ],
  columns: [{ columns: ["a.zip"], alone: exposed(1), certain: exposed(1), taking_part: exposed(1), without: exposed(0) }],
  sentences: [],
  unit: "rows",
  warnings: [],
  findings: [{ know: { "a.zip": "13012" }, n: 1, v: 1, p: 1, rule: 1, facts: 1, news: true, about: "a.illness" }],
};

const LEAKS: LeakReport = {
  status: "leak",
  known: ["a.zip"],
  columns: [{ column: "a.illness", tried: 2, certain: 1, exposed: 1 }],
  counted: 2,
  alone: 1,
  person: null,
  complete: true,
  sentences: ["1 of 2 rows are like no other in 'a.zip'."],
};

interface Sent {
  method: string;
  path: string;
  body: unknown;
}

export interface QueryApi {
  /** How often something was asked for. */
  asked: (method: string, path: string) => number;
  /** What was sent there last. */
  sent: (path: string) => unknown;
}

/** `slow`: what a result gives away is not found out before the test ends. */
export function queryApi({ added = false, slow = false } = {}): QueryApi {
  recordedServer();
  const others = globalThis.fetch;
  const sent: Sent[] = [];
  const state = { slow, open: false, removed: false, file: false, tables: added ? [table("a"), table("b")] : [] };
  vi.stubGlobal("fetch", async (request: Request) => {
    const { method, path: whole, body } = await readRequest(request);
    const path = whole.replace("/api/v1", "");
    if (!path.startsWith("/sources") && !path.startsWith("/queries") && !path.startsWith("/jobs/query")) return others(request);
    sent.push({ method, path, body });
    return answer(state, method, path, body);
  });
  return {
    asked: (method, path) => sent.filter((one) => one.method === method && one.path === path).length,
    sent: (path) => sent.filter((one) => one.path === path && one.method === "POST").at(-1)?.body,
  };
}

/** Files sent to this server: one whose name has "bad" in it is no database. */
export function takeFiles(): { sent: string[]; aborted: () => boolean } {
  const told = { sent: [] as string[], aborted: false };
  class FakeRequest {
    status = 202;
    responseText = "";
    upload: { onprogress: ((event: { loaded: number; total: number }) => void) | null } = { onprogress: null };
    onload: (() => void) | null = null;
    onabort: (() => void) | null = null;
    open = (_: string, path: string): void => void told.sent.push(path);
    setRequestHeader = (): void => undefined;
    abort = (): void => {
      told.aborted = true;
      this.onabort?.();
    };
    send(form: FormData): void {
      const { name } = form.get("file") as File;
      this.upload.onprogress?.({ loaded: 500, total: 1000 });
      if (name.includes("slow")) return;
      this.responseText = JSON.stringify({ job: job(name.includes("bad") ? "nofile" : "file", null) });
      this.onload?.();
    }
  }
  vi.stubGlobal("XMLHttpRequest", FakeRequest);
  return { sent: told.sent, aborted: () => told.aborted };
}

interface State {
  slow: boolean;
  open: boolean;
  removed: boolean;
  file: boolean;
  tables: QueryTable[];
}

const SERVER: Source = { id: "s1", name: "clinic", url: "postgresql://ann@db/clinic", kind: "postgresql", configured: false, uploaded: false };
const FILE: Source = { id: "f1", name: "people.db", url: "people.db", kind: "sqlite", configured: false, uploaded: true };
const locked = (): Response => problem(400, "password_needed", "PostgreSQL does not accept this password.", "Try another.");
const job = (state: string, result: unknown, error: unknown = null) => ({ id: `query-${state}`, state, step: "", progress: 1, result, error });

/** What is counted of a result: rows, with a warning, where people are switched off. */
function counted(body: unknown): { unit: string; warnings: string[] } {
  const { person } = body as { person?: string };
  if (person === undefined) return { unit: "rows", warnings: [] };
  return person === "none" ? { unit: "rows", warnings: ["'the result' has several rows of one person."] } : { unit: "people", warnings: [] };
}

function answer(state: State, method: string, path: string, body: unknown): Response {
  switch (`${method} ${path}`) {
    case "GET /sources":
      return Response.json([...(state.removed ? [] : [SERVER]), ...(state.file ? [FILE] : [])]);
    case "GET /jobs/query-file":
      state.file = true;
      return Response.json(job("done", { source: "f1" }));
    case "GET /jobs/query-nofile":
      return Response.json(job("failed", null, { code: "source_not_readable", message: "'bad.db' is damaged.", hint: "Copy it again.", errors: [] }));
    case "POST /sources/s1/datasets":
      return Response.json({ job: job("dataset", null) }, { status: 202 });
    case "GET /jobs/query-dataset":
      return Response.json(job("done", { dataset: "census" }));
    case "POST /queries/r1/scan":
      return Response.json({ job: job("scan", null) }, { status: 202 });
    case "GET /jobs/query-scan":
      return Response.json(job("done", { scan: "x1" }));
    case "POST /queries/r1/leaks":
      return Response.json({ job: job("leaks", null) }, { status: 202 });
    case "GET /jobs/query-leaks":
      return Response.json(state.slow ? { ...job("running", null), id: "query-leaks" } : job("done", { leaks: LEAKS }));
    case "DELETE /jobs/query-leaks":
      return Response.json(job("cancelled", null));
    case "GET /queries/scans/x1":
      return Response.json(SCAN);
    case "GET /sources/f1/schemas":
      return Response.json([""]);
    case "GET /sources/f1/tables":
      return Response.json(["people"]);
    case "DELETE /sources/f1":
      state.file = false;
      return new Response(null, { status: 204 });
    case "DELETE /sources/s1":
      state.removed = true;
      return new Response(null, { status: 204 });
    case "POST /sources/s1/password":
      state.open = (body as { password: string }).password === "right";
      return state.open ? new Response(null, { status: 204 }) : locked();
    case "GET /sources/s1/schemas":
      return state.open ? Response.json(["public"]) : locked();
    case "GET /sources/s1/tables":
      return Response.json(["visits"]);
    case "GET /sources/s1/columns":
      return Response.json([{ name: "zip", type: "text" }]);
    case "GET /queries/tables":
      return Response.json(state.tables);
    case "POST /queries/sql":
      return Response.json({ sql: "SELECT * FROM a" });
    case "POST /queries": {
      const { sql } = body as { sql?: string };
      return Response.json({ job: job(sql?.startsWith("DROP") ? "failed" : "done", null) }, { status: 202 });
    }
    case "GET /jobs/query-done":
      return Response.json(job("done", { query: "r1" }));
    case "GET /jobs/query-failed":
      return Response.json(job("failed", null, { code: "refused_query", message: "Only a SELECT can be run.", hint: "", errors: [] }));
    case "GET /queries/r1":
      return Response.json(RESULT);
    case "GET /queries/r1/rows":
      return Response.json({ total: 2, offset: 0, rows: ROWS });
    case "POST /queries/r1/rows":
      return Response.json({ total: 2, offset: 0, rows: [...ROWS].reverse(), matching: 1, numbers: [2, 1], matches: [true, false] });
    case "POST /queries/r1/what-if": {
      const told = { about: "a.illness", n: 1, v: 1, p: 1, rule: 1, breach: true, dominant: ["Diabetes"], values: [{ value: "Diabetes", rows: 1, share: 1 }] };
      return Response.json({ threshold: 0.5, breach: true, without_value: 0, compositions: [told], sentences: ["A leak."], person: null, ...counted(body) });
    }
    default:
      return problem(404, "not_found", "There is no such result (any more).", "Run the query again.");
  }
}
