import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isSearch, LiveServer } from "../src/testing/live";
import { all, write, type Recording } from "../src/testing/recordings";
import { startCensus } from "./census_table";
import { PASSWORD, type Postgres } from "./postgres";
import { startServer, TOKEN, type Server } from "./server";

describe("what component tests have recorded", () => {
  let server: Server;
  let database: Postgres;
  let live: LiveServer;
  beforeAll(async () => {
    server = await startServer({ oneProcessor: true });
    database = await startCensus();
    live = new LiveServer(server.origin, TOKEN, { url: database.url, password: PASSWORD });
  });
  afterAll(async () => {
    await server.remove();
    await database.remove();
  });

  async function askAgain({ fixture, changes, answers }: Recording): Promise<Recording> {
    const now: Recording = { fixture, changes, changed: changes.length ? await live.change(fixture, changes) : null, answers: {} };
    for (const line of inOrder(Object.keys(answers))) now.answers[line] = await live.answer(fixture, changes, line);
    return now;
  }

  /** Searches come first: others ask for what they found. */
  function inOrder(lines: string[]): string[] {
    return [...lines.filter(isSearch), ...lines.filter((line) => !isSearch(line))];
  }

  it.each(all().map(({ path, recording }) => [path.split("/").at(-1), path, recording] as const))(
    "is what the server answers now: %s",
    async (_, path, recording) => {
      const now = await askAgain(recording);
      if (process.env.REFRESH) write(path, now);
      else expect(now).toEqual(recording);
    },
  );
});
