/** Talk to the REST API; whatever goes wrong is an ApiError: `await answer(api.GET("/api/v1/status"))`. */
import createClient, { type Middleware } from "openapi-fetch";
import { chosenLanguage } from "@/i18n/language";
import { admit, isEmbedded } from "./embedding";
import type { paths } from "./generated";
import type { ApiProblem } from "./types";

const PASSING: ReadonlySet<string> = new Set(["source_not_readable", "engine", "password_needed", "busy", "too_many"]);

/** What the server, or the network, said went wrong, in the one shape of the API. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly hint: string;
  readonly errors: readonly string[];
  /** The source whose password is needed, if whoever asks may give it. */
  readonly source: string | null;

  constructor(status: number, problem: ApiProblem) {
    super(problem.message);
    this.name = "ApiError";
    this.status = status;
    this.code = problem.code;
    this.hint = problem.hint;
    this.errors = problem.errors;
    this.source = problem.source ?? null;
  }

  /** It may pass: a server that is down, a connection that was lost, a password that is missing. */
  get isPassing(): boolean {
    return this.status === 0 || this.status >= 500 || PASSING.has(this.code);
  }

  /** Somebody else changed the dataset in the meantime. */
  get isConflict(): boolean {
    return this.status === 409;
  }

  /** The token is missing or wrong. */
  get isUnauthorized(): boolean {
    return this.status === 401;
  }

  /** The server did not answer at all. */
  get isOffline(): boolean {
    return this.status === 0;
  }
}

/** Speak the language of the page, and make an ApiError of whatever goes wrong. */
const conventions: Middleware = {
  onRequest({ request }) {
    request.headers.set("Accept-Language", chosenLanguage());
    return isEmbedded() ? admit(request) : undefined;
  },
  async onResponse({ response }) {
    if (!response.ok) throw readProblem(response.status, await response.text());
  },
  onError({ error }) {
    // An abort is no error of the server: it goes through as it is.
    return error instanceof DOMException && error.name === "AbortError" ? undefined : offline();
  },
};

/** Every operation of the API with the types of its parameters, its body and its answer. */
export const api = createClient<paths>({
  baseUrl: window.location.origin,
  credentials: "same-origin",
  fetch: (request) => globalThis.fetch(request),
});
api.use(conventions);

/** What an operation answers; errors are thrown: `const status = await answer(api.GET("/api/v1/status"))`. */
export async function answer<Data>(response: Promise<{ data?: Data }>): Promise<Data> {
  // Nothing is answered by operations whose answer has no body.
  return (await response).data as Data;
}

type Address = keyof paths;
type Value = string | number;

/** The address of an operation, for links and streams: `address("/api/v1/jobs/{job_id}/events", { job_id: "j" })`. */
export function address(path: Address, parameters: Record<string, Value> = {}, query: Record<string, Value> = {}): string {
  const filled = path.replace(/\{(\w+)\}/gu, (_, name: string) => encodeURIComponent(String(parameters[name])));
  const text = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)])).toString();
  return text ? `${filled}?${text}` : filled;
}

/** The error for a server that does not answer. */
export function offline(): ApiError {
  return new ApiError(0, { code: "offline", message: "", hint: "", errors: [] });
}

/** Read the error shape from a response; a proxy's HTML page gives a plain one. */
export function readProblem(status: number, text: string): ApiError {
  try {
    const problem = JSON.parse(text) as Partial<ApiProblem>;
    if (typeof problem.message === "string") {
      return new ApiError(status, { code: "unknown", hint: "", errors: [], ...problem } as ApiProblem);
    }
  } catch {
    // Not JSON: fall through to the plain error.
  }
  return new ApiError(status, { code: "unknown", message: `HTTP ${status}`, hint: "", errors: [] });
}
