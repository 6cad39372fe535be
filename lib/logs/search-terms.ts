// Parses a search as people type it: `timeout "connection refused" -debug /status=5\d\d/`. All words and phrases must
// occur, none of those after a minus sign, and text between slashes is a regular expression.
import { ExpressionFault } from "../expression/fault.ts";
import { pattern } from "../expression/pattern.ts";

export type Term = { kind: "text"; text: string } | { kind: "pattern"; pattern: string };

export interface SearchTerms {
  all: readonly Term[];
  none: readonly Term[];
}

export const noTerms: SearchTerms = { all: [], none: [] };

const token = /(-?)(?:"((?:[^"\\]|\\.)*)"|\/((?:[^/\\]|\\.)+)\/(?=\s|$)|(\S+))/g;

/** Every line is compared with every term. */
const maxTerms = 50;

/** Throws an ExpressionFault if a regular expression is invalid. */
export function parseTerms(text: string): SearchTerms {
  const all: Term[] = [];
  const none: Term[] = [];
  for (const [, minus, phrase, expression, word] of text.matchAll(token)) {
    const term = termOf(phrase, expression, word);
    if (term) (minus === "-" ? none : all).push(term);
    if (all.length + none.length > maxTerms)
      throw new ExpressionFault(`A search can have at most ${maxTerms} words and expressions.`);
  }
  return { all, none };
}

function termOf(phrase?: string, expression?: string, word?: string): Term | undefined {
  if (expression !== undefined) {
    const written = expression.replaceAll("\\/", "/");
    pattern(written);
    return { kind: "pattern", pattern: written };
  }
  const text = phrase?.replaceAll(/\\(["\\])/g, "$1") ?? word ?? "";
  return text === "" || text === "-" ? undefined : { kind: "text", text };
}

/** A word in lower case matches any case; a capital letter makes the difference matter. */
export const ignoresCase = (text: string) => text === text.toLowerCase();

/** Escapes a text for a regular expression. */
export const escaped = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, "\\$&");

/** Returns one regular expression for a term, in the notation of RE2. */
export const expressionOf = (term: Term): string =>
  term.kind === "pattern" ? term.pattern : `${ignoresCase(term.text) ? "(?i)" : ""}${escaped(term.text)}`;
