// The message of a failed test: the server's text, formatted if it is JSON, and its hints. No side effects.
import { messageOf } from "#console/client/failure.ts";
import { Problem } from "#language/problem.ts";

export const NO_WORDS = "Testing connection failed!";

export interface FailureWords {
  text: string;
  /** Whether the text is formatted JSON. */
  isJson: boolean;
  fix: readonly string[];
}

export function failureWords(error: unknown): FailureWords {
  const message = messageOf(error, NO_WORDS);
  const json = asJson(message);
  const fix = error instanceof Problem ? [error.details, error.hint].filter((line) => line !== undefined) : [];
  return { text: json ?? message, isJson: json !== undefined, fix };
}

/** A single number or word is not treated as JSON. */
function asJson(text: string): string | undefined {
  try {
    const value = JSON.parse(text) as unknown;
    return typeof value === "object" && value !== null ? JSON.stringify(value, undefined, 2) : undefined;
  } catch {
    return undefined;
  }
}
