// Splits a search into its terms without checking its regular expressions, so that the console can highlight the words
// of a search without loading RE2.

export type Term = { kind: "text"; text: string } | { kind: "pattern"; pattern: string };

interface WrittenTerm {
  term: Term;
  isExcluded: boolean;
}

const token = /(-?)(?:"((?:[^"\\]|\\.)*)"|\/((?:[^/\\]|\\.)+)\/(?=\s|$)|(\S+))/g;

export const writtenTerms = (text: string): WrittenTerm[] =>
  [...text.matchAll(token)].flatMap(([, minus, phrase, expression, word]) => {
    const term = termOf(phrase, expression, word);
    return term ? [{ term, isExcluded: minus === "-" }] : [];
  });

function termOf(phrase?: string, expression?: string, word?: string): Term | undefined {
  if (expression !== undefined) return { kind: "pattern", pattern: expression.replaceAll("\\/", "/") };
  const text = phrase?.replaceAll(/\\(["\\])/g, "$1") ?? word ?? "";
  return text === "" || text === "-" ? undefined : { kind: "text", text };
}

/** A word in lower case matches any case; a word with a capital letter is case-sensitive. */
export const ignoresCase = (text: string) => text === text.toLowerCase();
