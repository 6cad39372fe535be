// Finds lines that differ only in values: times, numbers, ids and addresses are replaced by placeholders, so that all
// lines that a program writes with the same statement have the same hash.

/** Number of characters that are compared. The beginning is enough to recognise a log statement. */
const maxLength = 2_000;

const values: readonly (readonly [pattern: RegExp, placeholder: string])[] = [
  // oxlint-disable-next-line no-control-regex -- The colours of terminals.
  [/\u001b\[[\d;]*[A-Za-z]/g, ""],
  [/\b[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}\b/gi, "<uuid>"],
  [/\b\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?/g, "<time>"],
  [/\b\d\d:\d\d:\d\d(?:[.,]\d+)?\b/g, "<time>"],
  [/\b\d{1,3}(?:\.\d{1,3}){3}(?::\d{1,5})?\b/g, "<ip>"],
  [/\b(?:0x[\da-f]+|(?=[a-f]*\d)(?=\d*[a-f])[\da-f]{7,})\b/gi, "<hex>"],
  [/\b\d+(?:\.\d+)?(?:ns|us|µs|ms|s|m|h)\b/g, "<duration>"],
  [/\d+(?:\.\d+)?/g, "<n>"],
];

/** Returns the message with placeholders instead of values. */
export const templateOf = (message: string): string =>
  values.reduce((text, [pattern, placeholder]) => text.replace(pattern, placeholder), message.slice(0, maxLength));

/** Returns the same 16 digits for messages with the same template. */
export function hashOf(message: string): string {
  const template = templateOf(message);
  // FNV-1a with two different starts: this is fast enough for every line, and a collision has no security impact.
  let first = 0x811c9dc5;
  let second = 0x1000193;
  for (let at = 0; at < template.length; at += 1) {
    const code = template.charCodeAt(at);
    first = Math.imul(first ^ code, 0x01000193);
    second = Math.imul(second ^ code, 0x85ebca6b);
  }
  return [first, second].map((half) => (half >>> 0).toString(16).padStart(8, "0")).join("");
}
