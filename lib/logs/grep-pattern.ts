// Translates a search for `grep`, which searches much faster than this process. The pattern selects at least the
// matching lines; the caller tests each selected line again. grep works on bytes (LC_ALL=C), so a character can be up
// to four bytes.
import { ignoresCase, type SearchTerms, type Term } from "./search-terms.ts";

export interface GrepPattern {
  /** A fixed text, or a POSIX extended regular expression. */
  kind: "fixed" | "extended";
  text: string;
  ignoresCase: boolean;
}

/** Returns undefined if no term can be translated. */
export function grepPattern({ all }: SearchTerms): GrepPattern | undefined {
  const found = all.flatMap((term) => translated(term) ?? []);
  const fixed = found.filter(({ kind }) => kind === "fixed");
  // A fixed text is the fastest filter, and a longer text selects fewer lines.
  return fixed.toSorted((a, b) => b.text.length - a.text.length)[0] ?? found[0];
}

function translated(term: Term): GrepPattern | undefined {
  if (term.kind === "text") {
    const isAny = ignoresCase(term.text);
    // Without a locale, grep ignores the case of ASCII letters only.
    const text = isAny ? asciiPart(term.text) : term.text;
    return text === "" || /[\0\n]/.test(text) ? undefined : { kind: "fixed", text, ignoresCase: isAny };
  }
  const extended = toExtended(term.pattern);
  return extended && { kind: "extended", ...extended };
}

const asciiPart = (text: string) =>
  // oxlint-disable-next-line no-control-regex -- All ASCII characters.
  text.split(/[^\u0000-\u007f]+/).reduce((longest, part) => (part.length > longest.length ? part : longest), "");

/** Thrown inside this file for a construct that has no translation. */
class Untranslatable extends Error {}

/**
 * Translates a regular expression of RE2 to a POSIX extended regular expression that matches at least the same lines.
 */
export function toExtended(pattern: string): { text: string; ignoresCase: boolean } | undefined {
  const [flags, letters = ""] = /^\(\?([a-zA-Z]+)\)/.exec(pattern) ?? [""];
  if (/[^imsU]/.test(letters)) return undefined;
  const isAny = letters.includes("i");
  try {
    const reader = new Reader(pattern.slice(flags.length), isAny);
    const text = reader.alternatives();
    return reader.isAtEnd ? { text, ignoresCase: isAny } : undefined;
  } catch (error) {
    if (error instanceof Untranslatable) return undefined;
    throw error;
  }
}

interface Atom {
  text: string;
  /** The atom can match a character of several bytes. */
  isWide?: true;
  /** The atom is a character or a class, so a repetition can follow it directly. */
  isSingle?: true;
  /** The atom matches an empty string, so repeating it has no effect. */
  isAnchor?: true;
}

const maxRepeat = 255;
const spaces = " \t\f\r";
const wordSigns = "A-Za-z0-9_";

class Reader {
  readonly #text: string;
  readonly #isAny: boolean;
  #at = 0;

  constructor(text: string, isAny: boolean) {
    this.#text = text;
    this.#isAny = isAny;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#text.length;
  }

