/** Start the real server while answers are recorded (`npm run record`); tests alone need none. */
import type { TestProject } from "vitest/node";
import { startServer, TOKEN } from "../../e2e/server";

declare module "vitest" {
  interface ProvidedContext {
    recording: { origin: string; token: string } | null;
  }
}

export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  if (!process.env.RECORD) {
    project.provide("recording", null);
    return undefined;
  }
  // An address is that of a server that runs already.
  if (process.env.RECORD.startsWith("http")) {
    project.provide("recording", { origin: process.env.RECORD, token: TOKEN });
    return undefined;
  }
  const server = await startServer({ oneProcessor: true });
  project.provide("recording", { origin: server.origin, token: TOKEN });
  return () => server.remove();
}
