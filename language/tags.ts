// Tags and labels on screens: `key:value`, with the tags that locate a resource first.
import type { Labels } from "./columns.ts";

const first = ["account", "namespace", "name"];

/** Sorts account, namespace and name first, then alphabetically without regard to case. */
export function sortTags(tags: Labels): [key: string, value: string][] {
  const order = (key: string) => {
    const place = first.indexOf(key.toLowerCase());
    return place < 0 ? first.length : place;
  };
  return Object.entries(tags).sort(
    ([a], [b]) => order(a) - order(b) || compare(a.toLowerCase(), b.toLowerCase()) || compare(a, b),
  );
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

export const printTag = (key: string, value: string) => `${key}:${value}`;

/** Splits at the first colon, because values contain colons more often than keys. */
export function parseTag(text: string): { key: string; value: string } {
  const at = text.indexOf(":");
  return at < 0 ? { key: text, value: "" } : { key: text.slice(0, at), value: text.slice(at + 1) };
}
