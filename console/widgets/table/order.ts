// The order of values as people expect it: 2 before 10 inside names, capitals and accents beside their letters, nothing
// at the end. A collator says the same but takes four times as long, which shows at ten thousand rows.
import type { Value } from "./column.ts";

const keys = new Map<string, string>();
const MOST_KEYS = 50_000;

/** Compares as its text should be ordered, byte by byte. */
export function sortKey(text: string): string {
  let key = keys.get(text);
  if (key === undefined) {
    const letters = isAscii(text) ? text : text.normalize("NFD").replaceAll(/\p{M}/gu, "");
    key = letters.toLowerCase().replaceAll(/\d+/g, padded);
    // Ages and counters make new texts all day.
    if (keys.size >= MOST_KEYS) keys.clear();
    keys.set(text, key);
  }
  return key;
}

// oxlint-disable-next-line no-control-regex
const isAscii = (text: string) => /^[\x00-\x7f]*$/.test(text);
const padded = (digits: string) => digits.padStart(12, "0");

/** Ascending; values of different types by their type. */
export function compareValues(a: Value, b: Value): number {
  if (typeof a === "number" && typeof b === "number") return a - b;
  if (typeof a === "boolean" && typeof b === "boolean") return Number(a) - Number(b);
  if (typeof a !== typeof b) return typeof a < typeof b ? -1 : 1;
  const [first, second] = [sortKey(String(a)), sortKey(String(b))];
  return first < second ? -1 : first > second ? 1 : 0;
}
