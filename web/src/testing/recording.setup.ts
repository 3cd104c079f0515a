/** Start the real server while answers are recorded (`npm run record`); tests alone need none. */
import type { TestProject } from "vitest/node";
import { startCensus } from "../../e2e/census_table";
import { PASSWORD } from "../../e2e/postgres";
import { startServer, TOKEN } from "../../e2e/server";
import type { Database } from "./live";

declare module "vitest" {
  interface ProvidedContext {
    recording: { origin: string; token: string; database: Database } | null;
  }
}

export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  if (!process.env.RECORD) {
    project.provide("recording", null);
    return undefined;
  }
  const database = await startCensus();
  const known = { token: TOKEN, database: { url: database.url, password: PASSWORD } };
  // An address is that of a server that runs already.
  if (process.env.RECORD.startsWith("http")) {
    project.provide("recording", { origin: process.env.RECORD, ...known });
    return () => database.remove();
  }
  const server = await startServer({ oneProcessor: true });
  project.provide("recording", { origin: server.origin, ...known });
  return async () => {
    await server.remove();
    await database.remove();
  };
}
