// The tokens of a CEL expression.
import { ExpressionFault, placeAt } from "../fault.ts";
import { Unsigned } from "../values.ts";

export interface Token {
  kind: "literal" | "name" | "quoted-name" | "sign" | "end";
  text: string;
  /** The value of a literal. */
  value?: unknown;
  at: number;
  end: number;
}

const blank = /(?:[ \t\r\n\f]+|\/\/[^\n]*)+/y;
const word = /[A-Za-z_][A-Za-z0-9_]*/y;
const quotedName = /`[^`\n]+`/y;
const number = /0[xX][0-9a-fA-F]+[uU]?|(?:\d+\.\d+|\.\d+)(?:[eE][+-]?\d+)?|\d+[eE][+-]?\d+|\d+[uU]?/y;
const string = /([bB][rR]?|[rR][bB]?)?("""|'''|"|')/y;
const sign = /&&|\|\||==|!=|<=|>=|[-+*/%<>!?:.,()[\]{}]/y;

const greatestInt = 2n ** 63n;
const greatestUnsigned = 2n ** 64n - 1n;

export function lex(source: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  const match = (shape: RegExp) => {
    shape.lastIndex = at;
    return shape.exec(source);
  };
  const push = (kind: Token["kind"], end: number, value?: unknown) => {
    tokens.push({ kind, text: source.slice(at, end), value, at, end });
    at = end;
  };
  while (true) {
    const skipped = match(blank);
    if (skipped) at += skipped[0].length;
    if (at >= source.length) {
      push("end", at);
      return tokens;
    }
    const opening = match(string);
    if (opening) {
      const end = closing(
        source,
        at + opening[0].length,
        opening[2]!,
        (opening[1] ?? "").toLowerCase().includes("r"),
        at,
      );
      push("literal", end, textOf(source, opening, at, end));
      continue;
    }
    const digits = match(number);
    const isFraction = digits?.[0].startsWith(".") === true;
    // `.5` is a number only if no value comes before it: `a.5` is not.
    if (digits && !(isFraction && isValue(tokens.at(-1)))) {
      const end = at + digits[0].length;
      if (/[A-Za-z0-9_]/.test(source[end] ?? ""))
        throw fault(source, `${source.slice(at, end + 1)} is not a number.`, at);
      push("literal", end, numberOf(digits[0], source, at));
      continue;
    }
    const name = match(word);
    if (name) {
      push("name", at + name[0].length);
      continue;
    }
    const quoted = match(quotedName);
    if (quoted) {
      push("quoted-name", at + quoted[0].length, quoted[0].slice(1, -1));
      continue;
    }
    const found = match(sign);
    if (!found) throw fault(source, `Unexpected character ${JSON.stringify(source[at])}.`, at);
    push("sign", at + found[0].length);
  }
}

const isValue = (token: Token | undefined) =>
  token !== undefined && (token.kind !== "sign" || token.text === ")" || token.text === "]" || token.text === "}");

function closing(source: string, from: number, quote: string, isRaw: boolean, at: number): number {
  for (let end = from; end < source.length; end += 1) {
    if (source[end] === "\\" && !isRaw) end += 1;
    else if (source.startsWith(quote, end)) return end + quote.length;
  }
  throw fault(source, "This string is never closed.", at);
}

function numberOf(text: string, source: string, at: number): unknown {
  if (/^0[xX]/.test(text) || /^\d+[uU]?$/.test(text)) {
    const isUnsigned = /[uU]$/.test(text);
    const value = BigInt(isUnsigned ? text.slice(0, -1) : text);
    if (value > (isUnsigned ? greatestUnsigned : greatestInt))
      throw fault(source, `${text} does not fit into 64 bits.`, at);
    return isUnsigned ? new Unsigned(value) : value;
  }
  const value = Number(text);
  if (!Number.isFinite(value)) throw fault(source, `${text} is too large for a number.`, at);
  return value;
}

const escapes: Readonly<Record<string, string>> = {
  a: "\u0007",
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
  v: "\v",
  "\\": "\\",
  '"': '"',
  "'": "'",
  "`": "`",
  "?": "?",
};

const escape = /\\(?:[xX]([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|([0-3][0-7]{2})|([^]))/g;

function textOf(source: string, opening: RegExpExecArray, at: number, end: number): string | Uint8Array {
  const prefix = (opening[1] ?? "").toLowerCase();
  const inner = source.slice(at + opening[0].length, end - opening[2]!.length);
  if (!prefix.includes("b")) return prefix === "r" ? inner : unescaped(source, inner, at);
  if (prefix.includes("r")) return Buffer.from(inner);
  const parts: Buffer[] = [];
  let from = 0;
  for (const found of inner.matchAll(escape)) {
    parts.push(Buffer.from(inner.slice(from, found.index)));
    const code =
      found[1] === undefined
        ? found[4] === undefined
          ? undefined
          : Number.parseInt(found[4], 8)
        : Number.parseInt(found[1], 16);
    parts.push(code === undefined ? Buffer.from(unescaped(source, found[0], at)) : Buffer.from([code]));
    from = found.index + found[0].length;
  }
  return new Uint8Array(Buffer.concat([...parts, Buffer.from(inner.slice(from))]));
}

function unescaped(source: string, text: string, at: number): string {
  if (!text.includes("\\")) return text;
  return text.replaceAll(
    escape,
    (whole: string, hex?: string, short?: string, long?: string, octal?: string, letter?: string) => {
      const code = hex ?? short ?? long;
      const point =
        code === undefined ? (octal === undefined ? undefined : Number.parseInt(octal, 8)) : Number.parseInt(code, 16);
      if (point !== undefined && point <= 0x10ffff && !(point >= 0xd800 && point <= 0xdfff))
        return String.fromCodePoint(point);
      const meant = letter === undefined ? undefined : escapes[letter];
      if (meant === undefined)
        throw fault(
          source,
          `${whole} is not an escape sequence; write \\\\ for a backslash, or put r before the quote.`,
          at,
        );
      return meant;
    },
  );
}

const fault = (source: string, message: string, at: number) =>
  new ExpressionFault(message, { place: placeAt(source, at) });
