// Parses a search as people type it: `timeout "connection refused" -debug /status=5\d\d/`. All words and phrases must
// occur, except those after a minus sign, which must not occur. Text between slashes is a regular expression.
import { ExpressionFault } from "../expression/fault.ts";
import { pattern } from "../expression/pattern.ts";
import { ignoresCase, writtenTerms, type Term } from "./written-terms.ts";

export { ignoresCase, type Term };

export interface SearchTerms {
  all: readonly Term[];
  none: readonly Term[];
}

export const noTerms: SearchTerms = { all: [], none: [] };

/** Maximum number of terms, because every line is compared with every term. */
const maxTerms = 50;

/** Throws an ExpressionFault if a regular expression is invalid. */
export function parseTerms(text: string): SearchTerms {
  const all: Term[] = [];
  const none: Term[] = [];
  for (const { term, isExcluded } of writtenTerms(text)) {
    if (term.kind === "pattern") pattern(term.pattern);
    (isExcluded ? none : all).push(term);
    if (all.length + none.length > maxTerms)
      throw new ExpressionFault(`A search can have at most ${maxTerms} words and expressions.`);
  }
  return { all, none };
}

/** Escapes a text for a regular expression. */
export const escaped = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, "\\$&");

/** Returns one regular expression for a term, in the notation of RE2. */
export const expressionOf = (term: Term): string =>
  term.kind === "pattern" ? term.pattern : `${ignoresCase(term.text) ? "(?i)" : ""}${escaped(term.text)}`;
