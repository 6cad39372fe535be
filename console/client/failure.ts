// Converts a failed request into a Problem: no response, or an error response in one of the formats that the server's
// APIs use.
import { isProblemId, Problem, type ProblemId, problemStatus } from "#language/problem.ts";

/** Messages of the console that replace messages of the server. */
const texts: Partial<Record<ProblemId, string>> = {
  timeout: "Request timed out. Please try again.",
  network: "Network Error. Please try again.",
  offline: "No internet connection. Please try again.",
  self_service_flow_return_to_forbidden: "The return_to address is not allowed.",
  self_service_flow_expired: "Your interaction expired, please fill out the form again.",
  security_csrf_violation: "A security violation was detected, please fill out the form again.",
};

const UNKNOWN = "An error occurred";

/** The problem for a request without a response: it was aborted, timed out, or did not reach the server. */
export function failedRequest(cause: unknown, timeout: AbortSignal, caller: AbortSignal | undefined): Problem {
  if (caller?.aborted) return new Problem("aborted", "The request was aborted.", { cause });
  const id = timeout.aborted ? "timeout" : navigator.onLine ? "network" : "offline";
  return new Problem(id, texts[id] ?? UNKNOWN, { cause, status: 0 });
}

/** The problem for an error response. `body` is the parsed response, or undefined if it was not JSON. */
export function refusedRequest(status: number, body: unknown, headers: Headers): Problem {
  const answer = isObject(body) ? body : {};
  const inner = isObject(answer["error"]) ? answer["error"] : undefined;
  const stated = inner?.["id"] ?? answer["id"];
  const id = isProblemId(stated) ? stated : idOf(status);
  const messages = [inner?.["reason"], inner?.["message"], inner ? undefined : answer["error"], answer["message"]];
  const retryAfter = Number(headers.get("retry-after"));
  return new Problem(
    id,
    texts[id] ?? messages.find(isText) ?? (status === 504 ? texts.timeout : undefined) ?? UNKNOWN,
    {
      status,
      // Our own API puts the message into `error` and details into `message`.
      details: [answer["details"], isText(answer["error"]) ? answer["message"] : undefined].find(isText),
      hint: isText(answer["hint"]) ? answer["hint"] : undefined,
      parts: answer,
      ...(isText(answer["code"]) && { code: answer["code"] }),
      ...(retryAfter > 0 && { retryAfter }),
      ...requestIdOf(answer, headers),
    },
  );
}

/** The problem for a response that should be JSON but is not, such as a proxy's page or a truncated response. */
export const unreadableAnswer = (status: number, headers: Headers, cause?: unknown) =>
  new Problem("bad_gateway", "The server's response could not be read.", {
    cause,
    details: `Status ${status}, content type ${headers.get("content-type") ?? "none"}.`,
    hint: "A proxy between this browser and the server may have sent it. Please try again.",
    ...requestIdOf({}, headers),
  });

export const isAborted = (error: unknown) =>
  (error instanceof Problem && error.id === "aborted") ||
  (error instanceof DOMException && error.name === "AbortError");

/**
 * Whether an immediate retry may help. It does not help while the browser is offline; failed queries are refetched once
 * the browser is online.
 */
export const isWorthRetrying = (error: unknown) =>
  error instanceof Problem && (error.id === "network" || error.id === "timeout");

/** The message of a thrown value; `otherwise` if the value has no message. */
export const messageOf = (error: unknown, otherwise = UNKNOWN) =>
  error instanceof Error && error.message && error.message !== UNKNOWN ? error.message : otherwise;

const byStatus = new Map<number, ProblemId>();
for (const [id, status] of Object.entries(problemStatus)) {
  if (isProblemId(id) && !byStatus.has(status)) byStatus.set(status, id);
}

const idOf = (status: number): ProblemId => byStatus.get(status) ?? (status >= 500 ? "internal" : "invalid");

const requestIdOf = (answer: Readonly<Record<string, unknown>>, headers: Headers) => {
  const requestId = answer["request_id"] ?? headers.get("x-request-id");
  return isText(requestId) ? { requestId } : {};
};

const isText = (value: unknown): value is string => typeof value === "string" && value !== "";

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
