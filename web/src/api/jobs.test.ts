import { describe, expect, it, vi } from "vitest";
import { recordedServer } from "@/testing/server";
import { answer, api } from "./client";
import { cancelJob, followJob, jobId } from "./jobs";
import type { DatasetResult, Job } from "./types";

const start = async (): Promise<string> => jobId(await answer(api.POST("/api/v1/datasets/sample", { body: { name: "census" } })));

/** An event source that plays what it is given, and then fails if it is told to. */
function playEvents(events: Partial<Job>[], breaks = false): { closed: () => boolean; opened: () => number } {
  let [closed, opened] = [false, 0];
  class FakeSource {
    onmessage: ((event: { data: string }) => void) | null = null;
    onerror: (() => void) | null = null;
    constructor() {
      opened += 1;
      queueMicrotask(() => {
        for (const event of events) this.onmessage?.({ data: JSON.stringify(event) });
        if (breaks) this.onerror?.();
      });
    }
    close(): void {
      closed = true;
    }
  }
  vi.stubGlobal("EventSource", FakeSource);
  return { closed: () => closed, opened: () => opened };
}

describe("followJob", () => {
  it("asks until the job is done where there are no events", async () => {
    recordedServer();
    const steps: string[] = [];
    const result = await followJob<DatasetResult>(await start(), { onUpdate: (job) => steps.push(job.state) });
    expect(result.dataset).toBe("dataset-1");
    expect(steps.at(-1)).toBe("done");
  });

  it("listens to events and closes the stream at the end", async () => {
    const source = playEvents([
      { state: "running", progress: 0.5 },
      { state: "done", result: { dataset: "x" } },
    ]);
    const shares: (number | null | undefined)[] = [];
    const result = await followJob<DatasetResult>("j", { onUpdate: (job) => shares.push(job.progress) });
    expect(result).toEqual({ dataset: "x" });
    expect(shares[0]).toBe(0.5);
    expect(source.closed()).toBe(true);
  });

  it("asks instead when the stream breaks", async () => {
    recordedServer();
    const id = await start();
    playEvents([], true);
    await expect(followJob<DatasetResult>(id)).resolves.toHaveProperty("dataset");
  });

  it("fails with the error of the job", async () => {
    playEvents([{ state: "failed", error: { code: "empty", message: "No rows.", hint: "Add some.", errors: [] } }]);
    await expect(followJob("j")).rejects.toMatchObject({ code: "empty", message: "No rows.", hint: "Add some." });
  });

  it("opens no stream for whoever does not wait any more, and leaves one that is open", async () => {
    const source = playEvents([{ state: "running" }]);
    await expect(followJob("j", { signal: AbortSignal.abort() })).rejects.toThrow();
    expect(source.opened()).toBe(0);
    const waiting = new AbortController();
    const followed = followJob("j", { signal: waiting.signal });
    waiting.abort();
    await expect(followed).rejects.toThrow();
    expect([source.opened(), source.closed()]).toEqual([1, true]);
  });

  it("tells that a job was cancelled", async () => {
    recordedServer({ running: 1 });
    const id = await start();
    await cancelJob(id);
    await expect(followJob(id)).rejects.toMatchObject({ code: "cancelled" });
  });
});
