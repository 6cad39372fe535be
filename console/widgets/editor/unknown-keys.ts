// Keys that the schema does not know. The data may well be stored with them, so they are told and not refused.
import { isRecord, type JsonSchema, type Path } from "../form/json-schema.ts";
import { type Shape, shapesOf, stepInto } from "./schema-at.ts";

export interface UnknownKey {
  path: Path;
  key: string;
  /** The key that was probably meant. */
  meant?: string;
}

export const unknownKeys = (schema: JsonSchema, value: unknown): UnknownKey[] =>
  found(shapesOf(schema, schema), value, [], schema);

function found(all: readonly Shape[], value: unknown, path: Path, root: JsonSchema): UnknownKey[] {
  if (Array.isArray(value)) {
    return value.flatMap((item, index) => found(stepped(all, index, root), item, [...path, index], root));
  }
  if (!isRecord(value)) return [];
  const shapes = meantBy(all, value);
  // Where any shape takes whatever comes, nothing is unknown.
  const isOpen = shapes.length === 0 || shapes.some((shape) => takesAnything(shape));
  const known = new Set(shapes.flatMap(({ properties = {} }) => Object.keys(properties)));
  return Object.entries(value).flatMap(([key, inner]) => {
    const below = [...path, key];
    if (known.has(key)) return found(stepped(shapes, key, root), inner, below, root);
    if (isOpen) return found(stepped(shapes, key, root), inner, below, root);
    const meant = nearest(
      key,
      [...known].filter((one) => !Object.hasOwn(value, one)),
    );
    return [{ path: below, key, ...(meant !== undefined && { meant }) }];
  });
}

const stepped = (shapes: readonly Shape[], step: string | number, root: JsonSchema) =>
  shapes.flatMap((shape) => stepInto(shape, step, root));

/** A schema that lists keys and does not speak of others means those. */
const takesAnything = ({ properties, additionalProperties, propertyNames }: Shape) =>
  propertyNames !== undefined ||
  (additionalProperties === undefined ? properties === undefined : additionalProperties !== false);

/** The shapes whose fixed values the data has; all when there are none such. */
function meantBy(shapes: readonly Shape[], value: Readonly<Record<string, unknown>>): Shape[] {
  const objects = shapes.filter(({ type, properties }) => type === undefined || type === "object" || properties);
  const fit = objects.filter(({ properties = {} }) =>
    Object.entries(properties).every(
      ([key, property]) =>
        !isRecord(property) ||
        property.const === undefined ||
        value[key] === undefined ||
        value[key] === property.const,
    ),
  );
  return fit.length > 0 ? fit : objects;
}

/** The nearest of the words, if it is near enough to have been meant. */
export function nearest(word: string, words: readonly string[]): string | undefined {
  const lower = word.toLowerCase();
  const [best] = words
    .map((one) => ({ one, distance: distance(lower, one.toLowerCase()) }))
    .filter(({ one, distance: far }) => far <= Math.max(1, Math.floor(Math.min(one.length, word.length) / 3)))
    .sort((a, b) => a.distance - b.distance);
  return best?.one;
}

/** How many letters must be added, removed or changed; two that are swapped count once. */
function distance(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, index) => index)];
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const change = rows[i - 1]![j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      const swap =
        i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? rows[i - 2]![j - 2]! + 1 : Number.MAX_VALUE;
      row.push(Math.min(change, swap, rows[i - 1]![j]! + 1, row[j - 1]! + 1));
    }
    rows.push(row);
  }
  return rows[a.length]![b.length]!;
}
