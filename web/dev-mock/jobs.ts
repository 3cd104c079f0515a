/** Long work as the mock does it: a few steps at a given pace, read by asking or as events. */
import type { Interim, Job } from "../src/api/types.ts";

export type Work = () => unknown;

export class MockJobs {
  private readonly jobs = new Map<string, Job>();
  private readonly pace: number;

  constructor(pace: number) {
    this.pace = pace;
  }

  /** `interim` is what is found so far, told from the second step on. */
  start(steps: string[], work: Work, interim: Interim | null = null): Response {
    const id = `job-${this.jobs.size + 1}`;
    const job: Job = { id, state: "running", step: steps[0] ?? "", progress: 0, result: null, error: null, interim: null };
    this.jobs.set(id, job);
    void this.run(job, steps, work, interim);
    return Response.json({ job }, { status: 202 });
  }

  private async run(job: Job, steps: string[], work: Work, interim: Interim | null): Promise<void> {
    for (const [index, step] of steps.entries()) {
      job.step = step;
      job.interim = index > 0 ? interim : null;
      job.progress = index / steps.length;
      await new Promise((resume) => setTimeout(resume, this.pace));
      if (this.ended(job)) return;
    }
    job.result = work();
    job.progress = 1;
    job.state = "done";
  }

  private ended(job: Job): boolean {
    return job.state !== "running";
  }

  cancel(id: string): Response | undefined {
    const job = this.jobs.get(id);
    if (!job) return undefined;
    job.state = "cancelled";
    return Response.json(job);
  }

  read(id: string, events: boolean): Response | undefined {
    const job = this.jobs.get(id);
    if (!job) return undefined;
    if (!events) return Response.json(job);
    return new Response(this.stream(job), { headers: { "Content-Type": "text/event-stream" } });
  }

  private stream(job: Job): ReadableStream<Uint8Array> {
    const encoder = new TextEncoder();
    const pace = Math.max(this.pace / 2, 5);
    const ended = (): boolean => this.ended(job);
    return new ReadableStream({
      async start(controller) {
        for (;;) {
          controller.enqueue(encoder.encode(`data: ${JSON.stringify(job)}\n\n`));
          if (ended()) break;
          await new Promise((resume) => setTimeout(resume, pace));
        }
        controller.close();
      },
    });
  }
}
