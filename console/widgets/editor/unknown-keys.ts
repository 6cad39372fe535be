// Fields that a JSON schema does not define; server/spec/unknown-fields.ts does the same with the zod schema. Unknown
// fields are stored, so they are warnings and not errors.
import { nearestWord } from "#lib/text/nearest-word.ts";
import type { UnknownField } from "#language/unknown-fields.ts";
import { isRecord, type JsonSchema, type Path, resolved } from "../form/json-schema.ts";
import { type Shape, shapesOf, stepInto } from "./schema-at.ts";

export interface UnknownKey extends UnknownField {
  key: string;
  /** The nearest known field, unless it is already set. A quick fix renames the unknown field to this field. */
  meant?: string;
}

/** `root` holds the definitions that the schema refers to, if it is part of a larger one. */
export const unknownKeys = (schema: JsonSchema, value: unknown, root = schema): UnknownKey[] =>
  unknownIn(shapesOf(schema, root), value, [], root);

function unknownIn(all: readonly Shape[], value: unknown, path: Path, root: JsonSchema): UnknownKey[] {
  if (all.some(({ isOpen }) => isOpen === true)) return [];
  if (Array.isArray(value)) {
    return value.flatMap((item, index) => unknownIn(stepped(all, index, root), item, [...path, index], root));
  }
  if (!isRecord(value)) return [];
  const shapes = matching(all, value);
  // If at least one variant accepts all keys, no key is unknown.
  const isOpen = shapes.length === 0 || shapes.some((shape) => takesAnything(shape, root));
  const known = new Set(shapes.flatMap(({ properties = {} }) => Object.keys(properties)));
  const reportedElsewhere = new Set(shapes.flatMap(({ alsoKnown = [] }) => alsoKnown));
  const isSet = (key: string) => Object.hasOwn(value, key) && value[key] !== undefined && value[key] !== null;
  return Object.entries(value).flatMap(([key, inner]): UnknownKey[] => {
    const below = [...path, key];
    if (!isSet(key) || reportedElsewhere.has(key)) return [];
    if (known.has(key)) return unknownIn(stepped(shapes, key, root), inner, below, root);
    if (isOpen) return unknownIn(stepped(shapes, key, root), inner, below, root);
    const names = [...known].filter((name) => !isOlderSpelling(shapes, name, root));
    const meant = nearestWord(
      key,
      names.filter((name) => !isSet(name)),
    );
    const nearest = meant ?? nearestWord(key, names);
    return [{ path: below, key, ...(nearest !== undefined && { nearest }), ...(meant !== undefined && { meant }) }];
  });
}

/** Deprecated spellings are accepted but not suggested. */
const isOlderSpelling = (shapes: readonly Shape[], name: string, root: JsonSchema) =>
  shapes.every(({ properties = {} }) => {
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
    return !isRecord(property) || resolved(property, root).deprecated === true;
  });

const stepped = (shapes: readonly Shape[], step: string | number, root: JsonSchema) =>
  shapes.flatMap((shape) => stepInto(shape, step, root));

/**
 * An object with listed keys and without a rule for other keys allows no other keys. The `{}` that zod prints for loose
 * objects counts as no rule.
 */
function takesAnything({ properties, additionalProperties, propertyNames }: Shape, root: JsonSchema): boolean {
  if (propertyNames !== undefined) return true;
  const others = isRecord(additionalProperties) ? resolved(additionalProperties, root) : additionalProperties;
  return others === undefined || isEmpty(others) ? properties === undefined || isEmpty(properties) : others !== false;
}

const isEmpty = (value: unknown) => isRecord(value) && Object.keys(value).length === 0;

/** The shapes whose constants match the data; all if none matches. */
function matching(shapes: readonly Shape[], value: Readonly<Record<string, unknown>>): Shape[] {
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
