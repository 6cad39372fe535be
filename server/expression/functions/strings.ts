// Texts: cutting, padding, case, quoting.
import { spend } from "../budget.ts";
import { ExpressionFault } from "../fault.ts";
import { printf } from "../printf.ts";
import { print } from "../values.ts";
import type { LibraryFunction } from "./function.ts";

const on = "string" as const;
const gives = "string" as const;

/** `HTTPServer_name-2` is http, server, name, 2. */
const words = (text: string) =>
  text
    .replaceAll(/([\p{Ll}\d])(\p{Lu})/gu, "$1 $2")
    .replaceAll(/(\p{Lu}+)(\p{Lu}\p{Ll})/gu, "$1 $2")
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase();

function abbrev(text: string, ...widths: number[]): string {
  const [from, width] = widths.length === 2 ? (widths as [number, number]) : [0, widths[0]!];
  if (width < 4) throw new ExpressionFault("abbrev needs a width of 4 at least.");
  const letters = [...text];
  if (letters.length <= width) return text;
  if (from <= 4) return `${letters.slice(0, width - 3).join("")}...`;
  if (width < 7) throw new ExpressionFault("abbrev needs a width of 7 at least when it begins later.");
  const start = Math.min(from, letters.length - width + 3);
  const rest = letters.slice(start);
  return rest.length <= width - 3 ? `...${rest.join("")}` : `...${rest.slice(0, width - 6).join("")}...`;
}

function indent(text: string, ...how: (number | string)[]): string {
  const width = typeof how[0] === "number" ? how[0] : 1;
  const sign = how.find((part) => typeof part === "string") ?? " ";
  if (width < 0 || width > 1_000) throw new ExpressionFault("indent needs a width of 0 to 1000.");
  const margin = sign.repeat(width);
  spend(margin.length * text.split("\n").length);
  return text.replaceAll(/^(?=.)/gm, margin);
}

function repeat(text: string, times: number): string {
  if (times < 0) throw new ExpressionFault("repeat needs a count of 0 at least.");
  spend(text.length * times);
  return text.repeat(times);
}

function wordWrap(text: string, width = 80): string {
  if (width < 1) throw new ExpressionFault("wordWrap needs a width of 1 at least.");
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
      return [...lines, current].join("\n");
    })
    .join("\n");
}

function replace(text: string, from: string, to: string, times = -1): string {
  if (times < 0) {
    const parts = text.split(from);
    spend(text.length + parts.length * to.length);
    return parts.join(to);
  }
  const parts = text.split(from);
  const first = parts.slice(0, times + 1).join(to);
  return parts.length > times + 1 ? [first, ...parts.slice(times + 1)].join(from) : first;
}

const slug = (text: string) =>
  words(text.normalize("NFKD").replaceAll(/\p{M}/gu, "").replaceAll("&", " and ")).join("-").toLowerCase();

const charAt = (text: string, at: number) => {
  const letters = [...text];
  if (at < 0 || at > letters.length)
    throw new ExpressionFault(`charAt ${at} is out of range: there are ${letters.length}.`);
  return letters[at] ?? "";
};

