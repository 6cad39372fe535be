// JSONPath as in RFC 9535, and in the syntax of existing manifests (`@.a`, `.a`, `$.a-b`). It returns matches and their
// paths. Only own properties match, and patterns run in linear time.
import type { JSONPathEnvironment } from "json-p3";
import { onDemand } from "../load/on-demand.ts";
import { ExpressionFault } from "./fault.ts";
import { matches } from "./pattern.ts";
import { weigh } from "./values.ts";

export type Place = readonly (string | number)[];

export interface JsonPath {
  text: string;
  /** The path has no wildcard, filter or slice, so it has at most one match. */
  isPlain: boolean;
  /** All matches, in order. */
  find(document: unknown): unknown[];
  /** The path of each match. */
  places(document: unknown): Place[];
}

const library = onDemand<typeof import("json-p3")>("json-p3");
let environment: JSONPathEnvironment | undefined;

/**
 * Replaces the package's own match and search, which use JavaScript's regular expressions: a pattern could block the
 * process.
 */
function jsonPaths(): JSONPathEnvironment {
  if (environment) return environment;
  const { FunctionExpressionType, JSONPathEnvironment } = library();
  environment = new JSONPathEnvironment();
  for (const [name, whole] of [
    ["match", true],
    ["search", false],
  ] as const)
    environment.functionRegister.set(name, {
      argTypes: [FunctionExpressionType.ValueType, FunctionExpressionType.ValueType],
      returnType: FunctionExpressionType.LogicalType,
      call: (text: unknown, expression: unknown) =>
        typeof text === "string" &&
        typeof expression === "string" &&
        matches(text, whole ? `^(?:${expression})$` : expression),
    });
  return environment;
}

const maxCached = 2_000;
const kept = new Map<string, JsonPath>();

/** Throws an ExpressionFault for an invalid path. */
export function readPath(written: string): JsonPath {
  const known = kept.get(written);
  if (known) return known;
  const path = compiled(written);
  if (kept.size >= maxCached) kept.delete(kept.keys().next().value!);
  kept.set(written, path);
  return path;
}

function compiled(written: string): JsonPath {
  const text = standardPath(written.trim());
  const plain = plainSteps(text);
  if (plain) {
    const at = (document: unknown) => stepped(document, plain);
    return {
      text,
      isPlain: true,
      find(document) {
        const found = at(document);
        return found === absent ? [] : [found];
      },
      places: (document) => (at(document) === absent ? [] : [plain]),
    };
  }
  let query;
  try {
    query = jsonPaths().compile(text);
  } catch (error) {
    throw new ExpressionFault(`This is not valid JSONPath: ${(error as Error).message.split("\n")[0]}`);
  }
  const run = (document: unknown) => query.query(bounded(text, document) as never);
  return {
    text,
    isPlain: false,
    find: (document) => run(document).values(),
    places: (document) => [...run(document)].map(({ location }) => location),
  };
}

const absent = Symbol("absent");

function stepped(document: unknown, steps: Place): unknown {
  let held = document;
  for (const step of steps) {
    if (typeof step === "number") {
      if (!Array.isArray(held)) return absent;
      const index = step < 0 ? held.length + step : step;
      if (index < 0 || index >= held.length) return absent;
      held = held[index] as unknown;
    } else {
      if (typeof held !== "object" || held === null || Array.isArray(held) || !Object.hasOwn(held, step)) return absent;
      held = (held as Readonly<Record<string, unknown>>)[step];
    }
  }
  return held;
}

/** Matches names that have no other meaning in JSONPath: `$.a-b`, `$.app.kubernetes/name`. */
const isName = /^[^(){}'"\\|<>?*,$]+$/;
const isShorthand = /^[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*$/;

/** Rewrites the syntax that other parsers accept to the standard syntax with the same meaning. */
function standardPath(written: string): string {
  const rooted = /^[$@]/.test(written)
    ? `$${written.slice(1)}`
    : written.startsWith("[") || written.startsWith(".")
      ? `$${written}`
      : `$.${written}`;
  let text = "$";
  for (let at = 1; at < rooted.length;) {
    if (rooted[at] === "[") {
      const end = closing(rooted, at);
      text += rooted.slice(at, end);
      at = end;
      continue;
    }
    const [dots = ""] = /^\.{0,2}/.exec(rooted.slice(at))!;
    const [name = ""] = /^[^.[]*/.exec(rooted.slice(at + dots.length))!;
    if (dots === "" && name === "") break;
    const isKept = name === "" || name === "*" || isShorthand.test(name) || !isName.test(name) || dots === "";
    text += isKept ? dots + name : `${dots === ".." ? dots : ""}[${quoted(name)}]`;
    at += dots.length + name.length;
  }
  return text;
}

const quoted = (name: string) => `'${name.replaceAll(/['\\]/g, "\\$&")}'`;

/**
 * Returns the offset after the matching closing bracket, or the end of the string if the closing bracket is missing.
 */
function closing(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at < text.length; at += 1) {
    const sign = text[at];
    if (sign === "'" || sign === '"') {
      for (at += 1; at < text.length && text[at] !== sign; at += 1) if (text[at] === "\\") at += 1;
    } else if (sign === "[") depth += 1;
    else if (sign === "]" && (depth -= 1) === 0) return at + 1;
  }
  return text.length;
}

const plainStep =
  /\.([A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)|\[(?:'([^'\\]*)'|"([^"\\]*)"|(-?(?:0|[1-9]\d{0,8})))\]/y;

/** Returns undefined for a path with several possible matches. */
function plainSteps(text: string): Place | undefined {
  const steps: (string | number)[] = [];
  for (let at = 1; at < text.length; at = plainStep.lastIndex) {
    plainStep.lastIndex = at;
    const found = plainStep.exec(text);
    if (!found) return undefined;
    const [, name, single, double, index] = found;
    steps.push(index === undefined ? (name ?? single ?? double)! : Number(index));
  }
  return steps;
}

const countOf = (text: string, sign: string) => text.split(sign).length - 1;

/**
 * Estimates the work: every comma can double the matches, and every further `..` or `$` traverses the document once
 * more for each match.
 */
export function costOf(path: string, document: unknown): number {
  const size = weigh(document);
  const again = Math.max(0, countOf(path, "..") - 1) + Math.max(0, countOf(path, "$") - 1);
  return size * 2 ** countOf(path, ",") * size ** again;
}

const maxCost = 50_000_000;

function bounded(path: string, document: unknown): unknown {
  if (costOf(path, document) > maxCost)
    throw new ExpressionFault("This JSONPath traverses the document too often for its size.");
  return document;
}
