// The parts of one line of YAML.

export interface KeyPart {
  name: string;
  /** The end of the key. */
  to: number;
  /** The start of the value, even if the value is still missing. */
  valueFrom: number;
}

const quoted = /^(?:"(?:[^"\\]|\\.)*"|'(?:[^']|'')*')/;
const plain = /^[^\s"'#|>@`&*!%[\]{},-][^#]*?(?=\s*:(?:\s|$))|^-[^\s#][^#]*?(?=\s*:(?:\s|$))/;

/** The key that begins at the column, if a colon follows it. */
export function keyOf(line: string, column: number): KeyPart | undefined {
  const rest = line.slice(column);
  const match = quoted.exec(rest) ?? plain.exec(rest);
  if (!match) return undefined;
  const colon = /^\s*:(?:\s+|$)/.exec(rest.slice(match[0].length));
  if (!colon) return undefined;
  const to = column + match[0].length;
  return { name: unquoted(match[0]), to, valueFrom: to + colon[0].length };
}

export const unquoted = (text: string) => {
  if (text.startsWith("'")) return text.replace(/^'|'$/g, "").replaceAll("''", "'");
  if (!text.startsWith('"')) return text;
  return text.replace(/^"|"$/g, "").replaceAll(/\\(.)/g, "$1");
};

/** Removes a trailing comment; a # inside quotes does not begin a comment. */
export function withoutComment(text: string): string {
  const inQuotes = quoted.exec(text)?.[0] ?? "";
  const comment = /(?:^|\s)#/.exec(text.slice(inQuotes.length));
  return (comment ? text.slice(0, inQuotes.length + comment.index) : text).trimEnd();
}

/** Skips anchors and tags. */
export function withoutProperties(line: string, column: number): number {
  const properties = /^(?:[&!]\S*(?:\s+|$))*/.exec(line.slice(column));
  return column + (properties?.[0].length ?? 0);
}
