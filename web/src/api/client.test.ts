import { afterEach, describe, expect, it, vi } from "vitest";
import { address, ApiError, get, post, readProblem, remove } from "./client";

function answer(body: BodyInit | null, status = 200) {
  const fetch = vi.fn((_url: string, _options: RequestInit) => Promise.resolve(new Response(body, { status })));
  vi.stubGlobal("fetch", fetch);
  return fetch;
}

const refused = (promise: Promise<unknown>): Promise<ApiError> =>
  promise.then(
    () => expect.fail("should have been refused"),
    (error: unknown) => error as ApiError,
  );

afterEach(() => vi.unstubAllGlobals());

describe("address", () => {
  it("leaves out what is not given and escapes the rest", () => {
    expect(address("/rows", { sort: "a&b", offset: 0, filter: undefined, limit: null })).toBe(
      "/api/v1/rows?sort=a%26b&offset=0",
    );
  });

  it("has no question mark without a query", () => {
    expect(address("/status")).toBe("/api/v1/status");
  });
});

describe("requests", () => {
  it("ask in the language that was chosen", async () => {
    localStorage.setItem("incrowd-language", "es");
    const fetch = answer("{}");
    await get("/status");
    expect(fetch.mock.calls[0]?.[1].headers).toMatchObject({ "Accept-Language": "es" });
  });

  it("read JSON", async () => {
    const fetch = answer('{"version":"1"}');
    await expect(get("/status")).resolves.toEqual({ version: "1" });
    expect(fetch.mock.calls[0]?.[0]).toBe("/api/v1/status");
  });

  it("send JSON with its content type", async () => {
    const fetch = answer("{}");
    await post("/datasets/sample", { name: "census" });
    expect(fetch.mock.calls[0]?.[1]).toMatchObject({
      method: "POST",
      body: '{"name":"census"}',
      headers: { "Accept-Language": "en", "Content-Type": "application/json" },
    });
  });

  it("take an empty answer as null", async () => {
    answer(null, 204);
    await expect(remove("/datasets/x")).resolves.toBeNull();
  });
});

describe("errors", () => {
  it("keep code, message and hint of the server", async () => {
    answer(JSON.stringify({ code: "conflict", message: "Changed.", hint: "Refresh.", errors: [] }), 409);
    const error = await refused(get("/x"));
    expect(error).toMatchObject({ status: 409, code: "conflict", message: "Changed.", hint: "Refresh." });
    expect(error.isConflict).toBe(true);
    expect(error.isUnauthorized).toBe(false);
  });

  it("survive a page that is not JSON", () => {
    expect(readProblem(502, "<html>Bad gateway</html>").message).toBe("HTTP 502");
  });

  it("survive JSON of another shape", () => {
    expect(readProblem(400, '{"detail":[]}').code).toBe("unknown");
  });

  it("tell a server that does not answer", async () => {
    vi.stubGlobal("fetch", () => Promise.reject(new TypeError("failed")));
    expect((await refused(get("/x"))).isOffline).toBe(true);
  });

  it("let an abort through as it is", async () => {
    vi.stubGlobal("fetch", () => Promise.reject(new DOMException("stop", "AbortError")));
    await expect(get("/x")).rejects.toMatchObject({ name: "AbortError" });
  });
});
