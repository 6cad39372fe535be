// Writes queries in LogQL: https://grafana.com/docs/loki/latest/query/
import { escaped, ignoresCase, type Term } from "#lib/logs/search-terms.ts";
import { QueryRefused, type LogQuery } from "../../source/reader.ts";

/** Strings of LogQL are those of Go, which reads every escape of JSON. */
const quoted = (text: string) => JSON.stringify(text);

/** Loki replaces other characters of label names. */
const labelName = (name: string) => name.replaceAll(/[^\w]/g, "_").replace(/^(?=\d)/, "_");

/** Returns the query of a search. `base` is the selector, with or without a pipeline, that the search extends. */
export function logQl({ labels, native, terms }: Pick<LogQuery, "labels" | "native" | "terms">, base?: string): string {
  const matchers = Object.entries(labels).map(([name, value]) => matcherOf(labelName(name), value));
  const written = native ?? base ?? "{}";
  const query = withMatchers(written, matchers);
  return [query, ...terms.all.map((term) => filter(term, true)), ...terms.none.map((term) => filter(term, false))].join(
    " ",
  );
}

/** A value with wildcards is a pattern: `web-*`. */
const matcherOf = (name: string, value: string) =>
  value.includes("*") ? `${name}=~${quoted(value.split("*").map(escaped).join(".*"))}` : `${name}=${quoted(value)}`;

/** Adds conditions to the selector at the beginning of a query. */
function withMatchers(query: string, matchers: readonly string[]): string {
  const trimmed = query.trim();
  const end = endOfSelector(trimmed);
  if (end < 0) throw new QueryRefused('A query of Loki begins with a selector, such as {app="shop"}.');
  const inside = trimmed.slice(1, end).trim().replace(/,$/, "");
  return `{${[inside, ...matchers].filter((part) => part !== "").join(", ")}}${trimmed.slice(end + 1)}`;
}

/** Returns the position of the closing brace, or -1. Braces in strings do not count. */
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
