// What PostgreSQL says when it refuses, as Problems. The text of a statement never reaches a caller.
import { Problem } from "#language/problem.ts";
import { diskFullProblem } from "../disk-space.ts";

interface PostgresError extends Error {
  code: string;
  detail?: string;
  hint?: string;
  constraint?: string;
  column?: string;
  table?: string;
  syscall?: string;
}

const lostConnection = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ENOTFOUND",
  "ETIMEDOUT",
  "EAI_AGAIN",
  "57P01", // admin shutdown
  "57P02", // crash shutdown
  "57P03", // cannot connect now: starting up
  "53300", // too many connections
]);

const hasCode = (error: unknown): error is PostgresError =>
  error instanceof Error && typeof (error as { code?: unknown }).code === "string";

/** The embedded database's socket while it restarts; any other missing file is somebody else's. */
const isSocketGone = (error: PostgresError) => error.code === "ENOENT" && error.syscall === "connect";

/** Whether the failure is the connection's, not the statement's: the same work may succeed once it is back. */
export const isConnectionLost = (error: unknown): boolean =>
  error instanceof AggregateError
    ? error.errors.some(isConnectionLost)
    : hasCode(error)
      ? lostConnection.has(error.code) || error.code.startsWith("08") || isSocketGone(error)
      : error instanceof Error &&
        /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Client (?:has encountered|was closed))/.test(
          error.message,
        );

export const hasSqlState = (error: unknown, ...states: string[]) => hasCode(error) && states.includes(error.code);

/** The Problem that a database failure means to a caller, or undefined when it is a defect of ours. */
export function databaseProblem(error: unknown): Problem | undefined {
  if (isConnectionLost(error))
    return new Problem("unavailable", "The database cannot be reached at the moment. Try again shortly.", {
      cause: error,
      retryAfter: 2,
    });
  if (!hasCode(error) || !/^[0-9A-Z]{5}$/.test(error.code)) return undefined;
  const options = { code: error.code, details: error.detail, cause: error };
  switch (error.code) {
    case "23505":
      return new Problem("conflict", "There is such a row already.", options);
    case "23503":
      return new Problem(
        "conflict",
        "Another row depends on this one, or the row it points to does not exist.",
        options,
      );
    case "23502":
      return new Problem("invalid", `${error.column ?? "A required column"} must have a value.`, options);
    case "23514":
      return new Problem("invalid", `The value breaks the rule ${error.constraint ?? "of its column"}.`, options);
    case "22P02":
    case "22007":
    case "22008":
    case "22003":
    case "22021":
      return new Problem("invalid", "A value is not valid for its column.", { ...options, details: error.message });
    case "42501":
      return new Problem("forbidden", "The database does not allow this.", options);
    case "40001":
    case "40P01":
      return new Problem("conflict", "Somebody else changed the same rows at the same moment. Try again.", options);
    case "53100":
      return diskFullProblem(error);
    case "54001":
      return new Problem("invalid", "The request is nested too deeply for the database.", options);
    case "57014":
      return new Problem("timeout", "The database took too long to answer.", options);
    default:
      return undefined;
  }
}
