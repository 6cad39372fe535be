// Splits a jq program into tokens. A string with `\( )` is one token: the parser parses its parts.
import { ExpressionFault, placeAt } from "../fault.ts";

export type TokenKind = "word" | "field" | "variable" | "format" | "number" | "text" | "sign" | "end";

export interface Token {
  kind: TokenKind;
  /** The content of the token, without the leading `.`, `$` or `@`; empty for a string. */
  text: string;
  at: number;
  /** For a string: the literal parts, and the start and end of each interpolation in the source. */
  parts?: (string | { from: number; to: number })[];
}

const blank = /(?:\s|#[^\n]*)+/y;
const shapes: readonly [TokenKind, RegExp][] = [
  ["field", /\.[a-zA-Z_]\w*/y],
  ["variable", /\$(?:__loc__|[a-zA-Z_]\w*(?:::\w+)*)/y],
  ["format", /@[a-zA-Z0-9_]+/y],
  ["word", /[a-zA-Z_]\w*(?:::\w+)*/y],
  ["number", /(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?/y],
  ["sign", /\?\/\/|\/\/=|\|=|\+=|-=|\*=|\/=|%=|==|!=|<=|>=|\/\/|\.\.|[.[\]{}()|,:;=<>+\-*/%?]/y],
];

export function lex(source: string, from = 0, to = source.length): Token[] {
  const tokens: Token[] = [];
  let at = from;
  const match = (shape: RegExp) => {
    shape.lastIndex = at;
    const found = shape.exec(source)?.[0];
    return found !== undefined && at + found.length <= to ? found : undefined;
  };
  while (true) {
    at += match(blank)?.length ?? 0;
    if (at >= to) break;
    if (source[at] === '"') {
      const { parts, end } = textAt(source, at);
      tokens.push({ kind: "text", text: "", at, parts });
      at = end;
      continue;
    }
    const found = shapes.map(([kind, shape]) => [kind, match(shape)] as const).find(([, text]) => text !== undefined);
    if (!found) throw wrong(source, at, `Unexpected character ${JSON.stringify(source[at])}.`);
    const [kind, text] = found;
    const isMarked = kind === "field" || kind === "variable" || kind === "format";
    tokens.push({ kind, text: isMarked ? text!.slice(1) : text!, at });
    at += text!.length;
  }
  tokens.push({ kind: "end", text: "", at: to });
  return tokens;
}

const escapes: Readonly<Record<string, string>> = {
  n: "\n",
  t: "\t",
  r: "\r",
  b: "\b",
  f: "\f",
  "/": "/",
  "\\": "\\",
  '"': '"',
};

function textAt(source: string, start: number): { parts: NonNullable<Token["parts"]>; end: number } {
  const parts: NonNullable<Token["parts"]> = [];
  let text = "";
  let at = start + 1;
  while (true) {
    const sign = source[at];
    if (sign === undefined) throw wrong(source, start, "A string is not closed.");
    if (sign === '"') break;
    if (sign !== "\\") {
      text += sign;
      at += 1;
      continue;
    }
    const next = source[at + 1] ?? "";
    if (next === "(") {
      const end = closing(source, at + 2);
      if (text !== "") parts.push(text);
      text = "";
      parts.push({ from: at + 2, to: end });
      at = end + 1;
    } else if (next === "u") {
      const code = /^[0-9a-fA-F]{4}/.exec(source.slice(at + 2, at + 6))?.[0];
      if (code === undefined) throw wrong(source, at, "\\u needs four digits.");
      text += String.fromCharCode(Number.parseInt(code, 16));
      at += 6;
    } else {
      const meant = escapes[next];
      if (meant === undefined) throw wrong(source, at, `\\${next} is not a valid escape sequence.`);
      text += meant;
      at += 2;
    }
  }
  if (text !== "" || parts.length === 0) parts.push(text);
  return { parts, end: at + 1 };
}

/** Returns the offset of the matching closing bracket; strings inside may contain brackets. */
function closing(source: string, from: number): number {
  let depth = 1;
  for (let at = from; at < source.length; at += 1) {
    const sign = source[at];
    if (sign === '"') at = textAt(source, at).end - 1;
    else if (sign === "(") depth += 1;
    else if (sign === ")") {
      depth -= 1;
      if (depth === 0) return at;
    }
  }
  throw wrong(source, from, "A bracket is not closed.");
}

export const wrong = (source: string, at: number, message: string, suggestion?: string) =>
  new ExpressionFault(message, { place: placeAt(source, at), suggestion });