export const strings: readonly LibraryFunction[] = [
  {
    name: "abbrev",
    on,
    takes: ["int", "int"],
    least: 1,
    gives,
    says: "Cut to a width, with … as three dots",
    call: abbrev,
  },
  {
    name: "camelCase",
    on,
    takes: [],
    gives,
    says: "likeThis",
    call: (text: string) =>
      words(text)
        .map((word, index) => (index === 0 ? word.toLowerCase() : capital(word)))
        .join(""),
  },
  {
    name: "kebabCase",
    on,
    takes: [],
    gives,
    says: "like-this",
    call: (text: string) => words(text).join("-").toLowerCase(),
  },
  {
    name: "snakeCase",
    on,
    takes: [],
    gives,
    says: "like_this",
    call: (text: string) => words(text).join("_").toLowerCase(),
  },
  { name: "charAt", on, takes: ["int"], gives, says: "The character at a place, counted from 0", call: charAt },
  {
    name: "indent",
    on,
    takes: ["any", "any"],
    least: 0,
    gives,
    says: "Every line moved to the right, by a width and with a text",
    call: indent,
  },
  {
    name: "format",
    on,
    takes: ["list"],
    gives,
    says: "The text with %s, %d, %f … filled in",
    call: (text: string, values: unknown[]) => printf(text, values),
  },
  { name: "repeat", on, takes: ["int"], gives, says: "The text so many times", call: repeat },
  {
    name: "replace",
    on,
    takes: ["string", "string", "int"],
    least: 2,
    gives,
    says: "One text for another, everywhere or so many times",
    call: replace,
  },
  {
    name: "replaceAll",
    on,
    takes: ["string", "string"],
    gives,
    says: "One text for another, everywhere",
    call: (text: string, from: string, to: string) => replace(text, from, to),
  },
  {
    name: "reverse",
    on,
    takes: [],
    gives,
    says: "From the last character to the first",
    call: (text: string) => [...text].reverse().join(""),
  },
  {
    name: "trimPrefix",
    on,
    takes: ["string"],
    gives,
    says: "Without a beginning",
    call: (text: string, prefix: string) => (text.startsWith(prefix) ? text.slice(prefix.length) : text),
  },
  {
    name: "trimSuffix",
    on,
    takes: ["string"],
    gives,
    says: "Without an ending",
    call: (text: string, suffix: string) =>
      suffix !== "" && text.endsWith(suffix) ? text.slice(0, -suffix.length) : text,
  },
  {
    name: "title",
    on,
    takes: [],
    gives,
    says: "Every Word With A Capital",
    call: (text: string) =>
      text.replaceAll(
        /(^|[^\p{L}\p{N}'])(\p{L})/gu,
        (_, before: string, letter: string) => before + letter.toUpperCase(),
      ),
  },
  {
    name: "quote",
    on,
    takes: [],
    gives,
    says: "In double quotes, escaped",
    call: (text: string) => JSON.stringify(text),
  },
  {
    name: "squote",
    on,
    takes: [],
    gives,
    says: "In single quotes, those inside doubled",
    call: (text: string) => `'${text.replaceAll("'", "''")}'`,
  },
  {
    name: "shellQuote",
    on,
    takes: [],
    gives,
    says: "As one word of a shell",
    call: (text: string) => (/^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'"'"'`)}'`),
  },
  { name: "slug", on, takes: [], gives, says: "as-part-of-an-address", call: slug },
  {
    name: "runeCount",
    on,
    takes: [],
    gives: "int",
    says: "How many characters",
    call: (text: string) => [...text].length,
  },
  {
    name: "wordWrap",
    on,
    takes: ["int"],
    least: 0,
    gives,
    says: "In lines of a width, broken between words",
    call: wordWrap,
  },
  { name: "toLower", on, takes: [], gives, says: "In small letters", call: (text: string) => text.toLowerCase() },
  { name: "toUpper", on, takes: [], gives, says: "In capitals", call: (text: string) => text.toUpperCase() },
];

/** CEL has these of its own; the templates get them from here. */
export const stringsOfCel: readonly LibraryFunction[] = [
  {
    name: "contains",
    on,
    takes: ["string"],
    gives: "bool",
    says: "Whether it has a part",
    call: (text: string, part: string) => text.includes(part),
  },
  {
    name: "startsWith",
    on,
    takes: ["string"],
    gives: "bool",
    says: "Whether it begins so",
    call: (text: string, part: string) => text.startsWith(part),
  },
  {
    name: "endsWith",
    on,
    takes: ["string"],
    gives: "bool",
    says: "Whether it ends so",
    call: (text: string, part: string) => text.endsWith(part),
  },
  {
    name: "indexOf",
    on,
    takes: ["string"],
    gives: "int",
    says: "Where a part begins, or -1",
    call: (text: string, part: string) => text.indexOf(part),
  },
  {
    name: "lastIndexOf",
    on,
    takes: ["string"],
    gives: "int",
    says: "Where a part begins for the last time, or -1",
    call: (text: string, part: string) => text.lastIndexOf(part),
  },
  {
    name: "split",
    on,
    takes: ["string"],
    gives: "list",
    says: "The parts between a separator",
    call: (text: string, separator: string) => text.split(separator),
  },
  {
    name: "join",
    on: "list",
    takes: ["string"],
    gives,
    says: "A list as one text",
    call: (list: unknown[], separator: string) => list.map((element) => print(element)).join(separator),
  },
  {
    name: "lowerAscii",
    on,
    takes: [],
    gives,
    says: "A to Z in small letters",
    call: (text: string) => text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase()),
  },
  {
    name: "upperAscii",
    on,
    takes: [],
    gives,
    says: "a to z in capitals",
    call: (text: string) => text.replaceAll(/[a-z]/g, (letter) => letter.toUpperCase()),
  },
  { name: "trim", on, takes: [], gives, says: "Without white space at both ends", call: (text: string) => text.trim() },
];
