/** A PostgreSQL of the tests' own, with a password: `const database = await startPostgres(SQL)`. */
import { spawn, type ChildProcessWithoutNullStreams } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface, type Interface } from "node:readline";
import { PROJECT } from "./server";

/** As in tests/servers/account.py: everything that quoting may break on. */
export const PASSWORD = "p'w \\ \"x\";-- $%@:/#é";

export class Postgres {
  private readonly process: ChildProcessWithoutNullStreams;
  private readonly lines: Interface;
  private port = 0;

  constructor(sql: string) {
    const script = join(import.meta.dirname, "postgres.py");
    this.process = spawn(join(PROJECT, ".venv/bin/python"), [script, sql]);
    this.process.stderr.pipe(process.stderr);
    this.lines = createInterface(this.process.stdout);
  }

  private async line(): Promise<string> {
    const [text] = (await Promise.race([once(this.lines, "line"), once(this.lines, "close").then(() => [null])])) as [string | null];
    if (text === null) throw new Error("PostgreSQL did not start");
    return text;
  }

  async ready(): Promise<void> {
    this.port = Number(await this.line());
  }

  get url(): string {
    return `postgresql://ann@127.0.0.1:${this.port}/clinic`;
  }

  /** Stop it, as if somebody pulled the plug, or start it again. */
  async tell(order: "stop" | "start"): Promise<void> {
    const told = this.line();
    this.process.stdin.write(`${order}\n`);
    await told;
  }

  async remove(): Promise<void> {
    if (this.process.exitCode !== null) return;
    const ended = once(this.process, "exit");
    this.process.stdin.end();
    await ended;
  }
}

export async function startPostgres(sql: string): Promise<Postgres> {
  const database = new Postgres(sql);
  await database.ready();
  return database;
}
