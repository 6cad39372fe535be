// Parses logfmt: `level=info msg="request served" status=200 cached`. A key without a value is true.

export type Fields = Record<string, unknown>;

const isKeySign = (code: number) => code > 32 && code !== 34 && code !== 61;

/** Maximum number of pairs. A line with more pairs is most likely not logfmt. */
const maxPairs = 500;

/** Returns undefined if the text is not logfmt: it contains a word that is not a pair or a key, or an open quote. */
export function parseLogfmt(text: string): Fields | undefined {
  const fields: Fields = {};
  let pairs = 0;
  let at = 0;
  while (at < text.length) {
    if (text.charCodeAt(at) <= 32) {
      at += 1;
      continue;
    }
    let end = at;
    while (end < text.length && isKeySign(text.charCodeAt(end))) end += 1;
    const key = text.slice(at, end);
    if (key === "" || pairs >= maxPairs) return undefined;
    if (text[end] !== "=") {
      fields[key] = true;
      at = end;
    } else if (text[end + 1] === '"') {
      const close = endOfQuote(text, end + 1);
      if (close < 0) return undefined;
      fields[key] = unquoted(text.slice(end + 1, close + 1));
      at = close + 1;
    } else {
      let next = end + 1;
      while (next < text.length && text.charCodeAt(next) > 32) next += 1;
      fields[key] = text.slice(end + 1, next);
      at = next;
    }
    pairs += 1;
  }
  return pairs === 0 ? undefined : fields;
}

/** Returns the position of the closing quote, or -1. */
export function endOfQuote(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at += 1) {
    if (text[at] === "\\") at += 1;
    else if (text[at] === '"') return at;
  }
  return -1;
}

/** Reads the escapes of Go and JSON; text with unknown escapes is returned unchanged. */
export function unquoted(quoted: string): string {
  try {
    return JSON.parse(quoted) as string;
  } catch {
    return quoted.slice(1, -1);
  }
}

/** Whether prose is unlikely: logfmt has several pairs, and a level, a message or a time among them. */
export const looksLikeLogfmt = (fields: Fields): boolean =>
  Object.values(fields).filter((value) => value !== true).length >= 2 &&
  ["level", "lvl", "msg", "message", "time", "ts", "severity"].some((key) => Object.hasOwn(fields, key));
