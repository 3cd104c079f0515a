/** What the command line says of the same data: `await command<Subsets>(["subsets", CENSUS])`. */
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { INCROWD } from "./server";

/** The answer as JSON; files are looked for in the folder. */
export async function command<Told>(words: readonly string[], folder?: string): Promise<Told> {
  const { stdout } = await promisify(execFile)(INCROWD, [...words, "--json"], { cwd: folder, maxBuffer: 64_000_000 });
  return JSON.parse(stdout) as Told;
}

export interface CommandRisk {
  average_risk: number;
  highest_risk: number;
  utility_loss: number;
  suppressed_rows: number;
}

/** The risk of data, as it is or in a state. */
export function commandRisk(data: string, ...options: string[]): Promise<CommandRisk> {
  return command(["risk", data, ...options]);
}
