import { describe, expect, it, vi } from "vitest";
import { address, answer, api, ApiError, readProblem } from "./client";

function stub(body: BodyInit | null, status = 200) {
  const fetch = vi.fn((_: Request) => Promise.resolve(new Response(body, { status })));
  vi.stubGlobal("fetch", fetch);
  return () => fetch.mock.calls[0]?.[0] ?? expect.fail("nothing was sent");
}

const status = () => answer(api.GET("/api/v1/status"));

const refused = (promise: Promise<unknown>): Promise<ApiError> =>
  promise.then(
    () => expect.fail("should have been refused"),
    (error: unknown) => error as ApiError,
  );

describe("address", () => {
  it("fills in and escapes what is given", () => {
    expect(address("/api/v1/attacks/{attack_id}/file", { attack_id: "a/b" }, { sort: "a&b", offset: 0 })).toBe(
      "/api/v1/attacks/a%2Fb/file?sort=a%26b&offset=0",
    );
  });

  it("has no question mark without a query", () => {
    expect(address("/api/v1/status")).toBe("/api/v1/status");
  });
});

describe("requests", () => {
  it("leave out what is not given and escape the rest", async () => {
    const sent = stub("{}");
    await answer(api.GET("/api/v1/datasets/{dataset_id}/rows", { params: { path: { dataset_id: "a/b" }, query: { sort: "a&b", offset: 0, filter: undefined } } }));
    expect(sent().url.replace(/.*(?=\/api)/u, "")).toBe("/api/v1/datasets/a%2Fb/rows?sort=a%26b&offset=0");
  });

  it("ask in the language that was chosen", async () => {
    localStorage.setItem("incrowd-language", "es");
    const sent = stub("{}");
    await status();
    expect(sent().headers.get("Accept-Language")).toBe("es");
  });

  it("read JSON", async () => {
    const sent = stub('{"version":"1"}');
    await expect(status()).resolves.toEqual({ version: "1" });
    expect(new URL(sent().url).pathname).toBe("/api/v1/status");
  });

  it("send JSON with its content type", async () => {
    const sent = stub("{}");
    await answer(api.POST("/api/v1/datasets/sample", { body: { name: "census" } }));
    const { method, headers } = sent();
    expect([method, headers.get("Content-Type"), headers.get("Accept-Language")]).toEqual(["POST", "application/json", "en"]);
    expect(await sent().text()).toBe('{"name":"census"}');
  });

  it("take an empty answer as nothing", async () => {
    stub(null, 204);
    await expect(answer(api.DELETE("/api/v1/datasets/{dataset_id}", { params: { path: { dataset_id: "x" } } }))).resolves.toBeUndefined();
  });
});

describe("errors", () => {
  it("keep code, message and hint of the server", async () => {
    stub(JSON.stringify({ code: "conflict", message: "Changed.", hint: "Refresh.", errors: [] }), 409);
    const error = await refused(status());
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
    expect((await refused(status())).isOffline).toBe(true);
  });

  it("let an abort through as it is", async () => {
    vi.stubGlobal("fetch", () => Promise.reject(new DOMException("stop", "AbortError")));
    await expect(status()).rejects.toMatchObject({ name: "AbortError" });
  });
});
