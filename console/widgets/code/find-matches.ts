import type { Span } from "./pieces.ts";

export interface Match extends Span {
  line: number;
}

// A letter that is everywhere need not be counted to the end.
const MOST = 2000;

/** Where the words stand, whatever their case, from top to bottom. */
export function findMatches(lines: readonly string[], sought: string): Match[] {
  const words = sought.toLowerCase();
  const matches: Match[] = [];
  if (words === "") return matches;
  for (const [line, text] of lines.entries()) {
    const lower = text.toLowerCase();
    for (let at = lower.indexOf(words); at >= 0; at = lower.indexOf(words, at + words.length)) {
      matches.push({ line, start: at, end: at + words.length });
      if (matches.length === MOST) return matches;
    }
  }
  return matches;
}
