// The words of a search, to mark them in lines. Regular expressions are not marked: only the server evaluates them.
import { writtenTerms } from "#lib/logs/written-terms.ts";

/** The words of a search that lines contain. A query in the language of a backend has none. */
export const wordsOf = (query: string, language: "auto" | "words" | "backend"): readonly string[] =>
  language === "backend" || (language === "auto" && query.trimStart().startsWith("{"))
    ? []
    : writtenTerms(query).flatMap(({ term, isExcluded }) => (term.kind === "text" && !isExcluded ? [term.text] : []));
