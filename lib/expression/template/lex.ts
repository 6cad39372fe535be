// Splits a template into tokens. Everything outside the delimiters is text; a trim marker (`{{- `, ` -}}`) removes the
// adjacent white space.
import { ExpressionFault, placeAt } from "../fault.ts";

export interface Delimiters {
  open: string;
  close: string;
}

export const braces: Delimiters = { open: "{{", close: "}}" };
export const dollars: Delimiters = { open: "$(", close: ")" };

export type TokenKind =
  | "text"
  | "open"
  | "close"
  | "word"
  | "field"
  | "variable"
  | "string"
  | "char"
  | "number"
  | "dot"
  | "sign";

export interface Token {
  kind: TokenKind;
  /** The value of a string or character; otherwise the source text. */
  text: string;
  at: number;
  /** Whether white space comes before the token: `f .x` is a call, and `f.x` is a field. */
  apart: boolean;
}

const space = /[ \t\r\n]+/y;
const word = /[\p{L}_][\p{L}\p{Nd}_]*/uy;
const field = /\.[\p{L}_][\p{L}\p{Nd}_]*/uy;
const variable = /\$(?:[\p{L}_][\p{L}\p{Nd}_]*)?/uy;
const number = /[+-]?(?:0[xX][0-9a-fA-F_]+|0[oO][0-7_]+|0[bB][01_]+|(?:\d[\d_]*)?\.?\d[\d_]*\.?(?:[eE][+-]?\d+)?)/y;
const quoted = /"(?:[^"\\\n]|\\.)*"/y;
const raw = /`[^`]*`/y;
const char = /'(?:[^'\\\n]|\\.[0-9a-fA-F]*)'/y;
const sign = /:=|[|=,()]/y;

/** The part of the source to read. Default: the whole source. */
export interface Extent {
  from: number;
  to: number;
}

export const lex = (source: string, delimiters: Delimiters, extent?: Extent): Token[] =>
  new Lexer(source, delimiters, extent).tokens();

class Lexer {
  readonly #source: string;
  readonly #delimiters: Delimiters;
  readonly #tokens: Token[] = [];
  readonly #end: number;
  #at: number;

  constructor(source: string, delimiters: Delimiters, { from, to }: Extent = { from: 0, to: source.length }) {
    this.#source = source.slice(0, to);
    this.#delimiters = delimiters;
    this.#at = from;
    this.#end = to;
  }

  tokens(): Token[] {
    const { open } = this.#delimiters;
    let trim = false;
    while (true) {
      const start = this.#source.indexOf(open, this.#at);
      const end = start === -1 ? this.#end : start;
      const isMarked =
        start !== -1 && /^-[ \t\r\n]/.test(this.#source.slice(start + open.length, start + open.length + 2));
      this.#text(this.#source.slice(this.#at, end), { first: trim, last: isMarked });
      if (start === -1) return this.#tokens;
      this.#at = start + open.length + (isMarked ? 1 : 0);
      trim = this.#comment(start) ?? this.#action(start);
    }
  }

  #text(text: string, trim: { first: boolean; last: boolean }): void {
    const trimmedStart = trim.first ? text.replace(/^[ \t\r\n]+/, "") : text;
    const kept = trim.last ? trimmedStart.replace(/[ \t\r\n]+$/, "") : trimmedStart;
    if (kept !== "") this.#push("text", kept, this.#at + text.length - trimmedStart.length);
  }

  /** Returns whether to trim the following text; undefined if this is not a comment. */
  #comment(start: number): boolean | undefined {
    const { close } = this.#delimiters;
    const opening = /^[ \t\r\n]*\/\*/.exec(this.#source.slice(this.#at, this.#at + 200));
    if (!opening) return undefined;
    const end = this.#source.indexOf("*/", this.#at + opening[0].length);
    if (end === -1) throw this.#fault("This comment is never closed: */ is missing.", start);
    const rest = /^([ \t\r\n]+-)?/.exec(this.#source.slice(end + 2))![0];
    this.#at = end + 2 + rest.length;
    if (!this.#source.startsWith(close, this.#at))
      throw this.#fault(`A comment must be alone between ${this.#delimiters.open} and ${close}.`, start);
    this.#at += close.length;
    return rest !== "";
  }

  /** Reads an action to its end; returns whether to trim the following text. */
  #action(start: number): boolean {
    this.#push("open", this.#delimiters.open, start);
    let depth = 0;
    let apart = true;
    while (true) {
      if (this.#match(space) !== undefined) apart = true;
      const trims = apart && this.#source.startsWith(`-${this.#delimiters.close}`, this.#at);
      // With `$( )` the closing delimiter is also a closing parenthesis.
      const mayClose = depth === 0 || this.#delimiters.close !== ")";
      if (mayClose && (trims || this.#source.startsWith(this.#delimiters.close, this.#at))) {
        const at = this.#at;
        this.#at += this.#delimiters.close.length + (trims ? 1 : 0);
        this.#push("close", this.#delimiters.close, at);
        return trims;
      }
      if (this.#at >= this.#end)
        throw this.#fault(
          `This ${this.#delimiters.open} is never closed: ${this.#delimiters.close} is missing.`,
          start,
        );
      const token = this.#token(apart);
      if (token.text === "(" && token.kind === "sign") depth += 1;
      if (token.text === ")" && token.kind === "sign") depth -= 1;
      if (depth < 0) throw this.#fault("This ) has no matching (.", token.at);
      apart = false;
    }
  }

  #token(apart: boolean): Token {
    const at = this.#at;
    const kinds: [TokenKind, RegExp][] = [
      ["field", field],
      ["variable", variable],
      ["word", word],
      ["sign", sign],
    ];
    // A sign belongs to a number only if no value comes directly before it.
    const digits = this.#match(number);
    if (digits !== undefined) return this.#push("number", digits, at, apart);
    const text = this.#match(quoted);
    if (text !== undefined)
      return this.#push(
        "string",
        unquote(text, () => this.#fault("This string has an unknown escape sequence.", at)),
        at,
        apart,
      );
    const rawText = this.#match(raw);
    if (rawText !== undefined) return this.#push("string", rawText.slice(1, -1), at, apart);
    const character = this.#match(char);
    if (character !== undefined)
      return this.#push(
        "char",
        unquote(`"${character.slice(1, -1).replaceAll('"', '\\"')}"`, () =>
          this.#fault("A character literal must have exactly one character.", at),
        ),
        at,
        apart,
      );
    for (const [kind, shape] of kinds) {
      const found = this.#match(shape);
      if (found !== undefined) return this.#push(kind, found, at, apart);
    }
    if (this.#source[at] === ".") {
      this.#at += 1;
      return this.#push("dot", ".", at, apart);
    }
    throw this.#fault(
      this.#source[at] === '"' || this.#source[at] === "`"
        ? "This string is never closed."
        : `Unexpected character ${JSON.stringify(this.#source[at])}.`,
      at,
    );
  }

  #match(shape: RegExp): string | undefined {
    shape.lastIndex = this.#at;
    const found = shape.exec(this.#source)?.[0];
    if (found !== undefined) this.#at += found.length;
    return found;
  }

  #push(kind: TokenKind, text: string, at: number, apart = false): Token {
    const token = { kind, text, at, apart };
    this.#tokens.push(token);
    return token;
  }

  #fault(message: string, at: number): ExpressionFault {
    return new ExpressionFault(message, { place: placeAt(this.#source, at) });
  }
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
};

/** Returns the value of a quoted Go string. */
function unquote(text: string, fault: () => ExpressionFault): string {
  return text
    .slice(1, -1)
    .replaceAll(
      /\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|([0-7]{3})|(.))/gsu,
      (_, x, u, long, octal, letter) => {
        const code = x ?? u ?? long;
        const point = Number.parseInt(code as string, 16);
        if (point > 0x10ffff) throw fault();
        if (code !== undefined) return String.fromCodePoint(point);
        if (octal !== undefined) return String.fromCodePoint(Number.parseInt(octal as string, 8));
        const meant = escapes[letter as string];
        if (meant === undefined) throw fault();
        return meant;
      },
    );
}
