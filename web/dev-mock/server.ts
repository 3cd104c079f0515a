/** Serve the mock API from Vite: `npm run mock`. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import type { Plugin } from "vite";
import { createMockApi } from "./api.ts";

function toRequest(incoming: IncomingMessage): Request {
  const url = `http://${incoming.headers.host ?? "127.0.0.1"}${incoming.url ?? "/"}`;
  const method = incoming.method ?? "GET";
  const headers = new Headers(incoming.headers as Record<string, string>);
  if (method === "GET" || method === "DELETE") return new Request(url, { method, headers });
  const body = Readable.toWeb(incoming) as ReadableStream;
  return new Request(url, { method, headers, body, duplex: "half" } as RequestInit);
}

async function answer(response: Response, outgoing: ServerResponse): Promise<void> {
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  if (response.body) {
    for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) outgoing.write(chunk);
  }
  outgoing.end();
}

export function mockServer(): Plugin {
  const api = createMockApi({ pace: 350 });
  return {
    name: "incrowd-mock",
    configureServer(server) {
      server.middlewares.use((incoming, outgoing, next) => {
        if (!incoming.url?.startsWith("/api/")) {
          next();
          return;
        }
        void api.handle(toRequest(incoming)).then((response) => answer(response, outgoing));
      });
    },
  };
}
