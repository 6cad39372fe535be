// Parses JSON without losing digits. A JavaScript number has about fifteen digits, so two ids that differ only in the
// last digit would be equal. A number with more digits is returned as a string.

/** A quick test, because most documents have no long number and are parsed without a reviver. */
export const mayHaveLongNumber = (text: string) => /(?:^|[[:,\s])-?(?:\d{16}|\d[\d.]*e\+?\d{3})/i.test(text);

export const readJson = (text: string): unknown =>
  mayHaveLongNumber(text) ? JSON.parse(text, keepDigits as (key: string, value: unknown) => unknown) : JSON.parse(text);

/** The runtime passes the source text (https://github.com/tc39/proposal-json-parse-with-source). */
const keepDigits = (_: string, value: unknown, { source }: { source?: string }): unknown =>
  typeof value === "number" && source !== undefined && !isHeld(value, source) ? source : value;

const isHeld = (value: number, source: string) =>
  /^-?\d+$/.test(source) ? Number.isSafeInteger(value) : Number.isFinite(value);

/** Applies the same rule to an integer of a YAML document. */
export const heldInteger = (value: bigint): number | string =>
  Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
