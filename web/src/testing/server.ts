/** The server as component tests meet it: answers recorded from the real one, behind `fetch`. */
import { inject, vi } from "vitest";
import type { DatasetView, Decision, Job, Wish } from "@/api/types";
import { type Answer, type Fixture, isRead, isSearch, LiveServer, type RequestLine } from "./live";
import { find, keep } from "./recordings";

export interface ServerOptions {
  fixture?: Fixture;
  /** How often a job says that it is running before it ends; once one was cancelled, those after it end at once. */
  running?: number;
  /** What it says meanwhile. */
  interim?: Partial<Job>;
}

const API = "/api/v1";

let live: LiveServer | null | undefined;

/** The real server, while `npm run record` runs. */
function liveServer(): LiveServer | null {
  if (live === undefined) {
    const recording = inject("recording");
    live = recording ? new LiveServer(recording.origin, recording.token, recording.database) : null;
  }
  return live;
}

export interface SentRequest {
  method: string;
  /** Below the data set of the fixture, or the whole path. */
  path: string;
  query: URLSearchParams;
  body: unknown;
}

export class RecordedServer {
  /** What the page sent. */
  readonly sent: SentRequest[] = [];
  private readonly fixture: Fixture;
  private running: number;
  private readonly interim: Partial<Job>;
  private changes: RequestLine[] = [];
  private readonly searches: RequestLine[] = [];
  /** Jobs that run: how often they said so, and what was changed before those that change something. */
  private readonly jobs = new Map<string, { asked: number; cancelled: boolean; before: RequestLine[] | null }>();

  constructor({ fixture = "census", running = 0, interim = {} }: ServerOptions) {
    this.fixture = fixture;
    this.running = running;
    this.interim = interim;
  }

  /** Ask as the page does: `await server.get<History>("/history")`, of the data set of the fixture unless the path says more. */
  async get<Body>(path: string): Promise<Body> {
    return (await this.handle(`GET /datasets/census${path}`)).body as Body;
  }

  view(): Promise<DatasetView> {
    return this.get<DatasetView>("");
  }

  /** Decide something behind the back of the page, as another window does. */
  async decide(...decisions: Decision[]): Promise<void> {
    for (const decision of decisions) {
      const { revision } = await this.view();
      const { status, body } = await this.handle(`POST /datasets/census/decisions ${JSON.stringify({ ...decision, revision })}`);
      if (status >= 400) throw new Error(JSON.stringify(body));
    }
  }

  /** Change something else behind the back of the page: `await server.post("/automatic", wish)`. */
  async post<Body>(path: string, body: unknown): Promise<Body> {
    return (await this.handle(`POST /datasets/census${path} ${JSON.stringify(body)}`)).body as Body;
  }

  /** Recode rows one by one, as a run that is adopted does. */
  async recode(wish: Wish): Promise<void> {
    const { job } = await this.post<{ job: Job }>("/automatic", wish);
    const { result } = (await this.handle(`GET /jobs/${job.id}`)).body as Job<{ run: string }>;
    await this.post(`/automatic/${result?.run ?? ""}/adopt`, { revision: (await this.view()).revision });
  }

  async handle(line: RequestLine): Promise<Answer> {
    const bare = line.replace(/^\[\w+\] /u, "");
    if (bare.startsWith("GET /jobs/") || bare.startsWith("DELETE /jobs/")) return this.toJob(bare);
    if (bare.startsWith("POST /jobs/") && bare.endsWith("/finish")) return this.finish(bare);
    const before = isRead(line) ? null : this.changes;
    const answer = before ? await this.change(line) : await this.read(line);
    if (before && answer.status < 400) this.changes = [...before, line];
    if (isSearch(line)) this.searches.push(line);
    if (answer.status === 202) this.jobs.set((answer.body as { job: Job }).job.id, { asked: 0, cancelled: false, before });
    return answer;
  }

