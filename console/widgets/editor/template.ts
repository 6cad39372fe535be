// The text inserted for a chosen completion: the key, its required content, and gaps to fill in.
import type { JsonSchema } from "../form/json-schema.ts";
import { typesOf } from "../form/json-schema.ts";
import { choicesOf } from "./describe.ts";
import { type Shape, shapesOf } from "./schema-at.ts";

const MAX_DEPTH = 4;
/** A gap to fill in; Tab moves the cursor to the next gap. */
const GAP = "${}";

/**
 * A key with its required content. Lines after the first are indented by `pad`. A value with choices is left as a gap.
 */
export function keyTemplate(name: string, shapes: readonly Shape[], root: JsonSchema, pad = ""): string {
  const isChoice = shapes.flatMap(choicesOf).length > 1;
  return `${literal(printScalar(name))}:${isChoice ? ` ${GAP}` : valueTemplate(shapes, root, pad, 0)}`;
}

/** A list entry, including its dash. */
export const itemTemplate = (items: readonly Shape[], root: JsonSchema, pad = ""): string =>
  `-${inItem(items, root, pad, 0)}`;

/** The required keys of an object. */
export function requiredTemplate(shape: Shape, root: JsonSchema, pad: string, depth = 0): string {
  const lines = requiredKeys(shape).map((key) => {
    const inner = shapesOf(shape.properties?.[key], root);
    return `${literal(printScalar(key))}:${valueTemplate(inner, root, pad, depth + 1)}`;
  });
  return lines.length > 0 ? lines.join(`\n${pad}`) : GAP;
}

const requiredKeys = ({ required = [], properties = {} }: Shape) =>
  // Keys are in the order of the schema, which its author chose for readability.
  [...Object.keys(properties), ...required].filter((key, at, all) => required.includes(key) && all.indexOf(key) === at);

function valueTemplate(shapes: readonly Shape[], root: JsonSchema, pad: string, depth: number): string {
  const [shape = {}] = shapes;
  const [type] = typesOf(shape);
  if (type === "object" && depth < MAX_DEPTH) return `\n${pad}  ${requiredTemplate(shape, root, `${pad}  `, depth)}`;
  if (type === "array" && depth < MAX_DEPTH)
    return `\n${pad}  -${inItem(itemShapes(shape, root), root, `${pad}  `, depth)}`;
  return ` ${scalarTemplate(shapes)}`;
}

function inItem(items: readonly Shape[], root: JsonSchema, pad: string, depth: number): string {
  const [item = {}] = items;
  if (typesOf(item)[0] === "object" && depth < MAX_DEPTH)
    return ` ${requiredTemplate(item, root, `${pad}  `, depth + 1)}`;
  return ` ${scalarTemplate(items)}`;
}

export const itemShapes = (list: Shape, root: JsonSchema): Shape[] =>
  typeof list.items === "object" ? shapesOf(list.items, root) : [];

function scalarTemplate(shapes: readonly Shape[]): string {
  const [shape = {}] = shapes;
  if (shapes.length === 1 && shape.const !== undefined) return literal(printScalar(shape.const));
  if (shape.default === undefined || typeof shape.default === "object") return GAP;
  return `\${${literal(printScalar(shape.default))}}`;
}

/** A scalar as YAML; texts that YAML would read as another type are quoted. */
export function printScalar(value: unknown): string {
  if (typeof value !== "string") return JSON.stringify(value);
  const isOther = /^(?:true|false|null|yes|no|on|off|~|[-+]?[\d.].*|)$/i.test(value);
  const isOdd = /^[\s!&*?|>%@`"'#,[\]{}-]|:(?:\s|$)|\s#|\s$|[\n\t]/.test(value);
  return isOther || isOdd ? JSON.stringify(value) : value;
}

/** Escapes the characters that have a meaning in snippets. */
const literal = (text: string) => text.replaceAll(/[{}\\]/g, String.raw`\$&`);
