/** The real server, started and killed by the tests: `const server = await startServer()`. */
import { execFile, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";

export const PROJECT = resolve(import.meta.dirname, "../..");
const INCROWD = join(PROJECT, ".venv/bin/incrowd");
const TOKEN = "a-token-for-the-tests-0123456789";

/** A server on a port and a workspace of its own, which stay the same when it is started again. */
export class Server {
  readonly workspace = mkdtempSync(join(tmpdir(), "incrowd-e2e-"));
  private process: ChildProcess | undefined;
  private readonly port: number;

  constructor(port: number) {
    this.port = port;
  }

  get origin(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** The address that lets in, as the terminal shows it. */
  get door(): string {
    return `${this.origin}/?token=${TOKEN}`;
  }

  async start(): Promise<void> {
    const options = ["--port", String(this.port), "--workspace", this.workspace, "--no-browser"];
    this.process = spawn(INCROWD, ["serve", ...options], {
      env: { ...process.env, INCROWD_TOKEN: TOKEN },
      stdio: ["ignore", "ignore", "inherit"],
    });
    await this.answering();
  }

  /** Ask the API itself, past the page. */
  ask(path: string, options: RequestInit = {}): Promise<Response> {
    return fetch(`${this.origin}/api/v1${path}`, { ...options, headers: { Authorization: `Bearer ${TOKEN}` } });
  }

  private async answering(): Promise<void> {
    for (let tries = 0; tries < 300; tries += 1) {
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
    if (running?.exitCode !== null) return;
    const ended = once(running, "exit");
    running.kill("SIGKILL");
    await ended;
  }

  async remove(): Promise<void> {
    await this.kill();
    rmSync(this.workspace, { recursive: true, force: true });
  }
}

export async function startServer(): Promise<Server> {
  const server = new Server(await freePort());
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

export interface CommandRisk {
  average_risk: number;
  highest_risk: number;
  utility_loss: number;
  suppressed_rows: number;
}

/** What the command line says of the same data in the same state. */
export async function commandRisk(data: string, ...options: string[]): Promise<CommandRisk> {
  const { stdout } = await promisify(execFile)(INCROWD, ["risk", data, "--json", ...options]);
  return JSON.parse(stdout) as CommandRisk;
}
