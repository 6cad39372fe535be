// Evaluates a lookup of the manifest on a document: a literal string, a JSONPath or an expression.
import type { Json } from "#language/columns.ts";
import { faultText } from "#lib/expression/check.ts";
import { compile, type Values } from "#lib/expression/compile.ts";
import { ExpressionFault } from "#lib/expression/fault.ts";
import { readPath } from "#lib/expression/json-path.ts";
import { print } from "#lib/expression/values.ts";
import { asJson } from "#lib/json/json.ts";
import { isPath } from "../spec/found-in.ts";
import { cleanText } from "./document.ts";
import { Unfit } from "./found.ts";

export type Written =
  | string
  | {
      expr?: string | undefined;
      jmespath?: string | undefined;
      jsonpath?: string | undefined;
      value?: string | undefined;
    };

/** Returns all values that are found; the list may be empty. */
export async function findAll(written: Written, document: Json, values: () => Values): Promise<Json[]> {
  if (typeof written === "string") return isPath(written) ? (readPath(written).find(document) as Json[]) : [written];
  const { expr, jmespath, jsonpath, value } = written;
  if (expr) return [await evaluated("cel", expr, values())];
  if (jmespath) {
    const found = await evaluated("cel", `jmespath(${JSON.stringify(jmespath)}, document)`, { document });
    // The function returns an empty string if it finds nothing.
    return [found === "" ? null : found];
  }
  if (jsonpath) return readPath(jsonpath).find(document) as Json[];
  return value === undefined ? [] : [value];
}

/** Returns the first value that is found, as a string. */
export async function findText(written: Written, document: Json, values: () => Values): Promise<string | undefined> {
  for (const found of await findAll(written, document, values)) {
    const text = textOf(found);
    if (text !== undefined) return text;
  }
  return undefined;
}

/** Converts a value to a string; undefined for null and empty values. */
export function textOf(value: Json | undefined): string | undefined {
  if (value === null || value === undefined) return undefined;
  if (Array.isArray(value) && value.length <= 1) return textOf((value as readonly Json[])[0]);
  if (typeof value === "object")
    throw new Unfit(`The value is ${Array.isArray(value) ? "a list" : "an object"} instead of a string.`);
  const text = cleanText(typeof value === "string" ? value : print(value)).trim();
  return text === "" ? undefined : text;
}

export async function evaluated(
  notation: "cel" | "template" | "javascript",
  text: string,
  values: Values,
): Promise<Json> {
  try {
    return asJson(await (await compile(notation, text)).run(values));
  } catch (error) {
    if (error instanceof ExpressionFault) texts.set(error, text);
    throw error;
  }
}

/** Returns the expression that threw the error, if an expression threw it. */
export const exprOf = (error: unknown): string | undefined =>
  error instanceof ExpressionFault ? texts.get(error) : undefined;

const texts = new WeakMap<ExpressionFault, string>();

/** Returns true only if the filter evaluates to true; an empty filter always matches. */
export const isMet = async (filter: string | undefined, values: Values) =>
  filter === undefined || filter.trim() === "" || (await evaluated("cel", filter, values)) === true;

/** Returns the message of an expression or document error; other errors are rethrown. */
export function inWords(error: unknown): string {
  if (error instanceof ExpressionFault) return faultText(error);
  if (error instanceof Unfit) return error.message;
  throw error;
}
