// The parts of one line of YAML.

export interface KeyPart {
  name: string;
  /** Behind the key. */
  to: number;
  /** Where its value is or would be. */
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

/** Without what follows a # that begins a comment. Texts in quotes are whole. */
export function withoutComment(text: string): string {
  const inQuotes = quoted.exec(text)?.[0] ?? "";
  const comment = /(?:^|\s)#/.exec(text.slice(inQuotes.length));
  return (comment ? text.slice(0, inQuotes.length + comment.index) : text).trimEnd();
}

/** Behind an anchor and a tag, which say nothing about where something belongs. */
export function withoutProperties(line: string, column: number): number {
  const properties = /^(?:[&!]\S*(?:\s+|$))*/.exec(line.slice(column));
  return column + (properties?.[0].length ?? 0);
}
