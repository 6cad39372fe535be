// String functions that change the case of a string, quote it or lay it out.
import { spend } from "../budget.ts";
import { ExpressionFault } from "../fault.ts";
import { textOf, type LibraryFunction } from "./function.ts";
import { charged, plainText, trimmed } from "./strings.ts";

const on = "string" as const;
const gives = "string" as const;

/** Splits a string into runs of letters and digits; `fooBar` is one word, as in gomplate. */
const words = (text: string) => text.split(/[^\p{L}\p{N}]+/u).filter(Boolean);

const capital = (word: string) => {
  const [first = "", ...rest] = word;
  return first.toUpperCase() + rest.join("").toLowerCase();
};

/** Changes the case of every character except the first. */
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

const title = (text: string) =>
  text.replaceAll(/[\p{L}\p{N}_'’]+/gu, (word) => {
    const at = word.search(/[^'’]/);
    return at < 0 ? word : word.slice(0, at) + capital(word.slice(at));
  });

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

const trunc = (text: string, length: number) =>
  length < 0 ? text : new TextDecoder().decode(Buffer.from(text).subarray(0, length)).replace(/\ufffd+$/, "");

/** Indents every line: `indent(width, prefix)`; both are optional. Default: one space. */
function indent(text: string, ...how: unknown[]): string {
  const width = how.find((part) => typeof part === "number") ?? 1;
  const prefix = how.find((part) => typeof part === "string") ?? " ";
  if (width <= 0 || prefix.includes("\n")) return text;
  spend(prefix.length * width * text.split("\n").length);
  const margin = prefix.repeat(width);
  return text.replaceAll(/^(?=.)/gm, margin);
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

/**
 * Quotes in the same way as Go: escapes control characters, such as `\x07`, and leaves printable characters unchanged.
 */
const quote = (text: string) =>
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

const quoteSh = (text: string) => `'${text.replaceAll("'", `'"'"'`)}'`;

function shellQuote(value: unknown): string {
  if (Array.isArray(value))
    return charged(
      value.map((element) => quoteSh(textOf(element))),
      " ",
    ).join(" ");
  return quoteSh(textOf(value));
}

export const textStyles: readonly LibraryFunction[] = [
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
      templateNames: ["strings.Squote", "sqlQuote"],
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
];
