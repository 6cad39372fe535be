// Match expressions: `a,b*,!c`. Items are joined by commas, `!` excludes, `*` stands for anything. A value must be one of the
// included, if any, and none of the excluded. What these signs would get in the way of is percent-encoded: `a%2Cb` is the
// text "a,b".

/** The texts between the wildcards: a single one is meant exactly, `["ab", ""]` is everything that begins with ab. */
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

/** Runs of wildcards are one. */
export const parsePattern = (text: string): Pattern => text.split(/\*+/).map(decode);

function decode(text: string): string {
  try {
    const decoded = decodeURIComponent(text);
    // No text that we keep has a zero in it; databases refuse to compare with one.
    return decoded.includes("\0") ? text : decoded;
  } catch {
    // Not encoded: somebody means a percent sign.
    return text;
  }
}

export const printMatch = ({ include, exclude }: Match) =>
  [...include.map(printPattern), ...exclude.map((pattern) => `!${printPattern(pattern)}`)].join(",");

export const printPattern = (pattern: Pattern) => pattern.map(encode).join("*");

/** Signs of the grammar, and spaces that would be trimmed. */
const encode = (text: string) => text.replaceAll(/[,*!%]|^\s|\s$/g, percentEncode);

/** Also what encodeURIComponent leaves as it is. */
export const percentEncode = (sign: string) =>
  sign < "\x80" ? `%${sign.charCodeAt(0).toString(16).padStart(2, "0")}` : encodeURIComponent(sign);

export const isExact = (pattern: Pattern) => pattern.length === 1;

export const matches = ({ include, exclude }: Match, value: string) =>
  (include.length === 0 || include.some((pattern) => fits(pattern, value))) &&
  !exclude.some((pattern) => fits(pattern, value));

/** In any case of letters: whoever writes a rule need not know how a source spells. */
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

/** For LIKE, where what LIKE would read as a wildcard is meant literally. */
export const likePattern = (pattern: Pattern) => pattern.map((part) => part.replaceAll(/[\\%_]/g, "\\$&")).join("%");
