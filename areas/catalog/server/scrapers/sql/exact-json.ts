// Parses JSON and keeps all digits of numbers, because JavaScript would round large numbers.

interface Exact {
  rawJSON: string;
}

/**
 * The runtime has these functions, but TypeScript has no types for them yet
 * (https://github.com/tc39/proposal-json-parse-with-source).
 */
const json = JSON as typeof JSON & { rawJSON(text: string): Exact; isRawJSON(value: unknown): value is Exact };

const keepWritten = (_: string, value: unknown, { source }: { source?: string }) =>
  typeof value === "number" && source !== undefined ? json.rawJSON(source) : value;

export const readExactly = (text: string): unknown =>
  JSON.parse(text, keepWritten as (key: string, value: unknown) => unknown);

/** Returns the source text of a number that `readExactly` parsed; undefined for any other value. */
export const writtenNumber = (value: unknown): string | undefined =>
  json.isRawJSON(value) ? value.rawJSON : undefined;
