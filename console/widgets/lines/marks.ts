// Finds the words of a search in a text, to highlight them. Regular expressions are not highlighted, because only the
// server evaluates them.
import { ignoresCase, writtenTerms } from "#lib/logs/written-terms.ts";

export interface MarkedPart {
  text: string;
  isMarked: boolean;
}

/** The search words that lines contain. A native query has no search words. */
export const wordsOf = (query: string, language: "auto" | "words" | "backend"): readonly string[] =>
  language === "backend" || (language === "auto" && query.trimStart().startsWith("{"))
    ? []
    : writtenTerms(query).flatMap(({ term, isExcluded }) => (term.kind === "text" && !isExcluded ? [term.text] : []));

/** Limits the number of highlights, because a single letter can occur thousands of times. */
const maxMarks = 100;

export function markWords(text: string, words: readonly string[]): MarkedPart[] {
  const spans = spansOf(text, words);
  const parts: MarkedPart[] = [];
  let at = 0;
  for (const { from, to } of spans) {
    if (from > at) parts.push({ text: text.slice(at, from), isMarked: false });
    parts.push({ text: text.slice(Math.max(at, from), to), isMarked: true });
    at = to;
  }
  if (at < text.length) parts.push({ text: text.slice(at), isMarked: false });
  return parts;
}

/** The matches in ascending order, without overlaps. */
function spansOf(text: string, words: readonly string[]): { from: number; to: number }[] {
  if (words.length === 0) return [];
  const lower = text.toLowerCase();
  // Some letters become longer in lower case, so positions after them would be wrong.
  const isSameLength = lower.length === text.length;
  const spans: { from: number; to: number }[] = [];
  for (const word of words) {
    const searched = ignoresCase(word) && isSameLength ? lower : text;
    let from = searched.indexOf(word);
    while (from >= 0 && spans.length < maxMarks) {
      spans.push({ from, to: from + word.length });
      from = searched.indexOf(word, from + word.length);
    }
  }
  return spans
    .sort((a, b) => a.from - b.from || b.to - a.to)
    .filter(({ to }, index, sorted) => sorted.slice(0, index).every((earlier) => earlier.to < to));
}
