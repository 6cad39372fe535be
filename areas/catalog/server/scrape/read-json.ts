// JSON with all its digits: a number of JavaScript has fifteen, and two ids that differ in the last would be the same one. What it
// cannot hold is read as the text that it is written as.

/** What may have such a number in it, where numbers stand; most documents have not, and are read as fast as they can be. */
export const mayHaveLongNumber = (text: string) => /(?:^|[[:,\s])-?(?:\d{16}|\d[\d.]*e\+?\d{3})/i.test(text);

export const readJson = (text: string): unknown =>
  mayHaveLongNumber(text) ? JSON.parse(text, keepDigits as (key: string, value: unknown) => unknown) : JSON.parse(text);

/** The runtime hands over how it was written (https://github.com/tc39/proposal-json-parse-with-source). */
const keepDigits = (_: string, value: unknown, { source }: { source?: string }): unknown =>
  typeof value === "number" && source !== undefined && !isHeld(value, source) ? source : value;

const isHeld = (value: number, source: string) =>
  /^-?\d+$/.test(source) ? Number.isSafeInteger(value) : Number.isFinite(value);

/** The same of an integer that came as one. */
export const heldInteger = (value: bigint): number | string =>
  Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
