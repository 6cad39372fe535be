// Finds the expressions in a playbook: the fields for which the schema sets a notation.
import { isRecord, type JsonSchema, type Path } from "#console/widgets/form/json-schema.ts";
import type { Notation } from "#console/widgets/editor/expression-source.ts";
import { shapesOf, stepInto, type Shape } from "#console/widgets/editor/schema-at.ts";

export interface FoundExpression {
  path: Path;
  notation: Notation;
  text: string;
}

export const findExpressions = (schema: JsonSchema, value: unknown): readonly FoundExpression[] =>
  inside(shapesOf(schema, schema), schema, value, []);

function inside(shapes: readonly Shape[], root: JsonSchema, value: unknown, path: Path): readonly FoundExpression[] {
  if (typeof value === "string") {
    const notation = shapes.map((shape) => (shape as { notation?: Notation }).notation).find(Boolean);
    return notation === undefined || value.trim() === "" ? [] : [{ path, notation, text: value }];
  }
  const entries: readonly (readonly [string | number, unknown])[] = Array.isArray(value)
    ? value.map((item: unknown, index) => [index, item] as const)
    : isRecord(value)
      ? Object.entries(value)
      : [];
  return entries.flatMap(([step, part]) =>
    inside(
      shapes.flatMap((shape) => stepInto(shape, step, root)),
      root,
      part,
      [...path, step],
    ),
  );
}
