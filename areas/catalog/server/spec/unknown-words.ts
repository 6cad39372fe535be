// Words of a spec that nobody here knows: they are kept, since a manifest may be newer than we are, and do nothing. Whoever wrote one
// may think that it does.
import type { z } from "zod";

type Def = {
  type: string;
  innerType?: z.ZodType;
  element?: z.ZodType;
  valueType?: z.ZodType;
  in?: z.ZodType;
  getter?: () => z.ZodType;
  shape?: Readonly<Record<string, z.ZodType>>;
  options?: readonly z.ZodType[];
};

/** Where they stand, such as `transform.mask.0.jsonPath`. The value fits the schema. */
export const unknownWords = (schema: z.ZodType, value: unknown): string[] =>
  unknownIn(schema, value).map((path) => path.join("."));

export const doesNothing = (word: string) => `${word} is not known here, and does nothing.`;

type Path = readonly (string | number)[];

function unknownIn(schema: z.ZodType, value: unknown): Path[] {
  if (typeof value !== "object" || value === null) return [];
  // What is written there is kept as it is written, with all its words.
  if (schema.meta()?.["isOpen"] === true) return [];
  const def = schema.def as unknown as Def;
  const inner = def.innerType ?? def.in ?? def.getter?.();
  if (inner) return unknownIn(inner, value);
  if (def.options)
    return fewest(
      def.options.filter((option) => option.safeParse(value).success),
      value,
    );
  if (Array.isArray(value))
    return def.element ? value.flatMap((one, index) => below(index, unknownIn(def.element!, one))) : [];
  const fields = Object.entries(value as Readonly<Record<string, unknown>>);
  if (def.valueType) return fields.flatMap(([key, one]) => below(key, unknownIn(def.valueType!, one)));
  const { shape } = def;
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
