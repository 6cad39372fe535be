// The part of the schema that applies to a position of the text. The typed keys and values select among variants.
import { isRecord, type JsonSchema, type Path, resolved, typesOf, variantsOf } from "../form/json-schema.ts";
import type { OutlineEntry, OutlineNode } from "./outline-node.ts";

/** A schema without references and choices. */
export type Shape = Omit<JsonSchema, "$ref" | "allOf" | "anyOf" | "oneOf">;

// Limits, because schemas may be recursive and combinations of variants grow quickly.
const MAX_DEPTH = 12;
const MAX_SHAPES = 60;

/** All shapes that a schema allows. Keywords next to a choice apply to each of its shapes. */
export function shapesOf(schemaOrRef: JsonSchema | boolean | undefined, root: JsonSchema, depth = 0): Shape[] {
  const { allOf, anyOf, oneOf, ...own } = resolved(schemaOrRef, root);
  if (depth > MAX_DEPTH) return [own];
  let shapes: Shape[] = [own];
  for (const part of allOf ?? []) shapes = combined(shapes, shapesOf(part, root, depth + 1));
  const variants = variantsOf({ ...(anyOf && { anyOf }), ...(oneOf && { oneOf }) });
  if (variants) {
    shapes = combined(
      shapes,
      variants.flatMap((variant) => shapesOf(variant, root, depth + 1)),
    );
  }
  return shapes;
}

const combined = (outer: readonly Shape[], inner: readonly Shape[]) =>
  outer.flatMap((first) => inner.map((second) => joined(first, second))).slice(0, MAX_SHAPES);

function joined(outer: Shape, inner: Shape): Shape {
  const properties = { ...inner.properties, ...outer.properties };
  const required = [...new Set([...(outer.required ?? []), ...(inner.required ?? [])])];
  return {
    ...inner,
    ...outer,
    // The title and description of a variant are more specific than those of the whole choice.
    ...(inner.title !== undefined && { title: inner.title }),
    ...(inner.description !== undefined && { description: inner.description }),
    ...(Object.keys(properties).length > 0 && { properties }),
    ...(required.length > 0 && { required }),
  };
}

/** The shapes of the node at the path. `typing` is the incomplete entry, which does not select a variant. */
export function shapesAt(root: JsonSchema, outline: OutlineNode, path: Path, typing?: OutlineEntry): Shape[] {
  let shapes = fitting(shapesOf(root, root), outline, typing);
  let node: OutlineNode | undefined = outline;
  for (const step of path) {
    const entry: OutlineEntry | undefined = node?.entries.find(({ key }) => key === step);
    const inner = shapes.flatMap((shape) => stepInto(shape, step, root));
    shapes = entry && entry !== typing ? fitting(inner, entry.value, typing) : inner;
    node = entry?.value;
  }
  return shapes;
}

export function stepInto(shape: Shape, step: string | number, root: JsonSchema): Shape[] {
  const inner = typeof step === "number" ? (shape.prefixItems?.[step] ?? shape.items) : schemaOfKey(shape, step);
  return inner === undefined || typeof inner === "boolean" ? [] : shapesOf(inner, root);
}

const schemaOfKey = ({ properties = {}, additionalProperties }: Shape, key: string) =>
  Object.hasOwn(properties, key) ? properties[key] : additionalProperties;

/** The shapes that match the typed node; all shapes if none matches. */
function fitting(shapes: readonly Shape[], node: OutlineNode, typing?: OutlineEntry): Shape[] {
  const fit = shapes.filter((shape) => fits(shape, node, typing));
  return fit.length > 0 ? fit : [...shapes];
}

function fits(shape: Shape, node: OutlineNode, typing: OutlineEntry | undefined): boolean {
  const types = typesOf(shape);
  const isOneOf = (...wanted: readonly string[]) => types.length === 0 || types.some((type) => wanted.includes(type));
  if (node.kind === "empty") return true;
  if (node.kind === "list") return isOneOf("array");
  if (node.kind === "text") return isOneOf("string", "number", "integer", "boolean", "null") && isNamed(shape, node);
  if (!isOneOf("object")) return false;
  return node.entries.every((entry) => entry === typing || allows(shape, entry));
}

function allows({ properties = {}, additionalProperties }: Shape, { key, value }: OutlineEntry): boolean {
  const property = Object.hasOwn(properties, key) ? properties[key] : undefined;
  if (property === undefined) return additionalProperties !== false;
  return !isRecord(property) || value.kind !== "text" || isNamed(property, value);
}

function isNamed(schema: JsonSchema, { text }: OutlineNode): boolean {
  const named = schema.const === undefined ? schema.enum : [schema.const];
  return !named || text === undefined || named.some((value) => String(value) === text);
}
