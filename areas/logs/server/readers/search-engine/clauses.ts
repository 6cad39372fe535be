// Builds the clauses of a search: its time range, labels and words.
import type { Term } from "#lib/logs/search-terms.ts";
import { labelsBesides } from "../../lines/label-filter.ts";
import type { LogQuery } from "../../source/reader.ts";

export interface SearchFields {
  timestamp: string;
  message: string;
  exclusions: readonly string[];
}

/** A value with wildcards is compared after the search. */
export const isPattern = (value: string) => /[*!,%]/.test(value);

export function clausesOf(
  { start, end, labels, terms }: Pick<LogQuery, "start" | "end" | "labels" | "terms">,
  { names, template }: { names: SearchFields; template: string | undefined },
  more: readonly unknown[],
) {
  const wordsOf = (all: readonly Term[]) =>
    // These systems apply regular expressions to single words, so regular expressions are evaluated after the search.
    all.flatMap((term) => (term.kind === "text" ? [{ match_phrase: { [names.message]: term.text } }] : []));
  return {
    filter: [
      {
        range: { [names.timestamp]: { gte: start, ...(Number.isFinite(end) && { lte: end }), format: "epoch_millis" } },
      },
      // A phrase matches a whole keyword, or a text that contains these words.
      ...Object.entries(labelsBesides(labels, template))
        .filter(([, value]) => !isPattern(value))
        .map(([name, value]) => ({ match_phrase: { [name]: value } })),
      ...wordsOf(terms.all),
      ...more,
    ],
    must_not: wordsOf(terms.none),
  };
}
