/** The real server behind recordings: `await new LiveServer(origin, token).answer(fixture, [], "GET /datasets/census")`. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { normalise, type Aliases } from "./normalise";

/** What is in the workspace at the start: files of `samples/` by the id that tests know the data sets by. */
const FIXTURES = {
  census: { census: "census.csv" },
  linked: { a: "a.csv", b: "b.csv" },
  patients: { a: "patients-a.csv", b: "patients-b.csv" },
  empty: {},
  /** The same people as in census, who stay in a PostgreSQL. */
  remote: {},
} as const satisfies Record<string, Record<string, string>>;

export type Fixture = keyof typeof FIXTURES;

/** A request in one line: `POST /datasets/census/decisions {"kind":"suppress","k":2}`. */
export type RequestLine = string;

/** A PostgreSQL with a table `census`. */
export interface Database {
  url: string;
  password: string;
}

export interface Answer {
  status: number;
  body: unknown;
}

/** POST requests that only ask. */
const READS = /^POST \/(linked\/(proposal|what-if|rows|check|together\/plan)|datasets\/[^/]+\/(hierarchies\/[^/]+\/(preview|risk)|recipe\/preview|techniques\/preview))( |$)/u;
/** POST requests that start a job which changes nothing: its result has an id of its own. */
const SEARCHES = /^POST \/(linked\/(scan|repairs|advice)|attacks|datasets\/[^/]+\/(standouts|export|own-attack))( |$)/u;

const bare = (line: RequestLine): string => line.replace(/^\[\w+\] /u, "");
export const isSearch = (line: RequestLine): boolean => SEARCHES.test(bare(line));
export const isRead = (line: RequestLine): boolean => bare(line).startsWith("GET ") || READS.test(bare(line)) || isSearch(line);

interface Workspace {
  aliases: Aliases;
  /** The answer to the last request that changed something. */
  last: Answer | null;
  /** Jobs at their end. */
  jobs: Record<RequestLine, Answer>;
  searches: Map<RequestLine, Promise<Answer>>;
  /** What is being asked, which must be answered before the next change. */
  pending: Promise<Answer>[];
}

const UPLOAD = "POST /datasets ";
const PAUSE = 50;
const MOST_OPEN = 4;
const BEGUN = { state: "running", result: null, error: null };
/** Tests put something else in its place. */
const reach = globalThis.fetch;

export class LiveServer {
  private readonly workspaces = new Map<string, Promise<Workspace>>();
  private readonly origin: string;
  private readonly token: string;
  private readonly database: Database;

  constructor(origin: string, token: string, database: Database) {
    this.origin = origin;
    this.token = token;
    this.database = database;
  }

  /** The answer to a request that changes nothing, after the changes and the searches that came before. */
  async answer(fixture: Fixture, changes: readonly RequestLine[], line: RequestLine, searches: readonly RequestLine[] = []): Promise<Answer> {
    const workspace = await this.after(fixture, changes);
    const answer = this.read(workspace, line, searches);
    workspace.pending.push(answer);
    return answer;
  }

  private async read(workspace: Workspace, line: RequestLine, searches: readonly RequestLine[]): Promise<Answer> {
    for (const before of searches) await this.search(workspace, before);
    return isSearch(line) ? this.search(workspace, line) : (workspace.jobs[line] ?? (await this.send(workspace, line)));
  }

  private search(workspace: Workspace, line: RequestLine): Promise<Answer> {
    const search = workspace.searches.get(line) ?? this.start(workspace, line, nameOf(line));
    workspace.searches.set(line, search);
    return search;
  }

  /** The answer to the last of some changes. */
  async change(fixture: Fixture, changes: readonly RequestLine[]): Promise<Answer> {
    const { last } = await this.after(fixture, changes);
    if (!last) throw new Error("nothing was changed");
    return last;
  }

  /** A workspace of its own for every history of changes: what is asked there does not depend on what else was asked. */
  private after(fixture: Fixture, changes: readonly RequestLine[]): Promise<Workspace> {
    const key = JSON.stringify([fixture, changes]);
    const known = this.workspaces.get(key) ?? (changes.length ? this.advance(fixture, changes) : this.open(fixture));
    this.workspaces.delete(key);
    this.workspaces.set(key, known);
    // The server keeps the latest results only: what was asked long ago is built anew.
    const [oldest] = this.workspaces.keys();
    if (this.workspaces.size > MOST_OPEN && oldest !== undefined) this.workspaces.delete(oldest);
    return known;
  }

  /** The workspace before the last change goes on; whoever asks for what was before gets a new one. */
  private async advance(fixture: Fixture, changes: readonly RequestLine[]): Promise<Workspace> {
    const before = changes.slice(0, -1);
    const taken = this.after(fixture, before);
    this.workspaces.delete(JSON.stringify([fixture, before]));
    const workspace = await taken;
    await Promise.all(workspace.pending);
    await this.apply(workspace, changes.at(-1) ?? "");
    return workspace;
  }

  private async open(fixture: Fixture): Promise<Workspace> {
    const workspace: Workspace = { aliases: { real: new Map(), known: new Map() }, last: null, jobs: {}, searches: new Map(), pending: [] };
    for (const [id, file] of Object.entries(FIXTURES[fixture])) {
      const text = readFileSync(`${import.meta.dirname}/samples/${file}`, "utf8");
      await this.upload(workspace, id, `${UPLOAD}${JSON.stringify({ name: `${id}.csv`, text })}`);
    }
    if (fixture === "remote") await this.connect(workspace);
    return workspace;
  }

