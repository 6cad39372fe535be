// String functions that cut, pad, change case or quote.
import { spend, step, uncounted } from "../budget.ts";
import { charactersBefore, lengthOf, offsetOf, sliceOf } from "../characters.ts";
import { ExpressionFault } from "../fault.ts";
import { isEqual } from "../values.ts";
import { textOf, type LibraryFunction } from "./function.ts";

const on = "string" as const;
const gives = "string" as const;

/** Splits a string into runs of letters and digits; `fooBar` is one word, as in gomplate. */
const words = (text: string) => text.split(/[^\p{L}\p{N}]+/u).filter(Boolean);

const capital = (word: string) => {
  const [first = "", ...rest] = word;
  return first.toUpperCase() + rest.join("").toLowerCase();
};

/** Changes the case of everything but the first character. */
const keepingFirst = (text: string, changed: string) => {
  const [first = ""] = text;
  return changed === "" ? "" : first + [...changed].slice(1).join("");
};

function joined(text: string, sign: string): string {
  const found = words(text);
  return keepingFirst(found[0] ?? "", found.join(sign).toLowerCase());
}

function camelCase(text: string): string {
  const found = words(text);
  return keepingFirst(found[0] ?? "", found.map(capital).join(""));
}

function abbrev(text: string, ...widths: number[]): string {
  const [from, width] = widths.length === 2 ? (widths as [number, number]) : [0, widths[0]!];
  const letters = [...text];
  if (letters.length <= width) return text;
  if (width < 4) throw new ExpressionFault("abbrev needs a width of at least 4.");
  if (from <= 4) return `${letters.slice(0, width - 3).join("")}...`;
  if (width < 7) throw new ExpressionFault("abbrev with an offset needs a width of at least 7.");
  const start = Math.min(from, letters.length - width + 3);
  const rest = letters.slice(start);
  return rest.length <= width - 3 ? `...${rest.join("")}` : `...${rest.slice(0, width - 6).join("")}...`;
}

/** Indents every line: `indent(width, prefix)`; both are optional. Default: one space. */
function indent(text: string, ...how: unknown[]): string {
  const width = how.find((part) => typeof part === "number") ?? 1;
  const prefix = how.find((part) => typeof part === "string") ?? " ";
  if (width <= 0 || prefix.includes("\n")) return text;
  spend(prefix.length * width * text.split("\n").length);
  const margin = prefix.repeat(width);
  return text.replaceAll(/^(?=.)/gm, margin);
}

function repeat(text: string, times: number): string {
  if (times < 0) throw new ExpressionFault("repeat needs a count of at least 0.");
  spend(text.length * times);
  return text.repeat(times);
}

/** Breaks lines at spaces; a word longer than the width is not broken. */
function wordWrap(text: string, ...how: unknown[]): string {
  const width = how.find((part) => typeof part === "number") ?? 80;
  const sequence = how.find((part) => typeof part === "string") ?? "\n";
  if (width < 1) throw new ExpressionFault("wordWrap needs a width of at least 1.");
  spend(text.length * Math.max(1, sequence.length));
  return text
    .split("\n")
    .map((line) => {
      const lines: string[] = [];
      let current = "";
      for (const word of line.split(" ")) {
        if (current !== "" && current.length + 1 + word.length > width) {
          lines.push(current);
          current = word;
        } else current = current === "" ? word : `${current} ${word}`;
      }
      return [...lines, current].join(sequence);
    })
    .join("\n");
}

function replace(text: string, from: string, to: string, times = -1): string {
  // An empty string matches before, between and after all characters.
  const parts = from === "" ? ["", ...text, ""] : text.split(from);
  const most = times < 0 ? parts.length - 1 : Math.min(times, parts.length - 1);
  spend(text.length + most * to.length);
  const first = parts.slice(0, most + 1).join(to);
  return most < parts.length - 1 ? [first, ...parts.slice(most + 1)].join(from) : first;
}

export function split(text: string, separator: string, count = -1): string[] {
  if (count === 0) return [];
  const parts = separator === "" ? [...text] : text.split(separator);
  spend(parts.length);
  if (count < 0 || parts.length <= count) return parts;
  return [...parts.slice(0, count - 1), parts.slice(count - 1).join(separator)];
}

function trimmed(text: string, cutset: string): string {
  const cut = new Set(cutset);
  const letters = [...text];
  let [from, to] = [0, letters.length];
  while (from < to && cut.has(letters[from]!)) from += 1;
  while (to > from && cut.has(letters[to - 1]!)) to -= 1;
  return letters.slice(from, to).join("");
}

