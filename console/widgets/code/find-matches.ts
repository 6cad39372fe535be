import type { Span } from "./pieces.ts";

export interface Match extends Span {
  line: number;
}

// Maximum number of matches, which limits the time for counting a frequent letter.
const MAX_MATCHES = 2000;

/** Finds a text, ignoring case, from top to bottom. */
export function findMatches(lines: readonly string[], search: string): Match[] {
  const words = search.toLowerCase();
  const matches: Match[] = [];
  if (words === "") return matches;
  for (const [line, text] of lines.entries()) {
    const lower = text.toLowerCase();
    for (let at = lower.indexOf(words); at >= 0; at = lower.indexOf(words, at + words.length)) {
      matches.push({ line, start: at, end: at + words.length });
      if (matches.length === MAX_MATCHES) return matches;
    }
  }
  return matches;
}
