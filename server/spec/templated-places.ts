// Finds the templates of a spec: strings with `{{ }}` or `$( )` in fields that the schema marks as templated.
import type { z } from "zod";
import { isTemplateText } from "#lib/expression/template/header.ts";
import { visitSpec, type Path } from "./visit.ts";

export interface Place {
  path: Path;
  text: string;
}

export function templatedPlaces(schema: z.ZodType, spec: unknown): Place[] {
  const found: Place[] = [];
  visitSpec(schema, spec, { isTemplated: false }, ({ path, value, marks }, outer) => {
    const isTemplated = outer.isTemplated || marks.isTemplated === true;
    if (typeof value === "string" && isTemplated && isTemplateText(value)) found.push({ path, text: value });
    return { isTemplated };
  });
  return found;
}

/** Returns the spec with different strings in these places; all other parts are shared with the original. */
export const withTexts = <Spec>(spec: Spec, filled: readonly Place[]): Spec =>
  filled.reduce((changed, { path, text }) => withValue(changed, path, text), spec);

/** Returns the spec with a different value in one place; all other parts are shared with the original. */
export const withValue = <Spec>(spec: Spec, path: Path, value: unknown): Spec => put(spec, path, value) as Spec;

function put(held: unknown, [key, ...rest]: Path, value: unknown): unknown {
  if (key === undefined) return value;
  if (Array.isArray(held)) return held.with(key as number, put(held[key as number], rest, value));
  const fields = (held ?? {}) as Readonly<Record<string, unknown>>;
  return { ...fields, [key]: put(fields[key], rest, value) };
}
