// Regular expressions in time that grows with the text alone (RE2), and on the account of whoever asked: a pattern that
// somebody wrote, or a page that somebody serves, cannot stop the process.
import type { RE2JS } from "re2js";
import { onDemand } from "#server/on-demand.ts";
import { spend, step, work } from "../budget.ts";
import { ExpressionFault } from "../fault.ts";
import type { LibraryFunction } from "./function.ts";

const re2 = onDemand<typeof import("re2js")>("re2js");
const compiled = new Map<string, RE2JS>();
const most = 1_000;
/** To compile takes time that grows with the pattern, and cannot be counted. */
const longest = 2_000;
/** Less work than this is done before anybody could look at a clock. */
const little = 20_000;

export function pattern(text: string): RE2JS {
  let found = compiled.get(text);
  if (found) return found;
  if (text.length > longest) throw new ExpressionFault(`A regular expression is ${longest} characters long at most.`);
  try {
    found = re2().RE2JS.compile(text);
  } catch (error) {
    throw new ExpressionFault(`${JSON.stringify(text)} is not a regular expression: ${(error as Error).message}`);
  }
  if (compiled.size >= most) compiled.delete(compiled.keys().next().value!);
  compiled.set(text, found);
  return found;
}

/** A text that counts how often it is read: every engine of RE2 goes through its program for a character at most once. */
class CountedText extends String {
  readonly #text: string;
  readonly #units: number;

  constructor(text: string, units: number) {
    super(text);
    this.#text = text;
    this.#units = units;
  }

  override charCodeAt(at: number): number {
    work(this.#units);
    return this.#text.charCodeAt(at);
  }

  override indexOf(searched: string, from?: number): number {
    work(this.#units);
    return this.#text.indexOf(searched, from);
  }

  override substring(from: number, to?: number): string {
    return this.#text.substring(from, to);
  }

  override toString(): string {
    return this.#text;
  }
}

/** The places of a pattern in a text, one after another; the work is on the account of the expression that runs. */
export function matcherOf(expression: string, text: string) {
  const compiled = pattern(expression);
  const units = compiled.programSize();
  work(units);
  return compiled.matcher(units * text.length <= little ? text : (new CountedText(text, units) as unknown as string));
}

export const matches = (text: string, expression: string): boolean => matcherOf(expression, text).find();

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

/** `$1` and `${name}` stand for groups, as in Go. */
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
  const matcher = matcherOf(expression, text);
  const parts: string[] = [];
  let at = 0;
  while ((count < 0 || parts.length < count - 1) && matcher.find()) {
    step();
    if (matcher.end() === 0) continue;
    parts.push(text.slice(at, matcher.start()));
    at = matcher.end();
  }
  return [...parts, text.slice(at)];
}

export const regexp: readonly LibraryFunction[] = [
  {
    name: "regexp.Match",
    takes: ["string", "string"],
    gives: "bool",
    says: "Whether a pattern is found in a text",
    reads: pattern,
    call: (expression: string, text: string) => matches(text, expression),
  },
  {
    name: "regexp.Find",
    takes: ["string", "string"],
    gives: "string",
    says: "The first place where a pattern is found",
    reads: pattern,
    call: (expression: string, text: string) => findAll(expression, text, 1)[0] ?? "",
  },
  {
    name: "regexp.FindAll",
    takes: ["string", "string", "int"],
    least: 2,
    gives: "list",
    says: "All places, or so many",
    reads: pattern,
    call: findAll,
  },
  {
    name: "regexp.FindSubmatch",
    takes: ["string", "string"],
    gives: "list",
    says: "The first place and its groups",
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
    says: "What is found, replaced; $1 stands for a group",
    reads: pattern,
    call: replaced,
  },
  {
    name: "regexp.ReplaceLiteral",
    takes: ["string", "string", "string"],
    gives: "string",
    says: "What is found, replaced as it stands",
    reads: pattern,
    call: (expression: string, replacement: string, text: string) =>
      replaced(expression, replacement.replaceAll("$", "$$$$"), text),
  },
  {
    name: "regexp.QuoteMeta",
    takes: ["string"],
    gives: "string",
    says: "A text as a pattern that finds it",
    call: (text: string) => re2().RE2JS.quote(text),
  },
  {
    name: "regexp.Split",
    takes: ["string", "string", "int"],
    least: 2,
    gives: "list",
    says: "The parts between what is found",
    reads: pattern,
    call: split,
  },
];

/** CEL has a method of its own, on an engine that a pattern can stop; ours takes its place. */
export const matchesOfTexts: LibraryFunction = {
  name: "matches",
  on: "string",
  takes: ["string"],
  gives: "bool",
  says: "Whether a pattern is found in the text",
  reads: pattern,
  call: matches,
};
