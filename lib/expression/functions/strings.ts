// String functions that search, cut, replace, join and sort.
import { spend, step, uncounted } from "../budget.ts";
import { charactersBefore, lengthOf, offsetOf, sliceOf } from "../characters.ts";
import { ExpressionFault } from "../fault.ts";
import { isEqual } from "../values.ts";
import { textOf, type LibraryFunction } from "./function.ts";

const on = "string" as const;
const gives = "string" as const;

function repeat(text: string, times: number): string {
  if (times < 0) throw new ExpressionFault("repeat needs a count of at least 0.");
  spend(text.length * times);
  return text.repeat(times);
}

function replace(text: string, from: string, to: string, times = -1): string {
  // An empty string matches before, between and after all characters.
  const parts = from === "" ? ["", ...text, ""] : text.split(from);
  const most = times < 0 ? parts.length - 1 : Math.min(times, parts.length - 1);
  spend(text.length + most * to.length);
  const first = parts.slice(0, most + 1).join(to);
  return most < parts.length - 1 ? [first, ...parts.slice(most + 1)].join(from) : first;
}

function split(text: string, separator: string, count = -1): string[] {
  if (count === 0) return [];
  const parts = separator === "" ? [...text] : text.split(separator);
  spend(parts.length);
  if (count < 0 || parts.length <= count) return parts;
  return [...parts.slice(0, count - 1), parts.slice(count - 1).join(separator)];
}

export function trimmed(text: string, cutset: string): string {
  const cut = new Set(cutset);
  const letters = [...text];
  let [from, to] = [0, letters.length];
  while (from < to && cut.has(letters[from]!)) from += 1;
  while (to > from && cut.has(letters[to - 1]!)) to -= 1;
  return letters.slice(from, to).join("");
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
export function charged(texts: string[], separator: string): string[] {
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

export const plainText = (
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
