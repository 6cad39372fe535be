// The searchable text of a check: description, canary name, endpoint and name. A check matches a search if this text
// contains every word of the search.
import type { Check } from "./check.ts";

const texts = new WeakMap<Check, string>();

/** Returns the searchable text, computed once per row. */
function textOf(check: Check): string {
  let text = texts.get(check);
  if (text === undefined) {
    const { description, canary_name, endpoint, name } = check;
    text = `${name}\n${canary_name}\n${endpoint ?? ""}\n${description ?? ""}`.toLowerCase();
    texts.set(check, text);
  }
  return text;
}

export function searchTest(query: string): (check: Check) => boolean {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return () => true;
  return (check) => {
    const text = textOf(check);
    return words.every((word) => text.includes(word));
  };
}