  /** A data set that stays in the database, by a source that is called clinic. */
  private async connect(workspace: Workspace): Promise<void> {
    const { text } = await this.fetch(workspace, `POST /sources ${JSON.stringify({ name: "clinic", url: this.database.url })}`);
    rename(workspace, "clinic", (JSON.parse(text) as { id: string }).id);
    await this.fetch(workspace, `POST /sources/clinic/password ${JSON.stringify({ password: this.database.password })}`);
    await this.upload(workspace, "census", `POST /sources/clinic/datasets ${JSON.stringify({ schema: "public", table: "census" })}`);
    // Rows of a database are numbered as they are shown: all of them now, whatever is asked first afterwards.
    await this.fetch(workspace, "GET /datasets/census/rows?limit=400");
  }

  private async upload(workspace: Workspace, id: string, line: RequestLine): Promise<void> {
    const { status, text } = await this.fetch(workspace, line);
    if (status !== 202) throw new Error(text);
    const job = await this.follow((JSON.parse(text) as { job: { id: string } }).job.id);
    rename(workspace, id, (job.result as { dataset: string }).dataset);
  }

  private async apply(workspace: Workspace, line: RequestLine): Promise<void> {
    workspace.last = await this.start(workspace, line);
    workspace.searches.clear();
  }

  /** Send a request and wait for the job that it starts, if it starts one; ids of a search are named after its question. */
  private async start(workspace: Workspace, line: RequestLine, name = ""): Promise<Answer> {
    const { status, text } = await this.fetch(workspace, line);
    const body = text ? (JSON.parse(text) as { job?: { id: string } }) : null;
    const ended = status === 202 && body?.job ? await this.follow(body.job.id) : null;
    if (!ended) return { status, body: normalise(body, workspace.aliases, name) };
    // A short job may have ended before the server answers: it is recorded as one that has just begun.
    const begun = { ...body, job: { ...body?.job, ...BEGUN } };
    const answer = { status, body: normalise(begun, workspace.aliases, name) };
    const job = normalise(ended, workspace.aliases, name) as { id: string };
    workspace.jobs[`GET /jobs/${job.id}`] = { status: 200, body: job };
    // Several results at once are numbered as they were found, whatever is asked of them first.
    const several = /^POST (\S+)\/front\/local /u.exec(line);
    if (several) await this.send(workspace, `GET ${several[1] ?? ""}/automatic`);
    return answer;
  }

  private async follow(id: string): Promise<{ state: string; result: unknown }> {
    for (;;) {
      const response = await reach(`${this.origin}/api/v1/jobs/${id}`, { headers: { Authorization: `Bearer ${this.token}` } });
      const job = (await response.json()) as { state: string; result: unknown };
      if (job.state !== "running") return job;
      await new Promise((resume) => setTimeout(resume, PAUSE));
    }
  }

  private async send(workspace: Workspace, line: RequestLine): Promise<Answer> {
    const { status, text } = await this.fetch(workspace, line);
    // In a list of results the id of each is that of a run.
    const key = /^GET \S+\/automatic$/u.test(line) ? "run" : "";
    return { status, body: normalise(text ? JSON.parse(text) : null, workspace.aliases, "", key) };
  }

  private async fetch({ aliases }: Workspace, line: RequestLine): Promise<{ status: number; text: string }> {
    const [, language, method = "", path = "", body] = /^(?:\[(\w+)\] )?(\w+) (\S+)(?: (.*))?$/su.exec(line) ?? [];
    const real = (text: string): string => [...aliases.real].reduce((now, [alias, id]) => replaceId(now, alias, id), text);
    const file = line.startsWith(UPLOAD) ? (JSON.parse(body ?? "{}") as { name: string; text: string }) : null;
    const response = await reach(`${this.origin}/api/v1${real(path)}`, {
      method,
      headers: {
        Authorization: `Bearer ${this.token}`,
        "Accept-Language": language ?? "en",
        ...(body === undefined ? {} : { "Content-Type": file ? `multipart/form-data; boundary=${BOUNDARY}` : "application/json" }),
      },
      body: file ? form(file) : body === undefined || path === "/datasets/sample" ? body : real(body),
    });
    return { status: response.status, text: await response.text() };
  }
}

/** Call an id of the server what tests call it. */
function rename({ aliases }: Workspace, name: string, id: string): void {
  aliases.real.set(name, id);
  aliases.known.set(id, name);
}

/** A short name for a question, whatever else is asked before or after it. */
function nameOf(line: RequestLine): string {
  return createHash("sha256").update(line).digest("hex").slice(0, 6);
}

/** Ids stand between slashes, quotes or at the end. */
function replaceId(text: string, from: string, to: string): string {
  return text.replace(new RegExp(`(?<=[/"])${from}(?=[/"?]|$)`, "g"), to);
}

const BOUNDARY = "incrowd-recording";

/** A form written by hand: jsdom's cannot be sent by Node. */
function form({ name, text }: { name: string; text: string }): string {
  return `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: text/csv\r\n\r\n${text}\r\n--${BOUNDARY}--\r\n`;
}
