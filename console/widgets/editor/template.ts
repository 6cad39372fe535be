// What is typed for a person who chose a key: the key, what must stand under it, and places to fill in.
import type { JsonSchema } from "../form/json-schema.ts";
import { typesOf } from "../form/json-schema.ts";
import { choicesOf } from "./describe.ts";
import { type Shape, shapesOf } from "./schema-at.ts";

const DEEPEST = 4;
/** A place to fill in; the cursor goes from one to the next. */
const GAP = "${}";

/** A key with what must stand under it. Lines after the first are indented by `pad`. A named value is left to choose. */
export function keyTemplate(name: string, shapes: readonly Shape[], root: JsonSchema, pad = ""): string {
  const isChoice = shapes.flatMap(choicesOf).length > 1;
  return `${literal(printScalar(name))}:${isChoice ? ` ${GAP}` : valueTemplate(shapes, root, pad, 0)}`;
}

/** An entry of a list, from its dash on. */
export const itemTemplate = (items: readonly Shape[], root: JsonSchema, pad = ""): string =>
  `-${inItem(items, root, pad, 0)}`;

/** The keys that must stand in an object, from the first one on. */
export function requiredTemplate(shape: Shape, root: JsonSchema, pad: string, depth = 0): string {
  const lines = requiredKeys(shape).map((key) => {
    const inner = shapesOf(shape.properties?.[key], root);
    return `${literal(printScalar(key))}:${valueTemplate(inner, root, pad, depth + 1)}`;
  });
  return lines.length > 0 ? lines.join(`\n${pad}`) : GAP;
}

const requiredKeys = ({ required = [], properties = {} }: Shape) =>
  // In the order of the schema, which is the one that its author found readable.
  [...Object.keys(properties), ...required].filter((key, at, all) => required.includes(key) && all.indexOf(key) === at);

function valueTemplate(shapes: readonly Shape[], root: JsonSchema, pad: string, depth: number): string {
  const [shape = {}] = shapes;
  const [type] = typesOf(shape);
  if (type === "object" && depth < DEEPEST) return `\n${pad}  ${requiredTemplate(shape, root, `${pad}  `, depth)}`;
  if (type === "array" && depth < DEEPEST)
    return `\n${pad}  -${inItem(itemShapes(shape, root), root, `${pad}  `, depth)}`;
  return ` ${scalarTemplate(shapes)}`;
}

function inItem(items: readonly Shape[], root: JsonSchema, pad: string, depth: number): string {
  const [item = {}] = items;
  if (typesOf(item)[0] === "object" && depth < DEEPEST)
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

/** A single value as YAML writes it: texts that would be read as something else stand in quotes. */
export function printScalar(value: unknown): string {
  if (typeof value !== "string") return JSON.stringify(value);
  const isOther = /^(?:true|false|null|yes|no|on|off|~|[-+]?[\d.].*|)$/i.test(value);
  const isOdd = /^[\s!&*?|>%@`"'#,[\]{}-]|:(?:\s|$)|\s#|\s$|[\n\t]/.test(value);
  return isOther || isOdd ? JSON.stringify(value) : value;
}

/** Braces mean something in a template. */
const literal = (text: string) => text.replaceAll(/[{}\\]/g, String.raw`\$&`);
