// Words of a spec that nobody here knows: they are kept, since a manifest may be newer than we are, and do nothing. Whoever wrote one
// may think that it does.
import type { z } from "zod";
import { partsOf, wrapped } from "#server/spec/schema-parts.ts";

/** Where they stand, such as `transform.mask.0.jsonPath`. The value fits the schema. */
export const unknownWords = (schema: z.ZodType, value: unknown): string[] =>
  unknownIn(schema, value).map((path) => path.join("."));

export const doesNothing = (word: string) => `${word} is not known here, and does nothing.`;

type Path = readonly (string | number)[];

function unknownIn(schema: z.ZodType, value: unknown): Path[] {
  if (typeof value !== "object" || value === null) return [];
  // What is written there is kept as it is written, with all its words.
  if (schema.meta()?.["isOpen"] === true) return [];
  const parts = partsOf(schema);
  const inner = wrapped(parts);
  if (inner) return unknownIn(inner, value);
  const { options, element, valueType, shape } = parts;
  if (options)
    return fewest(
      options.filter((option) => option.safeParse(value).success),
      value,
    );
  if (Array.isArray(value)) return element ? value.flatMap((one, index) => below(index, unknownIn(element, one))) : [];
  const fields = Object.entries(value as Readonly<Record<string, unknown>>);
  if (valueType) return fields.flatMap(([key, one]) => below(key, unknownIn(valueType, one)));
  if (!shape) return [];
  return fields.flatMap(([key, one]) =>
    Object.hasOwn(shape, key)
      ? below(key, unknownIn(shape[key]!, one))
      : one === undefined || one === null
        ? []
        : [[key]],
  );
}

const below = (key: string | number, paths: readonly Path[]): Path[] => paths.map((path) => [key, ...path]);

/** Of several shapes the one that knows most of it is meant. */
const fewest = (options: readonly z.ZodType[], value: unknown): Path[] =>
  options.map((option) => unknownIn(option, value)).sort((one, other) => one.length - other.length)[0] ?? [];
