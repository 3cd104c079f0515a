/** The real server, started and killed by the tests: `const server = await startServer()`. */
import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

export const PROJECT = resolve(import.meta.dirname, "../..");
export const INCROWD = join(PROJECT, ".venv/bin/incrowd");
export const TOKEN = "a-token-for-the-tests-0123456789";

export interface Setting {
  options?: string[];
  /** The size of a disk of its own for the workspace, such as `1m`. */
  disk?: string;
  /** On one processor rows come in the same order every time: DuckDB's threads end in any. */
  oneProcessor?: boolean;
}

/** Run a command on one of the processors that we may use. */
function onOneProcessor(command: readonly string[]): string[] {
  const script = "import os, sys; os.sched_setaffinity(0, [max(os.sched_getaffinity(0))]); os.execv(sys.argv[1], sys.argv[1:])";
  return [join(PROJECT, ".venv/bin/python"), "-c", script, ...command];
}

/** Run a command with a folder on a small disk that nobody else sees and that goes with the process. */
function onSmallDisk(folder: string, size: string, command: readonly string[]): string[] {
  const script = 'mount -t tmpfs -o size="$1" tmpfs "$2" && shift 2 && exec "$@"';
  return ["unshare", "-rm", "sh", "-c", script, "sh", size, folder, ...command];
}

/** Not every machine lets us make a disk. */
export function canMakeDisks(): boolean {
  const [program = "", ...rest] = onSmallDisk("/mnt", "1m", ["true"]);
  return spawnSync(program, rest).status === 0;
}

/** A server on a port and a workspace of its own, which stay the same when it is started again. */
export class Server {
  // What is called incrowd-… there is swept away by any other process while nobody serves it.
  readonly workspace = mkdtempSync(join(tmpdir(), "e2e-incrowd-"));
  private process: ChildProcess | undefined;
  private readonly port: number;
  private readonly setting: Setting;

  constructor(port: number, setting: Setting = {}) {
    this.port = port;
    this.setting = setting;
  }

  get origin(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** The address that lets in, as the terminal shows it. */
  get door(): string {
    return this.doorFor(TOKEN);
  }

  doorFor(token: string): string {
    return `${this.origin}/?token=${token}`;
  }

  async start(): Promise<void> {
    const options = ["--port", String(this.port), "--workspace", this.workspace, "--no-browser"];
    const serve = [INCROWD, "serve", ...options, ...(this.setting.options ?? [])];
    const command = this.setting.oneProcessor ? onOneProcessor(serve) : serve;
    const [program = "", ...rest] = this.setting.disk === undefined ? command : onSmallDisk(this.workspace, this.setting.disk, command);
    this.process = spawn(program, rest, {
      env: { ...process.env, INCROWD_TOKEN: TOKEN },
      stdio: ["ignore", "ignore", "inherit"],
    });
    await this.answering();
  }

  /** The workspace as the server sees it: on a disk of its own it is visible only through the process. */
  get home(): string {
    return this.setting.disk === undefined ? this.workspace : `/proc/${String(this.process?.pid)}/root${this.workspace}`;
  }

  /** Ask the API itself, past the page. */
  ask(path: string, options: RequestInit = {}): Promise<Response> {
    return fetch(`${this.origin}/api/v1${path}`, { ...options, headers: { ...(options.headers as object), Authorization: `Bearer ${TOKEN}` } });
  }

  private async answering(): Promise<void> {
    // A busy machine is slow, not wrong.
    const patience = Date.now() + 90_000;
    while (Date.now() < patience) {
      const answered = await fetch(`${this.origin}/api/v1/status`, {
        headers: { Authorization: `Bearer ${TOKEN}` },
        signal: AbortSignal.timeout(2000),
      }).catch(() => null);
      if (answered?.ok) return;
      if (this.process?.exitCode != null) break;
      await new Promise((resume) => setTimeout(resume, 100));
    }
    throw new Error("the server did not start");
  }

  /** As a power cut would: no time to tidy up. */
  async kill(): Promise<void> {
    const running = this.process;
    if (running?.exitCode !== null || running.signalCode !== null) return;
    const ended = once(running, "exit");
    running.kill("SIGKILL");
    await ended;
  }

  async remove(): Promise<void> {
    await this.kill();
    rmSync(this.workspace, { recursive: true, force: true });
  }
}

export async function startServer(setting: Setting = {}): Promise<Server> {
  const server = new Server(await freePort(), setting);
  await server.start();
  return server;
}

function freePort(): Promise<number> {
  return new Promise((found, failed) => {
    const probe = createServer();
    probe.once("error", failed);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => found(typeof address === "object" && address ? address.port : 0));
    });
  });
}