  alternatives(): string {
    const branches = [this.#sequence()];
    while (this.#take("|")) branches.push(this.#sequence());
    return branches.join("|");
  }

  #take(sign: string): boolean {
    if (!this.#text.startsWith(sign, this.#at)) return false;
    this.#at += sign.length;
    return true;
  }

  #sequence(): string {
    let text = "";
    while (!this.isAtEnd && !"|)".includes(this.#text[this.#at]!)) text += this.#repeated(this.#atom());
    return text;
  }

  #repeated(atom: Atom): string {
    const rest = this.#text.slice(this.#at);
    const [sign, from, to] = /^(?:[*+?]|\{(\d+)(?:,(\d*))?\})/.exec(rest) ?? [];
    if (sign === undefined) return atom.isWide ? `${atom.text}{1,4}` : atom.text;
    if (atom.isAnchor) throw new Untranslatable();
    this.#at += sign.length;
    // A lazy repetition matches the same lines.
    this.#take("?");
    if (/^(?:[*+?]|\{\d)/.test(this.#text.slice(this.#at))) throw new Untranslatable();
    if (Number(from ?? 0) > maxRepeat || Number(to || 0) > maxRepeat) throw new Untranslatable();
    const repeated = atom.isSingle ? atom.text : `(${atom.text})`;
    if (!atom.isWide) return `${repeated}${sign}`;
    // A number of characters is at least that number of bytes.
    if (sign === "?") return `${repeated}{0,4}`;
    return `${repeated}${from === undefined ? sign : `{${from},}`}`;
  }

  #atom(): Atom {
    const sign = String.fromCodePoint(this.#text.codePointAt(this.#at)!);
    this.#at += sign.length;
    switch (sign) {
      case "(":
        return this.#group();
      case "[":
        return this.#class();
      case ".":
        return { text: ".", isWide: true, isSingle: true };
      case "^":
        return { text: "^", isAnchor: true };
      case "$":
        // The line of a file with Windows line ends has a carriage return at its end.
        return { text: "\r?$", isAnchor: true };
      case "\\":
        return this.#escape();
      case "*":
      case "+":
      case "?":
        throw new Untranslatable();
      default:
        return this.#literal(sign);
    }
  }

  #literal(sign: string): Atom {
    if (sign === "\0" || sign === "\n") throw new Untranslatable();
    if (sign <= "\x7f") return { text: /[.[\]\\()*+?{}^$|]/.test(sign) ? `\\${sign}` : sign, isSingle: true };
    if (this.#isAny) throw new Untranslatable();
    return { text: sign };
  }

  #group(): Atom {
    if (this.#take("?")) {
      const named = /^P?<\w+>/.exec(this.#text.slice(this.#at));
      if (named) this.#at += named[0].length;
      else if (!this.#take(":")) throw new Untranslatable();
    }
    const inside = this.alternatives();
    if (!this.#take(")")) throw new Untranslatable();
    return { text: `(${inside})`, isSingle: true };
  }

  #escape(): Atom {
    const sign = this.#text[this.#at];
    this.#at += 1;
    switch (sign) {
      case "d":
        return { text: "[0-9]", isSingle: true };
      case "D":
        return { text: "[^0-9]", isWide: true, isSingle: true };
      case "w":
        return { text: `[${wordSigns}]`, isSingle: true };
      case "W":
        return { text: `[^${wordSigns}]`, isWide: true, isSingle: true };
      case "s":
        return { text: `[${spaces}]`, isSingle: true };
      case "S":
        return { text: `[^${spaces}]`, isWide: true, isSingle: true };
      case "b":
      case "B":
        return { text: `\\${sign}`, isAnchor: true };
      default:
        return this.#literal(this.#escapedSign(sign));
    }
  }

  /** Returns the character of an escape that stands for a single character. */
  #escapedSign(sign: string | undefined): string {
    const control = { t: "\t", r: "\r", f: "\f", v: "\v", a: "\x07" }[sign ?? ""];
    if (control !== undefined) return control;
    if (sign === "x") {
      const [all, long, short] = /^(?:\{([\da-fA-F]{1,6})\}|([\da-fA-F]{2}))/.exec(this.#text.slice(this.#at)) ?? [];
      if (all === undefined) throw new Untranslatable();
      this.#at += all.length;
      const code = Number.parseInt(long ?? short!, 16);
      if (code > 0x10ffff) throw new Untranslatable();
      return String.fromCodePoint(code);
    }
    if (sign === undefined || /[A-Za-z0-9\n]/.test(sign) || sign > "\x7f") throw new Untranslatable();
    return sign;
  }

  #class(): Atom {
    const isNegated = this.#take("^");
    const members = new Set<string>();
    let named = "";
    for (let isFirst = true; isFirst || !this.#text.startsWith("]", this.#at); isFirst = false) {
      const posix = /^\[:(?:alnum|alpha|blank|cntrl|digit|graph|lower|print|punct|space|upper|xdigit):\]/.exec(
        this.#text.slice(this.#at),
      );
      if (posix) {
        this.#at += posix[0].length;
        named += posix[0];
        continue;
      }
      const from = this.#member(members);
      if (from === undefined) continue;
      if (this.#text[this.#at] === "-" && ![undefined, "]"].includes(this.#text[this.#at + 1])) {
        this.#at += 1;
        const to = this.#member(members);
        if (to === undefined || to < from) throw new Untranslatable();
        for (let code = from; code <= to; code += 1) members.add(String.fromCharCode(code));
      } else members.add(String.fromCharCode(from));
    }
    this.#at += 1;
    members.delete("\n");
    if (members.has("\0") || (members.size === 0 && named === "")) throw new Untranslatable();
    const text = `[${isNegated ? "^" : ""}${printMembers(members, named)}]`;
    // A caret at the beginning would negate the class.
    if (text.startsWith("[^") && !isNegated) throw new Untranslatable();
    return isNegated ? { text, isWide: true, isSingle: true } : { text, isSingle: true };
  }

  /** Reads one character of a class and returns its code, or adds a whole class such as `\d`. */
  #member(members: Set<string>): number | undefined {
    const sign = this.#text[this.#at];
    if (sign === undefined || sign > "\x7f") throw new Untranslatable();
    this.#at += 1;
    if (sign !== "\\") return sign.charCodeAt(0);
    const next = this.#text[this.#at];
    this.#at += 1;
    const whole = { d: "0123456789", s: spaces, w: allWordSigns }[next ?? ""];
    if (whole !== undefined) {
      for (const member of whole) members.add(member);
      return undefined;
    }
    const escape = this.#escapedSign(next);
    if (escape > "\x7f") throw new Untranslatable();
    return escape.charCodeAt(0);
  }
}

const range = (from: string, to: string) =>
  Array.from({ length: to.charCodeAt(0) - from.charCodeAt(0) + 1 }, (_, index) =>
    String.fromCharCode(from.charCodeAt(0) + index),
  ).join("");

const allWordSigns = `${range("a", "z")}${range("A", "Z")}${range("0", "9")}_`;

/** Characters with a special meaning in a bracket expression are placed where they have no special meaning. */
function printMembers(members: ReadonlySet<string>, named: string): string {
  const plain = [...members].filter((sign) => !"]^-[".includes(sign)).join("");
  const [close, open, hat, dash] = ["]", "[", "^", "-"].map((sign) => (members.has(sign) ? sign : ""));
  return `${close}${plain}${named}${open}${hat}${dash}`;
}
