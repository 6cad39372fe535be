// Filters lines by labels, for sources that cannot do it themselves.
import { flatten, parseLine } from "#lib/logs/parse-line.ts";
import { escaped } from "#lib/logs/search-terms.ts";
import { parseMatch, matches, type Pattern } from "#lib/text/match.ts";
import type { Labels, RawLine } from "../source/reader.ts";

type Labelled = Pick<RawLine, "labels" | "host" | "source" | "message">;

/**
 * Returns a test for lines. A value is a match expression: `web-*,!web-test`. A label that the source does not have is
 * looked up in the fields of the line.
 */
export function labelFilter(labels: Labels): (line: Labelled) => boolean {
  const wanted = Object.entries(labels).map(([name, value]) => ({ name, match: parseMatch(value) }));
  if (wanted.length === 0) return () => true;
  return (line) => {
    let fields: Labels | undefined;
    const fieldOf = (name: string) => (fields ??= flatten(parseLine(line.message, "auto")?.fields ?? {}))[name];
    return wanted.every(({ name, match }) => matches(match, labelOf(line, name) ?? fieldOf(name) ?? ""));
  };
}

const labelOf = ({ labels, host, source }: Labelled, name: string): string | undefined =>
  labels[name] ?? (name === "host" ? host : name === "source" ? source : undefined);

/** Converts several wildcard patterns to one regular expression, for systems that compare labels themselves. */
export const expressionOfAny = (patterns: readonly Pattern[]) =>
  patterns.map((parts) => parts.map(escaped).join(".*")).join("|");

/** Returns the labels without those that the source has already used. */
export const otherLabels = (labels: Labels, used: readonly string[]): Labels =>
  Object.fromEntries(Object.entries(labels).filter(([name]) => !used.includes(name)));

/** Returns the labels that a template does not use. The template itself compares the labels that it uses. */
export const labelsBesides = (labels: Labels, template = ""): Labels =>
  otherLabels(
    labels,
    Object.keys(labels).filter((name) => usesLabel(template, name)),
  );

/** Finds `labels.app`, `labels "app"` and `labels["app"]`, but not `labels.apps`. */
export const usesLabel = (template: string, name: string) =>
  [`labels "${name}"`, `labels["${name}"]`, `labels['${name}']`].some((use) => template.includes(use)) ||
  template
    .split(`labels.${name}`)
    .slice(1)
    .some((rest) => !/^[\w-]/.test(rest));
