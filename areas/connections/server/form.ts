// A connection read as the form of its type: which part of the row is which field, and what each must be. Rows hold texts, so
// a number is read from its digits.
import { z } from "zod";
import type { FieldMarks } from "#language/field-marks.ts";
import type { BadPart } from "#language/problem.ts";
import type { ConnectionType } from "./connection-type.ts";
import { isReference } from "./resolve/value-reference.ts";

/** The parts of a row that fields are kept in. */
export interface Parts {
  url: string | null;
  username: string | null;
  password: string | null;
  certificate: string | null;
  insecure_tls: boolean;
  properties: Readonly<Record<string, string>>;
}

export interface FormField {
  name: string;
  /** A column, or `properties.x`. */
  kept: string;
  schema: z.ZodType;
  /** As JSON schema names it. */
  kind: string | undefined;
  isRequired: boolean;
  isSecret: boolean;
  usual: string | undefined;
}

const known = new WeakMap<ConnectionType, readonly FormField[]>();

/** Name and namespace are columns like those of any row, and not among them. */
export function fieldsOf(type: ConnectionType): readonly FormField[] {
  const found = known.get(type);
  if (found) return found;
  const { properties = {}, required = [] } = z.toJSONSchema(type.spec, { io: "input", unrepresentable: "any" });
  const fields = Object.entries(type.spec.shape).flatMap(([name, schema]): FormField[] => {
    const told = properties[name] as { type?: string; default?: string | number | boolean } & FieldMarks;
    const { kept, secret = false } = told;
    if (kept === undefined || kept === "name" || kept === "namespace") return [];
    return [
      {
        name,
        kept,
        schema: schema as z.ZodType,
        kind: told.type,
        isRequired: required.includes(name),
        isSecret: secret,
        usual: told.default === undefined ? undefined : String(told.default),
      },
    ];
  });
  known.set(type, fields);
  return fields;
}

const propertyPrefix = "properties.";

export const propertyIn = (kept: string) =>
  kept.startsWith(propertyPrefix) ? kept.slice(propertyPrefix.length) : undefined;

/** What a part says as a text; nothing said is undefined. */
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

/** What is looked up or filled in when the connection is used cannot be judged before. */
const isLater = (text: string) => isReference(text) || /\$\(|\{\{/.test(text);

/** Every part that is said and cannot be meant, by its place in the row. */
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
 * The fields by their names, as the address is made from them: what is secret, or found elsewhere, stands for itself as
 * `$(password)`, and is filled in when the connection is used.
 */
export function formOf(type: ConnectionType, parts: Partial<Parts>): Record<string, string | undefined> {
  return Object.fromEntries(
    fieldsOf(type).map(({ name, kept, isSecret, usual }) => {
      const text = partOf(parts, kept) ?? usual;
      return [name, text !== undefined && (isSecret || isReference(text)) ? `$(${kept})` : text?.trim()];
    }),
  );
}

/** The required fields that nothing is said about. */
export const missingOf = (type: ConnectionType, parts: Partial<Parts>): string[] =>
  fieldsOf(type).flatMap(({ kept, isRequired }) => (isRequired && partOf(parts, kept) === undefined ? [kept] : []));
