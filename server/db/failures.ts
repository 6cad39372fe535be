// Converts errors of PostgreSQL to Problems. The text of a statement is never sent to a caller.
import { Problem } from "#language/problem.ts";
import { diskFullProblem } from "./disk-space.ts";

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

/** The socket of the embedded database is missing while it restarts; any other ENOENT is unrelated. */
const isSocketGone = (error: PostgresError) => error.code === "ENOENT" && error.syscall === "connect";

/**
 * Whether the connection failed and not the statement. The same work may succeed once the database is available again.
 */
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

/** Returns the Problem for a database error, or undefined if the error is a defect of Quarterdeck. */
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
      return new Problem("conflict", "A row with the same key already exists.", options);
    case "23503":
      return new Problem("conflict", "Another row references this row, or a referenced row does not exist.", options);
    case "23502":
      return new Problem("invalid", `${error.column ?? "A required column"} must have a value.`, options);
    case "23514":
      return new Problem(
        "invalid",
        `The value violates the constraint ${error.constraint ?? "of its column"}.`,
        options,
      );
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
      return new Problem(
        "conflict",
        "The same rows were changed by another request at the same time. Try again.",
        options,
      );
    case "53100":
      return diskFullProblem(error);
    case "54001":
      return new Problem("invalid", "The request is nested too deeply for the database.", options);
    case "57014":
      return new Problem("timeout", "The database took too long to respond.", options);
    default:
      return undefined;
  }
}
