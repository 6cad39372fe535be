// JSON whose numbers are read as they are written: a number of JavaScript would lose digits of those that databases have.

interface Exact {
  rawJSON: string;
}

/** What the runtime has, and the types of the language do not know yet (https://github.com/tc39/proposal-json-parse-with-source). */
const json = JSON as typeof JSON & { rawJSON(text: string): Exact; isRawJSON(value: unknown): value is Exact };

const keepWritten = (_: string, value: unknown, { source }: { source?: string }) =>
  typeof value === "number" && source !== undefined ? json.rawJSON(source) : value;

export const readExactly = (text: string): unknown =>
  JSON.parse(text, keepWritten as (key: string, value: unknown) => unknown);

/** A number that was read exactly, as it was written; undefined for anything else. */
export const writtenNumber = (value: unknown): string | undefined =>
  json.isRawJSON(value) ? value.rawJSON : undefined;
