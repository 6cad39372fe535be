// What a field of the manifest finds in a document: a text as it stands, a JSONPath, or what is computed.
import type { Json } from "#language/columns.ts";
import { asJson } from "#server/expression/as-json.ts";
import { faultText } from "#server/expression/check.ts";
import { compile, type Values } from "#server/expression/compile.ts";
import { ExpressionFault } from "#server/expression/fault.ts";
import { readPath } from "#server/expression/json-path.ts";
import { print } from "#server/expression/values.ts";
import { isPath } from "../spec/found-in.ts";
import { cleanText } from "./document.ts";
import { Unfit } from "./unfit.ts";

export type Written =
  | string
  | {
      expr?: string | undefined;
      jmespath?: string | undefined;
      jsonpath?: string | undefined;
      value?: string | undefined;
    };

/** Every value that it finds; none is no fault. */
export async function findAll(written: Written, document: Json, values: () => Values): Promise<Json[]> {
  if (typeof written === "string") return isPath(written) ? (readPath(written).find(document) as Json[]) : [written];
  const { expr, jmespath, jsonpath, value } = written;
  if (expr) return [await evaluated("cel", expr, values())];
  if (jmespath) {
    const found = await evaluated("cel", `jmespath(${JSON.stringify(jmespath)}, document)`, { document });
    // The function gives an empty text where it finds nothing.
    return [found === "" ? null : found];
  }
  if (jsonpath) return readPath(jsonpath).find(document) as Json[];
  return value === undefined ? [] : [value];
}

/** The first text that it finds; undefined when there is none. */
export async function findText(written: Written, document: Json, values: () => Values): Promise<string | undefined> {
  for (const found of await findAll(written, document, values)) {
    const text = textOf(found);
    if (text !== undefined) return text;
  }
  return undefined;
}

/** Numbers and the like are written out; nothing and what is empty is undefined. */
export function textOf(value: Json | undefined): string | undefined {
  if (value === null || value === undefined) return undefined;
  if (Array.isArray(value) && value.length <= 1) return textOf((value as readonly Json[])[0]);
  if (typeof value === "object")
    throw new Unfit(`It comes to ${Array.isArray(value) ? "a list" : "an object"} where a text is needed.`);
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

/** The expression that threw it, when it was one. */
export const exprOf = (error: unknown): string | undefined =>
  error instanceof ExpressionFault ? texts.get(error) : undefined;

const texts = new WeakMap<ExpressionFault, string>();

/** A condition that comes to anything but true is not met. */
export const isMet = async (filter: string | undefined, values: Values) =>
  filter === undefined || filter.trim() === "" || (await evaluated("cel", filter, values)) === true;

/** What an expression threw, in one line; anything else is no fault of it. */
export function inWords(error: unknown): string {
  if (error instanceof ExpressionFault) return faultText(error);
  if (error instanceof Unfit) return error.message;
  throw error;
}
