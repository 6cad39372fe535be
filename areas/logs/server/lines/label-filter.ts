// Filters lines by labels, for sources that cannot do it themselves.
import { parseMatch, matches } from "#lib/text/match.ts";
import type { Labels, RawLine } from "../reader.ts";

/** Returns a test for lines. A value is a match expression: `web-*,!web-test`. */
export function labelFilter(labels: Labels): (line: Pick<RawLine, "labels" | "host" | "source">) => boolean {
  const wanted = Object.entries(labels).map(([name, value]) => ({ name, match: parseMatch(value) }));
  if (wanted.length === 0) return () => true;
  return (line) => wanted.every(({ name, match }) => matches(match, valueOf(line, name)));
}

function valueOf({ labels, host, source }: Pick<RawLine, "labels" | "host" | "source">, name: string): string {
  return labels[name] ?? (name === "host" ? host : name === "source" ? source : undefined) ?? "";
}

/** Returns the labels without those that the source has already used. */
export const otherLabels = (labels: Labels, used: readonly string[]): Labels =>
  Object.fromEntries(Object.entries(labels).filter(([name]) => !used.includes(name)));

/** Returns the labels that a template does not use; those that it uses are compared where the template says. */
export const labelsBesides = (labels: Labels, template: string | undefined): Labels =>
  otherLabels(
    labels,
    Object.keys(labels).filter((name) => template?.includes(`labels.${name}`) || template?.includes(`"${name}"`)),
  );
