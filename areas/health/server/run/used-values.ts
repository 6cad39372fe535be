// The values that a failed test looked at, for its error message: `code is 500, results.stdout is "ebb"`.
import type { Values } from "#server/expression/compile.ts";
import { isMap, print } from "#server/expression/values.ts";

const maxValues = 5;
const maxLength = 100;

const literal = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`[^`]*`/.source;
const step = /\??\.\??[A-Za-z_]\w*|\[\d+\]|\["[^"]*"\]|\['[^']*'\]/.source;
/** Literals match first, so that names inside them are skipped. A name after a dot belongs to another value. */
const reference = new RegExp(
  `${literal}|(?<!\\w)(?<![\\w)\\]]\\.)(?<root>[A-Za-z_]\\w*)(?<steps>(?:${step})*)(?<isCall>\\s*\\()?`,
  "g",
);

/** The variable of `list.exists(x, …)` hides a value of the same name. */
const loopVariable = /\.(?:all|exists|exists_one|filter|map)\(\s*(\w+)\s*,/g;

/**
 * Finds dotted paths in the text of an expression; CEL, Go templates and JavaScript write them alike. `clean` removes secrets, which must
 * happen before a value is cut.
 */
export function usedValues(text: string, values: Values, clean: (text: string) => string): string {
  const found = new Map<string, string>();
  const loopVariables = new Set([...text.matchAll(loopVariable)].map(([, name]) => name));
  for (const { groups } of text.matchAll(reference)) {
    if (found.size === maxValues) break;
    if (groups === undefined || groups["root"] === undefined) continue;
    const { root, steps = "", isCall } = groups;
    const all = steps.match(new RegExp(step, "g")) ?? [];
    // The last name before a bracket is a function.
    if (isCall !== undefined && all.length === 0) continue;
    const used = isCall === undefined ? all : all.slice(0, -1);
    if (loopVariables.has(root) || !Object.hasOwn(values, root) || typeof values[root] === "function") continue;
    const value = used.reduce((held, name) => valueAt(held, name.replaceAll(/[?.[\]"']/g, "")), values[root]);
    found.set(`${root}${used.join("")}`, described(value, clean));
  }
  return [...found].map(([path, value]) => `${path} is ${value}`).join(", ");
}

function valueAt(held: unknown, key: string): unknown {
  if (Array.isArray(held)) return held[Number(key)] as unknown;
  if (held instanceof Map) return held.get(key) as unknown;
  return isMap(held) && Object.hasOwn(held, key) ? held[key] : undefined;
}

function described(value: unknown, clean: (text: string) => string): string {
  if (value === undefined || value === null) return "null";
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (value instanceof Map) return `a map of ${value.size}`;
  if (isMap(value)) return `a map of ${Object.keys(value).length}`;
  const text = clean(print(value));
  const cut = text.length > maxLength ? `${text.slice(0, maxLength)}…` : text;
  return typeof value === "string" ? JSON.stringify(cut) : cut;
}
