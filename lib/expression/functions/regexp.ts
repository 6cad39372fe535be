// Functions on regular expressions; pattern.ts matches them.
import type { RE2JS } from "re2js";
import { spend, step } from "../budget.ts";
import { ExpressionFault } from "../fault.ts";
import { matcherOf, matches, pattern } from "../pattern.ts";
import type { LibraryFunction } from "./function.ts";
import { looseNumber } from "./numbers.ts";

function findAll(expression: string, text: string, count = -1): string[] {
  const matcher = matcherOf(expression, text);
  const found: string[] = [];
  while ((count < 0 || found.length < count) && matcher.find()) {
    step();
    found.push(matcher.group() ?? "");
  }
  return found;
}

const groups = (matcher: ReturnType<RE2JS["matcher"]>) =>
  Array.from({ length: matcher.groupCount() + 1 }, (_, index) => matcher.group(index) ?? "");

/** Replaces matches. `$1` and `${name}` refer to groups, as in Go. */
function replaced(expression: string, replacement: string, text: string): string {
  const matcher = matcherOf(expression, text);
  const names = pattern(expression).namedGroups() as Readonly<Record<string, number>>;
  let out = "";
  let at = 0;
  while (matcher.find()) {
    step();
    const between = text.slice(at, matcher.start());
    spend(between.length);
    out += between;
    out += replacement.replaceAll(
      /\$(?:\{(\w+)\}|(\w+)|\$)/g,
      (whole, braced: string | undefined, bare: string | undefined) => {
        if (whole === "$$") return "$";
        const name = braced ?? bare!;
        const index = /^\d+$/.test(name) ? Number(name) : names[name];
        const held = index !== undefined && index <= matcher.groupCount() ? (matcher.group(index) ?? "") : "";
        spend(held.length);
        return held;
      },
    );
    spend(replacement.length);
    at = matcher.end();
  }
  return out + text.slice(at);
}

function split(expression: string, text: string, count = -1): string[] {
  if (count === 0) return [];
  const matcher = matcherOf(expression, text);
  const parts: string[] = [];
  let at = 0;
  while ((count < 0 || parts.length < count - 1) && matcher.find()) {
    step();
    // An empty match at the start or end does not split.
    if (matcher.end() === 0 || (matcher.start() === matcher.end() && matcher.start() === text.length)) continue;
    parts.push(text.slice(at, matcher.start()));
    at = matcher.end();
  }
  return [...parts, text.slice(at)];
}

/**
 * Defines a function with an optional count. It accepts `RE V`, `RE N V`, and `RE V N`, the form of earlier versions of
 * this library.
 */
function counted(name: string, call: (expression: string, text: string, count?: number) => string[]) {
  return (expression: unknown, second: unknown, third?: unknown): string[] => {
    const [count, text] =
      third === undefined
        ? [-1, second]
        : typeof second === "string" && typeof third === "number"
          ? [third, second]
          : [second, third];
    const number = looseNumber(count);
    if (typeof expression !== "string" || typeof text !== "string" || number === undefined)
      throw new ExpressionFault(`${name} needs a pattern and a string, optionally with a count between them.`);
    return call(expression, text, number);
  };
}

export const regexp: readonly LibraryFunction[] = [
  {
    name: "regexp.Match",
    takes: ["string", "string"],
    gives: "bool",
    says: "Whether a string has a match of a pattern",
    reads: pattern,
    call: (expression: string, text: string) => matches(text, expression),
  },
  {
    name: "regexp.Find",
    takes: ["string", "string"],
    gives: "string",
    says: "The first match of a pattern",
    reads: pattern,
    call: (expression: string, text: string) => findAll(expression, text, 1)[0] ?? "",
  },
  {
    name: "regexp.FindAll",
    takes: ["any", "any", "any"],
    least: 2,
    spreads: true,
    gives: "list",
    says: "The matches of a pattern: pattern, optional maximum number, string",
    reads: pattern,
    call: counted("regexp.FindAll", findAll),
  },
  {
    name: "regexp.FindSubmatch",
    takes: ["string", "string"],
    gives: "list",
    says: "The first match and its groups",
    reads: pattern,
    call: (expression: string, text: string) => {
      const matcher = matcherOf(expression, text);
      return matcher.find() ? groups(matcher) : [];
    },
  },
  {
    name: "regexp.Replace",
    takes: ["string", "string", "string"],
    gives: "string",
    says: "Replaces all matches of a pattern; $1 refers to a group",
    reads: pattern,
    call: replaced,
  },
  {
    name: "regexp.ReplaceLiteral",
    takes: ["string", "string", "string"],
    gives: "string",
    says: "Replaces all matches of a pattern with a literal string",
    reads: pattern,
    call: (expression: string, replacement: string, text: string) =>
      replaced(expression, replacement.replaceAll("$", "$$$$"), text),
  },
  {
    name: "regexp.QuoteMeta",
    takes: ["string"],
    gives: "string",
    says: "Escapes a string for use in a pattern",
    call: (text: string) => text.replaceAll(/[\\.+*?()|[\]{}^$]/g, String.raw`\$&`),
  },
  {
    name: "regexp.Split",
    takes: ["any", "any", "any"],
    least: 2,
    spreads: true,
    gives: "list",
    says: "The parts between matches: pattern, optional maximum number, string",
    reads: pattern,
    call: counted("regexp.Split", split),
  },
];

const on = "string" as const;

/** The methods of CEL strings for regular expressions. */
export const regexpMethods: readonly LibraryFunction[] = [
  {
    name: "find",
    only: "cel",
    on,
    takes: ["string"],
    gives: "string",
    says: "The first match of a pattern, or an empty string",
    reads: pattern,
    call: (text: string, expression: string) => findAll(expression, text, 1)[0] ?? "",
  },
  {
    name: "findAll",
    only: "cel",
    on,
    takes: ["string", "int"],
    least: 1,
    gives: "list",
    says: "All matches of a pattern, or at most a number of them",
    reads: pattern,
    call: (text: string, expression: string, count?: number) => findAll(expression, text, count),
  },
  {
    name: "match",
    only: "cel",
    on,
    takes: ["string"],
    gives: "bool",
    says: "Whether the string has a match of a pattern",
    reads: pattern,
    call: matches,
  },
  {
    name: "replaceAllRegex",
    only: "cel",
    on,
    takes: ["string", "string"],
    gives: "string",
    says: "Replaces all matches of a pattern; $1 refers to a group",
    reads: pattern,
    call: (text: string, expression: string, replacement: string) => replaced(expression, replacement, text),
  },
  {
    name: "splitRegex",
    only: "cel",
    on,
    takes: ["string"],
    gives: "list",
    says: "The parts between the matches of a pattern",
    reads: pattern,
    call: (text: string, expression: string) => split(expression, text),
  },
  {
    name: "matches",
    only: "template",
    on,
    takes: ["string"],
    gives: "bool",
    says: "Whether the string has a match of a pattern",
    reads: pattern,
    call: matches,
  },
];
