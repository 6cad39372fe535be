// Regular expressions in time that grows with the text alone (RE2): a pattern that somebody wrote, or a page that somebody
// serves, cannot stop the process.
import { RE2JS } from "re2js";
import { spend } from "../budget.ts";
import { ExpressionFault } from "../fault.ts";
import type { LibraryFunction } from "./function.ts";

const compiled = new Map<string, RE2JS>();
const most = 1_000;

export function pattern(text: string): RE2JS {
  let found = compiled.get(text);
  if (found) return found;
  try {
    found = RE2JS.compile(text);
  } catch (error) {
    throw new ExpressionFault(`${JSON.stringify(text)} is not a regular expression: ${(error as Error).message}`);
  }
  if (compiled.size >= most) compiled.delete(compiled.keys().next().value!);
  compiled.set(text, found);
  return found;
}

export const matches = (text: string, expression: string): boolean => pattern(expression).matcher(text).find();

function findAll(expression: string, text: string, count = -1): string[] {
  const matcher = pattern(expression).matcher(text);
  const found: string[] = [];
  while ((count < 0 || found.length < count) && matcher.find()) found.push(matcher.group() ?? "");
  return found;
}

const groups = (matcher: ReturnType<RE2JS["matcher"]>) =>
  Array.from({ length: matcher.groupCount() + 1 }, (_, index) => matcher.group(index) ?? "");

/** `$1` and `${name}` stand for groups, as in Go. */
function replaced(expression: string, replacement: string, text: string): string {
  const matcher = pattern(expression).matcher(text);
  const names = pattern(expression).namedGroups() as Readonly<Record<string, number>>;
  let out = "";
  let at = 0;
  while (matcher.find()) {
    out += text.slice(at, matcher.start());
    out += replacement.replaceAll(
      /\$(?:\{(\w+)\}|(\w+)|\$)/g,
      (whole, braced: string | undefined, bare: string | undefined) => {
        if (whole === "$$") return "$";
        const name = braced ?? bare!;
        const index = /^\d+$/.test(name) ? Number(name) : names[name];
        return index !== undefined && index <= matcher.groupCount() ? (matcher.group(index) ?? "") : "";
      },
    );
    spend(out.length - at);
    at = matcher.end();
  }
  return out + text.slice(at);
}

function split(expression: string, text: string, count = -1): string[] {
  const matcher = pattern(expression).matcher(text);
  const parts: string[] = [];
  let at = 0;
  while ((count < 0 || parts.length < count - 1) && matcher.find()) {
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
    call: (expression: string, text: string) => matches(text, expression),
  },
  {
    name: "regexp.Find",
    takes: ["string", "string"],
    gives: "string",
    says: "The first place where a pattern is found",
    call: (expression: string, text: string) => findAll(expression, text, 1)[0] ?? "",
  },
  {
    name: "regexp.FindAll",
    takes: ["string", "string", "int"],
    least: 2,
    gives: "list",
    says: "All places, or so many",
    call: findAll,
  },
  {
    name: "regexp.FindSubmatch",
    takes: ["string", "string"],
    gives: "list",
    says: "The first place and its groups",
    call: (expression: string, text: string) => {
      const matcher = pattern(expression).matcher(text);
      return matcher.find() ? groups(matcher) : [];
    },
  },
  {
    name: "regexp.Replace",
    takes: ["string", "string", "string"],
    gives: "string",
    says: "What is found, replaced; $1 stands for a group",
    call: replaced,
  },
  {
    name: "regexp.ReplaceLiteral",
    takes: ["string", "string", "string"],
    gives: "string",
    says: "What is found, replaced as it stands",
    call: (expression: string, replacement: string, text: string) =>
      replaced(expression, replacement.replaceAll("$", "$$$$"), text),
  },
  {
    name: "regexp.QuoteMeta",
    takes: ["string"],
    gives: "string",
    says: "A text as a pattern that finds it",
    call: (text: string) => RE2JS.quote(text),
  },
  {
    name: "regexp.Split",
    takes: ["string", "string", "int"],
    least: 2,
    gives: "list",
    says: "The parts between what is found",
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
  call: matches,
};
