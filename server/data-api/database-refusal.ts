// Converts PostgreSQL's errors for the data API. Errors about the values and types of the request keep PostgreSQL's
// code and message; the text of a statement is never sent.
import { Problem } from "#language/problem.ts";
import { databaseProblem } from "../db/failures.ts";

interface Refused {
  code: string;
  message: string;
  detail?: string;
  hint?: string;
}

/** SQL states that a request alone can cause, listed by class or by exact code. */
const causedByRequest: readonly RegExp[] = [
  /^22/, // data: a value that is not valid for its type, a bad pattern, division by zero
  /^23/, // constraints
  /^21000$/, // a subquery returned too many rows, or an upsert would write a row twice
  /^42(?:883|804|846|725|P18|704|P10|P21|P22|611)$/, // operators and casts that do not exist for a type
  /^2201B$/,
  /^0A000$/,
  /^428C9$/, // a generated column
  /^54/, // the statement is too complex
  /^P0001$/, // raised by a Quarterdeck function for the caller
];

export function refusedByDatabase(error: unknown): Problem | undefined {
  if (error instanceof Problem) return error;
  if (!(error instanceof Error) || typeof (error as Partial<Refused>).code !== "string") return undefined;
  const { code, message, detail, hint } = error as unknown as Refused;
  const options = { code, details: detail, hint, cause: error };
  // PostgreSQL's message would contain names from the internal statement.
  if (code === "42803")
    return new Problem("invalid", "With an aggregate, rows can be sorted only by selected columns.", {
      ...options,
      details: undefined,
    });
  if (code === "23503" || code === "23505") return new Problem("conflict", message, options);
  if (causedByRequest.some((pattern) => pattern.test(code))) return new Problem("invalid", message, options);
  // An invalid text search query; the position in the SQL statement would not help the caller.
  if (code === "42601" && /tsquery/.test(message))
    return new Problem("invalid", message, { ...options, hint: undefined });
  return databaseProblem(error);
}
