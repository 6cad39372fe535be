// Builds LogQL queries: https://grafana.com/docs/loki/latest/query/
import { escaped, ignoresCase, type Term } from "#lib/logs/search-terms.ts";
import { isExact, parseMatch } from "#lib/text/match.ts";
import { expressionOfAny } from "../../lines/label-filter.ts";
import { QueryRefused, type Labels, type LogQuery } from "../../source/reader.ts";

/** LogQL strings are Go strings, which support every JSON escape. */
const quoted = (text: string) => JSON.stringify(text);

/** Loki replaces other characters in label names. */
const labelName = (name: string) => name.replaceAll(/[^\w]/g, "_").replace(/^(?=\d)/, "_");

/**
 * Returns the query of a search. `base` is the selector, with or without a pipeline, that limits every search: a native
 * query extends it.
 */
export function logQl({ labels, native, terms }: Pick<LogQuery, "labels" | "native" | "terms">, base?: string): string {
  const written = [base, native].flatMap((query) => (query === undefined ? [] : [readQuery(query)]));
  const matchers = Object.entries(labels).flatMap(([name, value]) => matchersOf(labelName(name), value));
  const selector = [...written.map(({ inside }) => inside), ...matchers].filter((part) => part !== "").join(", ");
  return [
    `{${selector}}`,
    ...written.map(({ pipeline }) => pipeline),
    ...terms.all.map((term) => filter(term, true)),
    ...terms.none.map((term) => filter(term, false)),
  ]
    .filter((part) => part !== "")
    .join(" ");
}

/** A value is a match expression: `web-*,!web-test`. */
function matchersOf(name: string, value: string): string[] {
  const { include, exclude } = parseMatch(value);
  const [only] = include;
  const isOne = include.length === 1 && only !== undefined && isExact(only);
  return [
    ...(isOne
      ? [`${name}=${quoted(only[0]!)}`]
      : include.length > 0
        ? [`${name}=~${quoted(expressionOfAny(include))}`]
        : []),
    ...(exclude.length > 0 ? [`${name}!~${quoted(expressionOfAny(exclude))}`] : []),
  ];
}

/** Whether the labels select streams. Loki refuses a selector that matches every stream. */
export const selectsStreams = (labels: Labels) =>
  Object.values(labels).some((value) => {
    const { include } = parseMatch(value);
    return include.length > 0 && include.every((parts) => parts.join("") !== "");
  });

/** Splits a query into the conditions of its selector and the pipeline. */
function readQuery(query: string): { inside: string; pipeline: string } {
  const trimmed = query.trim();
  const end = endOfSelector(trimmed);
  if (end < 0) throw new QueryRefused('A Loki query begins with a selector, such as {app="shop"}.');
  const inside = trimmed.slice(1, end).trim().replace(/,$/, "");
  return { inside, pipeline: trimmed.slice(end + 1).trim() };
}

/** Returns the position of the closing brace, or -1. Braces in strings are ignored. */
function endOfSelector(query: string): number {
  if (!query.startsWith("{")) return -1;
  let quote: string | undefined;
  for (let at = 1; at < query.length; at += 1) {
    const sign = query[at]!;
    if (quote !== undefined) {
      if (sign === "\\" && quote === '"') at += 1;
      else if (sign === quote) quote = undefined;
    } else if (sign === '"' || sign === "`") quote = sign;
    else if (sign === "}") return at;
  }
  return -1;
}

function filter(term: Term, isWanted: boolean): string {
  const [same, like] = isWanted ? ["|=", "|~"] : ["!=", "!~"];
  if (term.kind === "pattern") return `${like} ${quoted(term.pattern)}`;
  return ignoresCase(term.text) ? `${like} ${quoted(`(?i)${escaped(term.text)}`)}` : `${same} ${quoted(term.text)}`;
}

/** Returns the query that counts lines by level in intervals. */
export const metricQuery = (query: string, seconds: number) =>
  `sum by (detected_level, level) (count_over_time(${query} [${seconds}s]))`;
