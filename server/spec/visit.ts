// Walks a spec together with its zod schema and passes each value to a visitor, with the marks of the value's schema.
import type { z } from "zod";
import type { FieldMarks } from "#language/field-marks.ts";
import { partsOf, wrapped } from "./schema-parts.ts";

export type Path = readonly (string | number)[];

export interface SpecNode {
  path: Path;
  value: unknown;
  /** The object or list that contains the value; undefined for the spec itself. */
  parent: unknown;
  /**
   * The marks of every schema that describes the value; optional wrappers and variants of a union are treated alike.
   */
  marks: FieldMarks;
}

/** The maximum depth. Deeper values are not visited; specs are never that deep. */
const maxDepth = 40;

/**
 * Calls `visit` for the spec and everything inside it, including fields that the schema does not define. `visit`
 * returns the context for the children of the value, or undefined to skip them.
 */
export function visitSpec<Context>(
  schema: z.ZodType | undefined,
  spec: unknown,
  context: Context,
  visit: (node: SpecNode, context: Context) => Context | undefined,
): void {
  const walk = (schemas: readonly z.ZodType[], node: Omit<SpecNode, "marks">, outer: Context): void => {
    const { path, value } = node;
    if (path.length > maxDepth) return;
    const described = unwrapped(schemas);
    const inner = visit({ ...node, marks: Object.assign({}, ...described.map(marksOf)) as FieldMarks }, outer);
    if (inner === undefined || typeof value !== "object" || value === null) return;
    const entries: (readonly [string | number, unknown])[] = Array.isArray(value)
      ? [...value.entries()]
      : Object.entries(value);
    for (const [key, child] of entries)
      walk(
        described.flatMap((item) => childSchema(item, key) ?? []),
        { path: [...path, key], value: child, parent: value },
        inner,
      );
  };
  walk(schema ? [schema] : [], { path: [], value: spec, parent: undefined }, context);
}

const marksOf = (schema: z.ZodType) => schema.meta() as FieldMarks | undefined;

/**
 * Returns the schemas with everything that they wrap or choose from. An outer mark takes precedence, so it comes last.
 */
function unwrapped(schemas: readonly z.ZodType[]): z.ZodType[] {
  return schemas.flatMap((schema) => {
    const parts = partsOf(schema);
    const inner = wrapped(parts);
    return [...unwrapped(inner ? [inner] : (parts.options ?? [])), schema];
  });
}

function childSchema(schema: z.ZodType, key: string | number): z.ZodType | undefined {
  const { element, valueType, shape } = partsOf(schema);
  if (typeof key === "number") return element;
  if (shape) return Object.hasOwn(shape, key) ? shape[key] : undefined;
  return valueType;
}