/** Letters that Unicode normalization does not decompose. */
const transliterations: Readonly<Record<string, string>> = {
  ß: "ss",
  æ: "ae",
  Æ: "AE",
  ø: "o",
  Ø: "O",
  œ: "oe",
  Œ: "OE",
  ł: "l",
  Ł: "L",
  đ: "d",
  Đ: "D",
  ð: "d",
  þ: "th",
  "&": " and ",
  "@": " at ",
};

function slug(text: string): string {
  const plain = text
    .replaceAll(/[ßæÆøØœŒłŁđĐðþ&@]/g, (sign) => transliterations[sign]!)
    .normalize("NFKD")
    .replaceAll(/\p{M}|['’]/gu, "")
    .toLowerCase()
    .replaceAll(/[^a-z0-9_]+/g, "-");
  return trimmed(plain, "-_");
}

function outOfRange(name: string, range: string, text: string): ExpressionFault {
  return new ExpressionFault(`${name} ${range} is out of range: the string has ${lengthOf(text)} characters.`);
}

function charAt(text: string, at: number): string {
  if (at < 0 || at > lengthOf(text)) throw outOfRange("charAt", String(at), text);
  return sliceOf(text, at, at + 1);
}

function substring(text: string, from: number, to = lengthOf(text)): string {
  if (from < 0 || from > to || to > lengthOf(text)) throw outOfRange("substring", `${from} to ${to}`, text);
  return sliceOf(text, from, to);
}

function indexOf(text: string, part: string, from = 0): number {
  if (from < 0 || from > lengthOf(text)) throw outOfRange("indexOf", String(from), text);
  return charactersBefore(text, text.indexOf(part, offsetOf(text, from)));
}

function lastIndexOf(text: string, part: string, from = lengthOf(text)): number {
  if (from < 0 || from > lengthOf(text)) throw outOfRange("lastIndexOf", String(from), text);
  return charactersBefore(text, text.lastIndexOf(part, offsetOf(text, from)));
}

/** Reports the size to the budget before joining: a few steps can refer to the same large string many times. */
function charged(texts: string[], separator: string): string[] {
  spend(texts.reduce((sum, text) => sum + text.length + separator.length, 0));
  return texts;
}

const join = (list: unknown[], separator = "") =>
  charged(
    list.map((element) => textOf(element)),
    separator,
  ).join(separator);

/** Joins strings only, because in CEL any other element is most often a mistake. */
function joinTexts(list: unknown[], separator = ""): string {
  if (!list.every((element) => typeof element === "string"))
    throw new ExpressionFault("join needs a list of strings; list.map(item, string(item)) returns one.");
  return join(list, separator);
}

const quoteSh = (text: string) => `'${text.replaceAll("'", `'"'"'`)}'`;

function shellQuote(value: unknown): string {
  if (Array.isArray(value))
    return charged(
      value.map((element) => quoteSh(textOf(element))),
      " ",
    ).join(" ");
  return quoteSh(textOf(value));
}

/** Quotes as Go does: escapes control characters, such as `\x07`, and leaves printable ones unchanged. */
export const quote = (text: string) =>
  `"${text.replaceAll(/["\\\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (sign) => {
    const known = (
      {
        '"': '\\"',
        "\\": "\\\\",
        "\n": "\\n",
        "\t": "\\t",
        "\r": "\\r",
        "\u0007": "\\a",
        "\b": "\\b",
        "\f": "\\f",
        "\v": "\\v",
      } as Record<string, string>
    )[sign];
    if (known !== undefined) return known;
    const code = sign.codePointAt(0)!;
    return code < 0x80 ? `\\x${code.toString(16).padStart(2, "0")}` : `\\u${code.toString(16).padStart(4, "0")}`;
  })}"`;

const title = (text: string) =>
  text.replaceAll(/[\p{L}\p{N}_'’]+/gu, (word) => {
    const at = word.search(/[^'’]/);
    return at < 0 ? word : word.slice(0, at) + capital(word.slice(at));
  });

const trunc = (text: string, length: number) =>
  length < 0 ? text : new TextDecoder().decode(Buffer.from(text).subarray(0, length)).replace(/\ufffd+$/, "");

const plainText = (
  name: string,
  says: string,
  call: (text: string) => unknown,
  more: Partial<LibraryFunction> = {},
): LibraryFunction => ({ name, on, takes: [], gives, says, call, ...more });

/** In templates, `strings.X` takes the value last; the bare name may take it first. */
const namespaced = (name: string, fn: LibraryFunction): LibraryFunction => ({
  ...fn,
  name,
  only: "template",
  celNames: [],
  templateNames: [],
  valueFirst: false,
});

const contains: LibraryFunction = {
  name: "contains",
  on,
  takes: ["string"],
  valueFirst: true,
  gives: "bool",
  says: "Whether the string contains a substring",
  call: (text: string, part: string) => text.includes(part),
};
const startsWith: LibraryFunction = {
  name: "startsWith",
  templateNames: ["hasPrefix"],
  on,
  takes: ["string"],
  valueFirst: true,
  gives: "bool",
  says: "Whether the string starts with a prefix",
  call: (text: string, part: string) => text.startsWith(part),
};
const endsWith: LibraryFunction = {
  name: "endsWith",
  templateNames: ["hasSuffix"],
  on,
  takes: ["string"],
  valueFirst: true,
  gives: "bool",
  says: "Whether the string ends with a suffix",
  call: (text: string, part: string) => text.endsWith(part),
};
const splitText: LibraryFunction = {
  name: "split",
  on,
  takes: ["string", "int"],
  least: 1,
  valueFirst: true,
  gives: "list",
  says: "Splits the string at a separator, optionally into at most a number of parts",
  call: split,
};
const splitCount: LibraryFunction = {
  name: "splitN",
  only: "template",
  on,
  takes: ["string", "int"],
  valueFirst: true,
  gives: "list",
  says: "Splits the string at a separator into at most a number of parts",
  call: split,
};
const trimCutset: LibraryFunction = {
  name: "trim",
  only: "template",
  on,
  takes: ["string"],
  least: 0,
  valueFirst: true,
  gives,
  says: "Removes white space, or the given characters, from both ends",
  call: (text: string, cutset?: string) => (cutset === undefined ? text.trim() : trimmed(text, cutset)),
};

export const strings: readonly LibraryFunction[] = [
  contains,
  startsWith,
  endsWith,
  namespaced("strings.Contains", contains),
  namespaced("strings.HasPrefix", startsWith),
  namespaced("strings.HasSuffix", endsWith),
  {
    name: "Contains",
    only: "cel",
    takes: ["string", "string"],
    gives: "bool",
    says: "Whether a string contains a substring",
    call: (part: string, text: string) => text.includes(part),
  },
  splitText,
  splitCount,
  namespaced("strings.Split", splitText),
  namespaced("strings.SplitN", splitCount),
  {
    name: "SplitN",
    only: "cel",
    takes: ["string", "int", "string"],
    gives: "list",
    says: "Splits the string at a separator into at most a number of parts",
    call: (separator: string, count: number, text: string) => split(text, separator, count),
  },
  plainText("trim", "Removes white space from both ends", (text) => text.trim(), { only: "cel" }),
  trimCutset,
  namespaced("strings.Trim", trimCutset),
  plainText("trimSpace", "Removes white space from both ends", (text) => text.trim(), {
    templateNames: ["strings.TrimSpace"],
  }),
  {
    name: "trimPrefix",
    templateNames: ["strings.TrimPrefix"],
    on,
    takes: ["string"],
    gives,
    says: "Removes a prefix",
    call: (text: string, prefix: string) => (text.startsWith(prefix) ? text.slice(prefix.length) : text),
  },
  {
    name: "trimSuffix",
    templateNames: ["strings.TrimSuffix"],
    on,
    takes: ["string"],
    gives,
    says: "Removes a suffix",
    call: (text: string, suffix: string) =>
      suffix !== "" && text.endsWith(suffix) ? text.slice(0, -suffix.length) : text,
  },
  {
    name: "replace",
    on,
    takes: ["string", "string", "int"],
    least: 2,
    gives,
    says: "Replaces a substring everywhere, or at most a number of times",
    call: replace,
  },
  {
    name: "replaceAll",
    templateNames: ["strings.ReplaceAll"],
    on,
    takes: ["string", "string"],
    gives,
    says: "Replaces a substring everywhere",
    call: (text: string, from: string, to: string) => replace(text, from, to),
  },
  plainText("lowerAscii", "Converts A to Z to lower case", (text) =>
    text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase()),
  ),
  plainText("upperAscii", "Converts a to z to upper case", (text) =>
    text.replaceAll(/[a-z]/g, (letter) => letter.toUpperCase()),
  ),
  plainText("toLower", "Converts the string to lower case", (text) => text.toLowerCase(), {
    templateNames: ["strings.ToLower"],
  }),
  plainText("toUpper", "Converts the string to upper case", (text) => text.toUpperCase(), {
    templateNames: ["strings.ToUpper"],
  }),
  plainText("title", "Capitalizes every word", title, { templateNames: ["strings.Title"] }),
  {
    name: "substring",
    on,
    takes: ["int", "int"],
    least: 1,
    gives,
    says: "The characters from a start index up to an end index",
    call: substring,
  },
  { name: "charAt", on, takes: ["int"], gives, says: "The character at an index, counted from 0", call: charAt },
  {
    name: "indexOf",
    on,
    takes: ["string", "int"],
    least: 1,
    gives: "int",
    says: "The index of the first occurrence of a substring, or -1",
    call: indexOf,
  },
  {
    name: "lastIndexOf",
    on,
    takes: ["string", "int"],
    least: 1,
    gives: "int",
    says: "The index of the last occurrence of a substring, or -1",
    call: lastIndexOf,
  },
  plainText("runeCount", "The number of characters", lengthOf, { gives: "int" }),
  {
    name: "strings.RuneCount",
    only: "template",
    takes: ["string"],
    repeats: true,
    gives: "int",
    says: "The total number of characters of all strings",
    call: (...texts: string[]) => texts.reduce((sum, text) => sum + lengthOf(text), 0),
  },
  {
    name: "join",
    only: "cel",
    on: "list",
    takes: ["string"],
    least: 0,
    gives,
    says: "Joins a list of strings",
    call: joinTexts,
  },
  {
    name: "join",
    only: "template",
    templateNames: ["conv.Join"],
    on: "list",
    takes: ["string"],
    valueFirst: true,
    gives,
    says: "Joins the elements of a list to one string",
    call: join,
  },
  plainText("reverse", "Reverses the characters", (text) => [...text].reverse().join("")),
  {
    name: "repeat",
    templateNames: ["strings.Repeat"],
    on,
    takes: ["int"],
    gives,
    says: "Repeats the string",
    call: repeat,
  },
  {
    name: "abbrev",
    templateNames: ["strings.Abbrev"],
    on,
    takes: ["int", "int"],
    least: 1,
    gives,
    says: "Cuts the string to a width, with three dots at the end",
    call: abbrev,
  },
  {
    name: "trunc",
    templateNames: ["strings.Trunc"],
    on,
    takes: ["int"],
    gives,
    says: "The first bytes of a string",
    call: trunc,
  },
  {
    name: "indent",
    templateNames: ["strings.Indent"],
    on,
    takes: ["any", "any"],
    least: 0,
    gives,
    says: "Indents every line, by a width and with a prefix",
    call: indent,
  },
  {
    name: "wordWrap",
    templateNames: ["strings.WordWrap"],
    on,
    takes: ["any", "any"],
    least: 0,
    gives,
    says: "Breaks the string into lines of at most a width",
    call: wordWrap,
  },
  plainText("quote", "Puts the string in double quotes and escapes it", quote, {
    celNames: ["strings.quote"],
    templateNames: ["strings.Quote"],
  }),
  plainText(
    "squote",
    "Puts the string in single quotes and doubles those inside",
    (text) => `'${text.replaceAll("'", "''")}'`,
    {
      templateNames: ["strings.Squote"],
    },
  ),
  {
    name: "shellQuote",
    templateNames: ["strings.ShellQuote"],
    on: "any",
    takes: [],
    gives,
    says: "Quotes a value for a shell; a list becomes several words",
    call: shellQuote,
  },
  plainText("slug", "as-part-of-an-address", slug, { templateNames: ["strings.Slug"] }),
  plainText("snakeCase", "like_this", (text) => joined(text, "_"), { templateNames: ["strings.SnakeCase"] }),
  plainText("kebabCase", "like-this", (text) => joined(text, "-"), { templateNames: ["strings.KebabCase"] }),
  plainText("camelCase", "likeThis", camelCase, { templateNames: ["strings.CamelCase"] }),
  {
    name: "Sort",
    only: "cel",
    takes: ["string"],
    gives,
    says: "Sorts the bytes of a string",
    call: (text: string) => {
      uncounted(text.length);
      return Buffer.from(Buffer.from(text).toSorted()).toString("utf8");
    },
  },
  {
    name: "strings.Sort",
    only: "template",
    takes: ["list"],
    gives: "list",
    says: "Sorts a list of strings",
    call: (list: unknown[]) => {
      step();
      return list.map(textOf).sort((a, b) => (isEqual(a, b) ? 0 : a < b ? -1 : 1));
    },
  },
];
