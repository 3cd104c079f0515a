/** Talk to the REST API; whatever goes wrong is an ApiError: `await get<Status>("/status")`. */
import { spokenLanguage } from "@/i18n/spoken";
import type { ApiProblem } from "./types";

export const API = "/api/v1";

/** What the server, or the network, said went wrong, in the one shape of the API. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly hint: string;
  readonly errors: readonly string[];

  constructor(status: number, problem: ApiProblem) {
    super(problem.message);
    this.name = "ApiError";
    this.status = status;
    this.code = problem.code;
    this.hint = problem.hint;
    this.errors = problem.errors;
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

type Value = string | number | boolean | null | undefined;
type Query = Record<string, Value | readonly string[]>;

/** Build an address below the API, leaving out what is not given. */
export function address(path: string, query: Query = {}): string {
  const pairs = Object.entries(query).flatMap(([name, value]) => (isList(value) ? value : [value]).map((one) => [name, one] as const));
  const given = pairs.filter(([, value]) => value !== null && value !== undefined);
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return `${API}${path}${text ? `?${text}` : ""}`;
}

function isList(value: Value | readonly string[]): value is readonly string[] {
  return Array.isArray(value);
}

export function get<T>(path: string, query?: Query, signal?: AbortSignal): Promise<T> {
  return send<T>("GET", address(path, query), undefined, signal);
}

export function post<T>(path: string, body: unknown, signal?: AbortSignal): Promise<T> {
  return send<T>("POST", address(path), body, signal);
}

export function remove<T>(path: string, query?: Query): Promise<T> {
  return send<T>("DELETE", address(path, query));
}

async function send<T>(
  method: string,
  url: string,
  body?: unknown,
  signal?: AbortSignal,
): Promise<T> {
  const response = await reach(url, {
    method,
    signal,
    credentials: "same-origin",
    headers: { "Accept-Language": spokenLanguage(), ...(body === undefined ? {} : { "Content-Type": "application/json" }) },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw readProblem(response.status, text);
  return (text ? JSON.parse(text) : null) as T;
}

async function reach(url: string, options: RequestInit): Promise<Response> {
  try {
    return await fetch(url, options);
  } catch (reason) {
    if (reason instanceof DOMException && reason.name === "AbortError") throw reason;
    throw offline();
  }
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
