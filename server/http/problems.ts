// Converts any thrown error to a Problem. Our own errors, Fastify's and the database's keep their message; anything
// else is a defect and becomes an internal error without details.
import type { Socket } from "node:net";
import { Problem, problem, type ProblemId } from "#language/problem.ts";
import { databaseProblem } from "../db/failures.ts";
import { diskFullProblem, isDiskFull } from "../db/disk-space.ts";
import { isStackOverflow, tooDeep, jsonFault } from "#lib/json/read-json.ts";

const fromStatus: Readonly<Record<number, ProblemId>> = {
  400: "invalid",
  404: "not_found",
  405: "method_not_allowed",
  406: "not_acceptable",
  413: "too_large",
  414: "invalid",
  415: "unsupported_media_type",
  431: "headers_too_large",
  503: "unavailable",
};

export function toProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  const { statusCode, code } = error as { statusCode?: unknown; code?: unknown };
  // Fastify's own errors have messages for the caller, for example about a malformed body, a wrong content type, or a
  // body that is too large.
  if (
    typeof statusCode === "number" &&
    statusCode < 500 &&
    (String(code).startsWith("FST_ERR") || error instanceof SyntaxError)
  )
    return new Problem(fromStatus[statusCode] ?? "invalid", jsonFault(error), {
      status: statusCode,
      cause: error,
    });
  // Parsers limit the depth. This handles input that no parser has checked.
  if (isStackOverflow(error)) return new Problem("invalid", tooDeep, { cause: error });
  const fromDatabase = databaseProblem(error);
  if (fromDatabase) return fromDatabase;
  return isDiskFull(error) ? diskFullProblem(error, "A disk of the server") : problem.internal(error);
}

export const headersTooLarge = () => new Problem("headers_too_large", "The request's headers are larger than 16 KiB.");

const rawAnswers: Readonly<Record<string, [number, string, ProblemId, string]>> = {
  HPE_HEADER_OVERFLOW: [
    431,
    "Request Header Fields Too Large",
    "headers_too_large",
    "The request's address and headers are larger than 512 KiB.",
  ],
  ERR_HTTP_REQUEST_TIMEOUT: [408, "Request Timeout", "timeout", "The request did not arrive in time."],
};

/** Rejects input that is not valid HTTP directly on the socket, because Fastify has no request to reply to. */
export const rejectRawRequest =
  (headers: Readonly<Record<string, string>>) =>
  (error: Error & { code?: string }, socket: Socket): void => {
    if (error.code === "ECONNRESET" || socket.destroyed) return;
    const [status, text, id, sentence] = rawAnswers[error.code ?? ""] ?? [
      400,
      "Bad Request",
      "invalid",
      "This is not a valid HTTP request.",
    ];
    if (!socket.writable) return void socket.destroy();
    const body = JSON.stringify({ error: sentence, id });
    const lines = Object.entries({
      ...headers,
      connection: "close",
      "content-type": "application/json",
      "content-length": Buffer.byteLength(body),
    }).map(([name, value]) => `${name}: ${value}`);
    socket.end([`HTTP/1.1 ${status} ${text}`, ...lines, "", body].join("\r\n"));
  };
