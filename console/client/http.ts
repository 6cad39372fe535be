// The console's fetch. It sends the session cookie and JSON, times out, and throws a Problem for every failure. If the
// session has ended, it opens the sign-in screen.
import type { Method } from "#language/call.ts";
import { Problem } from "#language/problem.ts";
import { failedRequest, refusedRequest, unreadableAnswer } from "./failure.ts";
import { loading } from "./loading.ts";
import { leaveForLogin } from "./login.ts";
import { reachability } from "./reachability.ts";
import { requestPause } from "./request-pause.ts";

export type Query = Readonly<Record<string, string | number | boolean | null | undefined>>;

export interface HttpRequest {
  query?: Query | undefined;
  body?: unknown;
  signal?: AbortSignal | undefined;
  timeoutMs?: number | undefined;
  /**
   * The version that the caller has read, sent as If-Match. Null means that no version existed, sent as If-None-Match.
   */
  version?: string | null | undefined;
  /** How a 401 is handled: "login" opens the sign-in screen, "throw" leaves it to the caller. */
  onUnauthorized?: "login" | "throw" | undefined;
  /** Whether this request ends the session. Such a request is sent even while other requests are paused. */
  isSignOut?: boolean | undefined;
}

const TIMEOUT_MS = 30_000;

export async function http<Answer>(method: Method, path: string, request: HttpRequest = {}): Promise<Answer> {
  const { answer, text } = await exchange(withQuery(path, request.query), initOf(method, request), request);
  // An empty body is returned as undefined; the type of the caller's contract allows it.
  if (text === "") return undefined as Answer;
  return parsed(answer, text) as Answer;
}

type Exchange = Omit<HttpRequest, "query" | "body" | "version">;

/** Sends a request and reads the whole response. Throws if the request fails. */
export async function exchange(address: string, init: RequestInit, request: Exchange = {}) {
  if (request.isSignOut) return attempt(address, init, request);
  if (requestPause.isOn()) await requestPause.over();
  // Writes are not repeated.
  if ((init.method ?? "GET") !== "GET") return attempt(address, init, request);
  const leaving = requestPause.signal();
  const { signal } = request;
  try {
    return await attempt(address, init, { ...request, signal: signal ? AbortSignal.any([signal, leaving]) : leaving });
  } catch (error) {
    if (!leaving.aborted || signal?.aborted) throw error;
    await requestPause.over();
    return attempt(address, init, request);
  }
}

async function attempt(address: string, init: RequestInit, request: Exchange) {
  const { signal, timeoutMs = TIMEOUT_MS, onUnauthorized = "login" } = request;
  const timeout = AbortSignal.timeout(timeoutMs);
  let answer: Response;
  let text: string;
  loading.begin();
  try {
    answer = await fetch(address, {
      ...init,
      credentials: "same-origin",
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    });
    text = await answer.text();
  } catch (cause) {
    if (!signal?.aborted) reachability.suspect();
    throw failedRequest(cause, timeout, signal);
  } finally {
    loading.end();
  }

  if (answer.ok) return { answer, text };
  if (answer.status >= 502 && answer.status <= 504) reachability.suspect();
  const problem = refusedRequest(answer.status, isJson(answer) ? parsedOrNothing(text) : undefined, answer.headers);
  if (problem.status === 401 && onUnauthorized === "login") leaveForLogin();
  throw problem;
}

const initOf = (method: Method, { body, version }: HttpRequest): RequestInit => ({
  method,
  headers: {
    accept: "application/json",
    ...(body !== undefined && { "content-type": "application/json" }),
    ...(typeof version === "string" && { "if-match": JSON.stringify(version) }),
    ...(version === null && { "if-none-match": "*" }),
  },
  body: body === undefined ? null : JSON.stringify(body),
});

/** Whether the tab is opening the sign-in screen, so that nothing needs to be rendered or reported. */
export const isSignedOut = (error: unknown) => error instanceof Problem && error.status === 401;

function withQuery(path: string, query: Query = {}) {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null) search.set(name, String(value));
  }
  return search.size > 0 ? `${path}?${search.toString()}` : path;
}

const isJson = (answer: Response) => /\bjson\b/.test(answer.headers.get("content-type") ?? "");

function parsed(answer: Response, text: string): unknown {
  if (!isJson(answer)) throw unreadableAnswer(answer.status, answer.headers);
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw unreadableAnswer(answer.status, answer.headers, cause);
  }
}

function parsedOrNothing(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
