// Reads a row as the form of its type: maps columns and properties to fields, and validates them. Rows hold strings, so
// numbers are parsed.
import { z } from "zod";
import type { FieldMarks } from "#language/field-marks.ts";
import type { BadPart } from "#language/problem.ts";
import type { ConnectionType } from "./connection-type.ts";
import type { Parts } from "./open-connection.ts";
import { isReference } from "./value-reference.ts";

export interface FormField {
  name: string;
  /** The column, or `properties.x`. */
  kept: string;
  schema: z.ZodType;
  /** The type of the field in the JSON schema. */
  kind: string | undefined;
  isRequired: boolean;
  isSecret: boolean;
  defaultValue: string | undefined;
}

const known = new WeakMap<ConnectionType, readonly FormField[]>();

/** Lists the fields of a type, without name and namespace, which every row has. */
export function fieldsOf(type: ConnectionType): readonly FormField[] {
  const found = known.get(type);
  if (found) return found;
  const { properties = {}, required = [] } = z.toJSONSchema(type.spec, { io: "input", unrepresentable: "any" });
  const fields = Object.entries(type.spec.shape).flatMap(([name, schema]): FormField[] => {
    const property = properties[name] as { type?: string; default?: string | number | boolean } & FieldMarks;
    const { kept, secret = false } = property;
    if (kept === undefined || kept === "name" || kept === "namespace") return [];
    return [
      {
        name,
        kept,
        schema: schema as z.ZodType,
        kind: property.type,
        isRequired: required.includes(name),
        isSecret: secret,
        defaultValue: property.default === undefined ? undefined : String(property.default),
      },
    ];
  });
  known.set(type, fields);
  return fields;
}

const propertyPrefix = "properties.";

export const propertyIn = (kept: string) =>
  kept.startsWith(propertyPrefix) ? kept.slice(propertyPrefix.length) : undefined;

/** Returns a part as a string; undefined if it is empty. */
export function partOf(parts: Partial<Parts>, kept: string): string | undefined {
  const property = propertyIn(kept);
  const value =
    property === undefined
      ? parts[kept as keyof Omit<Parts, "properties">]
      : parts.properties && Object.hasOwn(parts.properties, property)
        ? parts.properties[property]
        : undefined;
  return value === undefined || value === null || value === "" ? undefined : String(value);
}

/** References and templates are resolved when the connection is used, so they cannot be validated earlier. */
const isLater = (text: string) => isReference(text) || /\$\(|\{\{/.test(text);

/** Lists every invalid value by its column or property. */
export function badPartsOf(type: ConnectionType, parts: Partial<Parts>): BadPart[] {
  return fieldsOf(type).flatMap(({ kept, schema, kind }): BadPart[] => {
    const text = partOf(parts, kept);
    if (text === undefined || isLater(text)) return [];
    const judged = schema.safeParse(read(text, kind));
    return judged.success ? [] : [{ path: kept, message: judged.error.issues[0]!.message }];
  });
}

function read(text: string, kind: string | undefined): unknown {
  if (kind === "integer" || kind === "number") return /^-?\d+(?:\.\d+)?$/.test(text.trim()) ? Number(text) : text;
  if (kind === "boolean") return { true: true, false: false }[text.trim()] ?? text;
  return text;
}

/**
 * Returns the fields by name, for building the address. Secrets and references become templates such as `$(password)`,
 * which are filled in when the connection is used.
 */
export function formOf(type: ConnectionType, parts: Partial<Parts>): Record<string, string | undefined> {
  return Object.fromEntries(
    fieldsOf(type).map(({ name, kept, isSecret, defaultValue }) => {
      const text = partOf(parts, kept) ?? defaultValue;
      return [name, text !== undefined && (isSecret || isReference(text)) ? `$(${kept})` : text?.trim()];
    }),
  );
}

/** Lists the required fields without a value. */
export const missingOf = (type: ConnectionType, parts: Partial<Parts>): string[] =>
  fieldsOf(type).flatMap(({ kept, isRequired }) => (isRequired && partOf(parts, kept) === undefined ? [kept] : []));
