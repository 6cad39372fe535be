// Parses and evaluates match expressions: `a,b*,!c`. Commas separate items, `!` excludes, `*` matches any string. A
// value must match one of the included items, if there are included items, and must not match an excluded item. Literal
// commas, asterisks and exclamation marks are percent-encoded: `a%2Cb` is the string "a,b".

/**
 * The strings between the wildcards. A single string must match exactly; `["ab", ""]` matches all strings that begin
 * with ab.
 */
export type Pattern = readonly string[];

export interface Match {
  include: readonly Pattern[];
  exclude: readonly Pattern[];
}

export const splitItems = (text: string) =>
  text
    .split(",")
    .map((item) => item.trim())
    .filter((item) => item !== "" && item !== "!");

export function parseMatch(text: string): Match {
  const items = splitItems(text);
  const [exclude, include] = [items.filter(isExcluded), items.filter((item) => !isExcluded(item))];
  return { include: include.map(parsePattern), exclude: exclude.map((item) => parsePattern(item.slice(1))) };
}

const isExcluded = (item: string) => item.startsWith("!");

/** Adjacent wildcards count as one. */
export const parsePattern = (text: string): Pattern => text.split(/\*+/).map(decodeItem);

export function decodeItem(text: string): string {
  try {
    const decoded = decodeURIComponent(text);
    // PostgreSQL refuses strings with a NUL character, so no stored string contains a NUL character.
    return decoded.includes("\0") ? text : decoded;
  } catch {
    // Invalid percent-encoding means a literal percent sign.
    return text;
  }
}

export const printMatch = ({ include, exclude }: Match) =>
  [...include.map(printPattern), ...exclude.map((pattern) => `!${printPattern(pattern)}`)].join(",");

export const printPattern = (pattern: Pattern) => pattern.map(encodeItem).join("*");

/** Encodes the characters of the grammar, and spaces that parsing would trim. */
export const encodeItem = (text: string) => text.replaceAll(/[,*!%]|^\s|\s$/g, percentEncode);

/** Encodes even the characters that encodeURIComponent leaves unchanged. */
export const percentEncode = (sign: string) =>
  sign < "\x80" ? `%${sign.charCodeAt(0).toString(16).padStart(2, "0")}` : encodeURIComponent(sign);

export const isExact = (pattern: Pattern) => pattern.length === 1;

export const matches = ({ include, exclude }: Match, value: string) =>
  (include.length === 0 || include.some((pattern) => fits(pattern, value))) &&
  !exclude.some((pattern) => fits(pattern, value));

/** Matches without regard to case, because sources spell the same name differently. */
export function fits(pattern: Pattern, value: string): boolean {
  const text = value.toLowerCase();
  const [first = "", ...rest] = pattern.map((part) => part.toLowerCase());
  const last = rest.pop();
  if (last === undefined) return text === first;
  if (!text.startsWith(first)) return false;
  let at = first.length;
  for (const part of rest) {
    const found = text.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return text.length - last.length >= at && text.endsWith(last);
}

/** The pattern for SQL LIKE, with LIKE's own wildcards escaped. */
export const likePattern = (pattern: Pattern) => pattern.map((part) => part.replaceAll(/[\\%_]/g, "\\$&")).join("%");