  private async read(line: RequestLine): Promise<Answer> {
    // Something may be changed while the answer is on its way.
    const { fixture, changes } = this;
    const recorded = find(fixture, changes)?.answers[line];
    if (recorded) return recorded;
    const server = liveServer();
    if (!server) throw new Error(`Not recorded: ${line} after ${JSON.stringify(changes)}: npm run record`);
    const answer = await server.answer(fixture, changes, line, this.searches);
    keep(fixture, changes, find(fixture, changes)?.changed ?? null, line, answer);
    return answer;
  }

  private async change(line: RequestLine): Promise<Answer> {
    const changes = [...this.changes, line];
    const recorded = find(this.fixture, changes)?.changed;
    if (recorded) return recorded;
    const server = liveServer();
    if (!server) throw new Error(`Not recorded: ${JSON.stringify(changes)}: npm run record`);
    const answer = await server.change(this.fixture, changes);
    keep(this.fixture, changes, answer, null, null);
    return answer;
  }

  /** End a search with what it has: from now on its result is answered. */
  private finish(line: RequestLine): Promise<Answer> {
    this.running = 0;
    return this.toJob(line.replace("POST", "GET").replace("/finish", ""));
  }

  private async toJob(line: RequestLine): Promise<Answer> {
    const id = line.split("/").at(-1) ?? "";
    const job = this.jobs.get(id);
    const state: Job = { id, state: "running", step: "", progress: 0, result: null, error: null, interim: null };
    if (line.startsWith("DELETE ") && job) {
      job.cancelled = true;
      this.running = 0;
      this.changes = job.before ?? this.changes;
    }
    if (job?.cancelled) return { status: 200, body: { ...state, state: "cancelled" } };
    if (job && job.asked < this.running) {
      job.asked += 1;
      return { status: 200, body: { ...state, ...this.interim } };
    }
    // A job of an earlier test that is still asked for was never of this server.
    return job ? this.read(line) : { status: 404, body: { code: "not_found", message: "There is no such job.", hint: "", errors: [] } };
  }
}

/** What a request asks for, and the line under which its answer is recorded. */
export async function readRequest(request: Request): Promise<SentRequest & { line: string }> {
  const { pathname, searchParams: query } = new URL(request.url);
  const text = await request.clone().text();
  const language = request.headers.get("Accept-Language") ?? "en";
  const search = query.toString();
  const parts = [language === "en" ? "" : `[${language}]`, request.method, `${pathname.replace(API, "")}${search ? `?${search}` : ""}`, text];
  return {
    method: request.method,
    path: pathname.replace(`${API}/datasets/census`, ""),
    query,
    body: text ? JSON.parse(text) : null,
    line: parts.filter(Boolean).join(" "),
  };
}

/** Put recorded answers behind `fetch`; answers the server, so that a test can look behind the scenes. */
export function recordedServer(options: ServerOptions = {}): RecordedServer {
  const server = new RecordedServer(options);
  vi.stubGlobal("fetch", async (request: Request) => {
    const { line, ...sent } = await readRequest(request);
    server.sent.push(sent);
    const { status, body } = await server.handle(line);
    return body === null ? new Response(null, { status }) : Response.json(body, { status });
  });
  return server;
}

/** An error in the one shape of the API. */
export function problem(status: number, code: string, message: string, hint = ""): Response {
  return Response.json({ code, message, hint, errors: [] }, { status });
}

/** Refuse what is asked for at some address, until the function that this answers is called. */
export function refuse(part: string, { code, message, hint }: { code: string; message: string; hint: string }): () => void {
  return answerInstead(part, () => problem(404, code, message, hint));
}

/** Answer what is asked for at some address by hand: for states that are hard to bring about. */
export function answerInstead(part: string, answer: () => Response): () => void {
  const next = globalThis.fetch;
  let instead = true;
  vi.stubGlobal("fetch", (request: Request) => (instead && request.url.includes(part) ? Promise.resolve(answer()) : next(request)));
  return () => {
    instead = false;
  };
}
