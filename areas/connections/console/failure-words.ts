// What a failed trial says: the server's words, as JSON where they are JSON, and what to do about it. Pure.
import { messageOf } from "#console/client/failure.ts";
import { Problem } from "#language/problem.ts";

export const NO_WORDS = "Testing connection failed!";

export interface FailureWords {
  text: string;
  /** Whether it is data, laid out to be read. */
  isJson: boolean;
  fix: readonly string[];
}

export function failureWords(error: unknown): FailureWords {
  const said = messageOf(error, NO_WORDS);
  const json = asJson(said);
  const fix = error instanceof Problem ? [error.details, error.hint].filter((line) => line !== undefined) : [];
  return { text: json ?? said, isJson: json !== undefined, fix };
}

/** A text that is only a number or a word is no data. */
function asJson(text: string): string | undefined {
  try {
    const value = JSON.parse(text) as unknown;
    return typeof value === "object" && value !== null ? JSON.stringify(value, undefined, 2) : undefined;
  } catch {
    return undefined;
  }
}
