/** Files that the tests open, and how they get to the server past the page. */
import { join } from "node:path";
import { vi } from "vitest";
import { PROJECT, type Server } from "./server";

/** The sample that the page calls Census, as the command line reads it. */
export const CENSUS = join(PROJECT, "src/incrowd/synthetic/samples/census.csv");

/** Nothing but numbers of patients: no quasi-identifier can be guessed. */
export const NUMBERS = ["patient_id", ...Array.from({ length: 50 }, (_, number) => `P${String(10_000 + number)}`)].join("\n");

/** A file, sent straight to the server; answers the id of its dataset. */
export async function upload(server: Server, name: string, text: string): Promise<string> {
  const form = new FormData();
  form.append("file", new Blob([text]), name);
  const { job } = (await (await server.ask("/datasets", { method: "POST", body: form })).json()) as { job: { id: string } };
  const read = async (): Promise<string> => {
    const { state, result } = (await (await server.ask(`/jobs/${job.id}`)).json()) as { state: string; result: { dataset: string } | null };
    if (state !== "done" || result === null) throw new Error(`${name} is not read: ${state}`);
    return result.dataset;
  };
  return vi.waitFor(read, { timeout: 20_000, interval: 100 });
}
