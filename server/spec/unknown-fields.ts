// Walks a spec together with its zod schema and finds every field that the schema does not define. Schemas keep unknown
// fields (`part` in parts.ts), so that a manifest for a newer version is stored without loss.
//
// Marks of a schema that matter here: `isOpen` and `alsoKnown` (language/field-marks.ts), and `deprecated` of an older
// spelling.
import type { z } from "zod";
import { nearestWord } from "#lib/text/nearest-word.ts";
import type { UnknownField } from "#language/unknown-fields.ts";
import { partsOf, wrapped } from "./schema-parts.ts";

/** Schemas that describe a value more closely than the schema that validates it, such as a spec inside a spec. */
const describedBy = new WeakMap<z.ZodType, z.ZodType>();

export const describe = (schema: z.ZodType, closer: z.ZodType) => void describedBy.set(schema, closer);

/** The maximum depth, which is deeper than any real spec: a document nested on purpose must not exhaust the stack. */
const maxDepth = 40;

export const unknownFields = (schema: z.ZodType, spec: unknown): UnknownField[] => unknownIn(schema, spec, []);

type Path = readonly (string | number)[];
type Fields = Readonly<Record<string, unknown>>;

function unknownIn(schema: z.ZodType, value: unknown, path: Path): UnknownField[] {
  if (typeof value !== "object" || value === null || path.length > maxDepth) return [];
  if (schema.meta()?.["isOpen"] === true) return [];
  const closer = describedBy.get(schema);
  if (closer) return unknownIn(closer, value, path);
  const parts = partsOf(schema);
  const inner = wrapped(parts);
  if (inner) return unknownIn(inner, value, path);
  const { options, element, valueType, shape } = parts;
  if (options) return unknownToAll(options, value, path);
  if (Array.isArray(value))
    return element ? value.flatMap((item, index) => unknownIn(element, item, [...path, index])) : [];
  const fields = value as Fields;
  if (valueType) return Object.entries(fields).flatMap(([key, held]) => unknownIn(valueType, held, [...path, key]));
  return shape ? unknownInShape(shape, fields, path, alsoKnown(schema)) : [];
}

function unknownInShape(
  shape: Readonly<Record<string, z.ZodType>>,
  fields: Fields,
  path: Path,
  others: readonly string[],
): UnknownField[] {
  const isSet = (key: string) => Object.hasOwn(fields, key) && fields[key] !== undefined && fields[key] !== null;
  return Object.entries(fields).flatMap(([key, held]) => {
    if (!isSet(key) || others.includes(key)) return [];
    const at = [...path, key];
    if (Object.hasOwn(shape, key)) return unknownIn(shape[key]!, held, at);
    const known = Object.keys(shape).filter((name) => shape[name]!.meta()?.["deprecated"] !== true);
    // Fields that are not set yet are suggested before fields that are already set.
    const unset = known.filter((name) => !isSet(name));
    const nearest = nearestWord(key, unset) ?? nearestWord(key, known);
    return [{ path: at, ...(nearest !== undefined && { nearest }) }];
  });
}

/** Finds the fields of a union that no matching variant defines. */
function unknownToAll(options: readonly z.ZodType[], value: unknown, path: Path): UnknownField[] {
  const fitting = options.filter((option) => option.safeParse(value).success);
  const [first = [], ...rest] = (fitting.length > 0 ? fitting : options).map((option) =>
    unknownIn(option, value, path),
  );
  const keys = rest.map((found) => new Set(found.map(keyOf)));
  return first.filter((field) => keys.every((known) => known.has(keyOf(field))));
}

const keyOf = ({ path }: UnknownField) => JSON.stringify(path);

const alsoKnown = (schema: z.ZodType) => (schema.meta()?.["alsoKnown"] ?? []) as readonly string[];
