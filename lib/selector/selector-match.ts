// Evaluates a selector against an object in memory, for rules, triggers and loaded lists. The search area evaluates
// selectors in SQL; both use the aliases of selector.ts.
import { parsePoint, resolvePoint, type Clock } from "../time/date-math.ts";
import { fits, isExact, type Match, type Pattern } from "../text/match.ts";
import { type Comparison, type Path, type Selector, type Term, fieldOf } from "./selector.ts";
import { Unreadable } from "../text/unreadable.ts";
import { hasWords } from "../text/word-search.ts";

/** A row or any other object with fields: name, type, labels, … */
export type Thing = Readonly<Record<string, unknown>>;

export function selects(selector: Selector, thing: Thing, clock: Clock): boolean {
  switch (selector.kind) {
    case "all":
      return selector.of.every((part) => selects(part, thing, clock));
    case "any":
      return selector.of.some((part) => selects(part, thing, clock));
    default:
      return holds(selector, thing, clock);
  }
}

function holds(term: Term, thing: Thing, clock: Clock): boolean {
  switch (term.kind) {
    case "name":
      return textsOf(thing["name"]).some((name) => fits(term.pattern, name)) !== term.negated;
    case "has":
      return textsOf(valueAt(thing, term.path)).length > 0 !== term.negated;
    case "is": {
      const field = fieldOf(term.path);
      if (field === "text") return isMatch(term.match, [wordsOf(thing)], fitsWords) !== term.negated;
      const fit = field === "type" ? fitsType : field === "labels" || field === "tags" ? fitsLabel : fits;
      return isMatch(term.match, textsOf(valueAt(thing, term.path)), fit) !== term.negated;
    }
    case "compare":
      return textsOf(valueAt(thing, term.path)).some((text) => compares(text, term.operator, term.value, clock));
  }
}

/** One matching value of a field is enough, both to include and to exclude it. A missing field matches neither list. */
const isMatch = ({ include, exclude }: Match, texts: readonly string[], fit: typeof fits) =>
  (include.length === 0 || include.some((pattern) => texts.some((text) => fit(pattern, text)))) &&
  !exclude.some((pattern) => texts.some((text) => fit(pattern, text)));

/** Whether a pattern matches a type. `pod` matches Kubernetes::Pod, because people use the last part of a type. */
export const fitsType = (pattern: Pattern, type: string) =>
  fits(pattern, type) || (pattern.length === 1 && fits(["", `::${pattern[0]}`], type));

/** The searchable text of a config item. */
const wordsOf = (thing: Thing) =>
  ["name", "type", "description", "external_id", "labels", "tags", "config"]
    .map((field) => (typeof thing[field] === "string" ? thing[field] : JSON.stringify(thing[field] ?? "")))
    .join(" ");

const fitsWords = (pattern: Pattern, text: string) => hasWords(text, pattern.join(" "));

/** Matches a label. An exact pattern is case-sensitive, like the index on labels. */
const fitsLabel = (pattern: Pattern, value: string) => (isExact(pattern) ? pattern[0] === value : fits(pattern, value));

function valueAt(thing: Thing, path: Path): unknown {
  const field = fieldOf(path);
  const keys = path.slice(1);
  if (field === "properties" && keys.length > 0) return propertyAt(thing[field], keys.join("."));
  return keys.reduce<unknown>(
    (value, key) => (typeof value === "object" && value !== null ? (value as Thing)[key] : undefined),
    field === "namespace" ? (thing[field] ?? (thing["tags"] as Thing | undefined)?.[field]) : thing[field],
  );
}

/** Finds a property by its name, because properties are stored as a list. */
function propertyAt(properties: unknown, name: string): unknown {
  if (!Array.isArray(properties)) return undefined;
  const found = (properties as Thing[]).find((property) => property["name"] === name);
  return found?.["text"] ?? found?.["value"];
}

/** Returns all strings in a value, including those nested in lists and objects. */
function textsOf(value: unknown): string[] {
  if (value === null || value === undefined) return [];
  if (typeof value === "object") return Object.values(value).flatMap(textsOf);
  return typeof value === "string" ? [value] : [JSON.stringify(value)];
}

/** Compares numbers if both values are numbers, and times if the value is a time; otherwise returns false. */
function compares(text: string, operator: Comparison, value: string, clock: Clock): boolean {
  const [left, right] =
    isNumber(text) && isNumber(value) ? [Number(text), Number(value)] : [Date.parse(text), timeOf(value, clock)];
  switch (operator) {
    case "<":
      return left < right;
    case ">":
      return left > right;
    case "<=":
      return left <= right;
    case ">=":
      return left >= right;
  }
}

const isNumber = (text: string) => /^-?\d+(?:\.\d+)?$/.test(text);

function timeOf(text: string, clock: Clock): number {
  try {
    return resolvePoint(parsePoint(text), clock);
  } catch (error) {
    if (error instanceof Unreadable) return Number.NaN;
    throw error;
  }
}
