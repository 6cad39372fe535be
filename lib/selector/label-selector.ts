// Parses Kubernetes label selectors: `app=web,tier!=db,zone in (a,b),team notin (x),critical,!legacy`. All parts must
// match. Values may have wildcards. The result is a selector on labels, tags or any other field that holds keys.
import { parsePattern, percentEncode, type Match } from "../text/match.ts";
import { both, everything, type Path, type Selector } from "./selector.ts";
import { Unreadable } from "../text/unreadable.ts";

const requirement =
  /\s*(?:(!)\s*([^\s,=!()]+)|([^\s,=!()]+)(?:\s*(==?|!=)\s*([^\s,()]*)|\s+(in|notin)\s*\(([^()]*)\))?)\s*(?:,|$)/y;

/** Parses a label selector. `pathOf` returns the path of a key: `(key) => ["labels", key]`. */
export function parseLabelSelector(text: string, pathOf: (key: string) => Path): Selector {
  const parts: Selector[] = [];
  requirement.lastIndex = 0;
  for (let at = 0; at < text.trimEnd().length; at = requirement.lastIndex) {
    const found = requirement.exec(text);
    if (!found) throw new Unreadable("Write a label selector like app=web,tier!=db,zone in (a,b),team,!legacy.", at);
    const [, not, absent, key = absent!, equals, value, set, values] = found;
    const path = pathOf(key);
    if (not !== undefined) parts.push({ kind: "has", path, negated: true, at });
    else if (equals !== undefined)
      parts.push({ kind: "is", path, match: oneOf([value!]), negated: equals === "!=", at });
    else if (set !== undefined) {
      const items = values!.split(",").map((item) => item.trim());
      parts.push({ kind: "is", path, match: oneOf(items), negated: set === "notin", at });
    } else parts.push({ kind: "has", path, negated: false, at });
  }
  return parts.length === 0 ? everything : both(...parts);
}

/** Prints the requirement that a key has exactly this value. */
export const labelEquals = (key: string, value: string) => `${key}=${value.replaceAll(/[\s,()*!%=]/g, percentEncode)}`;

/**
 * Prints the requirement that a key matches this pattern. A pattern with spaces, commas or parentheses is treated as an
 * exact value.
 */
export const labelMatches = (key: string, pattern: string) =>
  /[\s,()]/.test(pattern) ? labelEquals(key, pattern) : `${key}=${pattern}`;

const oneOf = (values: readonly string[]): Match => ({ include: values.map(parsePattern), exclude: [] });
