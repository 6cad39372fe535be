// Which texts of a spec are filled in when it is run: those whose field says so, and that have something to fill in.
import type { z } from "zod";
import { partsOf, wrapped } from "./schema-parts.ts";

export interface Place {
  path: readonly (string | number)[];
  text: string;
}

const hasTemplate = /\{\{|\$\(/;

export const isTemplate = (text: string) => hasTemplate.test(text);

/** Deeper is no spec. */
const deepest = 20;

export function templatedPlaces(schema: z.ZodType, spec: unknown): Place[] {
  const found: Place[] = [];
  walk(schema, spec, [], (place) => {
    // Several variants of a union may say it of one text.
    if (!found.some(({ path }) => path.join("\0") === place.path.join("\0"))) found.push(place);
  });
  return found;
}

function walk(
  schema: z.ZodType,
  value: unknown,
  path: readonly (string | number)[],
  tell: (place: Place) => void,
  isMarked = false,
): void {
  if (path.length > deepest) return;
  const isTemplated = isMarked || schema.meta()?.["isTemplated"] === true;
  if (typeof value === "string" && isTemplated) {
    if (isTemplate(value)) tell({ path, text: value });
    return;
  }
  if (value === undefined || value === null) return;
  const parts = partsOf(schema);
  const inner = wrapped(parts);
  if (inner) return walk(inner, value, path, tell, isTemplated);
  const { options, element, valueType, shape } = parts;
  if (options) for (const option of options) walk(option, value, path, tell, isTemplated);
  if (typeof value !== "object") return;
  if (Array.isArray(value)) {
    if (element) for (const [index, item] of value.entries()) walk(element, item, [...path, index], tell, isTemplated);
    return;
  }
  const fields = value as Readonly<Record<string, unknown>>;
  for (const key of Object.keys(fields)) {
    const field = valueType ?? (shape && Object.hasOwn(shape, key) ? shape[key] : undefined);
    if (field) walk(field, fields[key], [...path, key], tell, isTemplated);
  }
}

/** The spec with other texts in these places; everything else is shared. */
export function withTexts<Spec>(spec: Spec, filled: readonly Place[]): Spec {
  return filled.reduce((changed, { path, text }) => put(changed, path, text) as Spec, spec);
}

function put(held: unknown, [key, ...rest]: readonly (string | number)[], text: string): unknown {
  if (key === undefined) return text;
  if (Array.isArray(held)) return held.with(key as number, put(held[key as number], rest, text));
  const fields = (held ?? {}) as Readonly<Record<string, unknown>>;
  return { ...fields, [key]: put(fields[key], rest, text) };
}
