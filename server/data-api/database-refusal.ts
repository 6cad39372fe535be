// What PostgreSQL refused, in the data API's words: its own code and sentence where those speak of the request's values
// and types; never the text of a statement.
import { Problem } from "#language/problem.ts";
import { databaseProblem } from "../db/failures.ts";

interface Refused {
  code: string;
  message: string;
  detail?: string;
  hint?: string;
}

/** Conditions that a request alone can bring about, by class or by exact state. */
const ofTheRequest: readonly RegExp[] = [
  /^22/, // data: a value that is none of its type, a bad pattern, division by zero
  /^23/, // constraints
  /^21000$/, // a subquery gave too many rows; a row is to be written twice by one upsert
  /^42(?:883|804|846|725|P18|704|P10|P21|P22|611)$/, // operators and casts that do not exist for a type
  /^2201B$/,
  /^0A000$/,
  /^428C9$/, // a generated column
  /^54/, // too complex
  /^P0001$/, // raised by a function of ours, for the caller
];

export function refusedByDatabase(error: unknown): Problem | undefined {
  if (error instanceof Problem) return error;
  if (!(error instanceof Error) || typeof (error as Partial<Refused>).code !== "string") return undefined;
  const { code, message, detail, hint } = error as unknown as Refused;
  const options = { code, details: detail, hint, cause: error };
  // PostgreSQL's sentence would speak of names in our statement.
  if (code === "42803")
    return new Problem("invalid", "Beside an aggregate, only columns that are selected can be sorted by.", {
      ...options,
      details: undefined,
    });
  if (code === "23503" || code === "23505") return new Problem("conflict", message, options);
  if (ofTheRequest.some((pattern) => pattern.test(code))) return new Problem("invalid", message, options);
  // A text search whose words are no query; the position in the statement would say nothing to the caller.
  if (code === "42601" && /tsquery/.test(message))
    return new Problem("invalid", message, { ...options, hint: undefined });
  return databaseProblem(error);
}
