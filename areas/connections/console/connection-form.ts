// Converts between the form of a connection and its row. The schema of a type defines the column or property of each
// field. This module fills the form from a row and computes the changes to the row. No side effects.
import { MASK } from "#console/widgets/form/fields/SecretField.tsx";
import {
  isAskedFor,
  isRecord,
  type JsonSchema,
  resolved,
  type SchemaProblem,
} from "#console/widgets/form/json-schema.ts";
import { sentence } from "#console/resources/problem-places.ts";
import type { Tables } from "#generated/tables.ts";
import { type BadPart, Problem } from "#language/problem.ts";
import { isSameJson } from "#lib/json/json.ts";
import { signInHeld, urlPart } from "./url-part.ts";

export type ConnectionRow = Tables["connections"]["Row"];
/** Values of a form by field name. */
export type Draft = Readonly<Record<string, unknown>>;
/** Columns to send. */
export type Changes = Readonly<Record<string, unknown>>;

type Fields = [key: string, field: JsonSchema][];

const fieldsOf = (schema: JsonSchema): Fields =>
  Object.entries(schema.properties ?? {}).map(([key, property]) => [key, resolved(property, schema)]);

/** An empty column is null, and an empty property is absent. */
const isSet = (value: unknown) => value !== undefined && value !== null && value !== "";

const PROPERTY = "properties.";
const propertyOf = (kept: string) => (kept.startsWith(PROPERTY) ? kept.slice(PROPERTY.length) : undefined);

function storedAt(row: ConnectionRow, kept: string): unknown {
  const property = propertyOf(kept);
  return property === undefined ? row[kept as keyof ConnectionRow] : row.properties?.[property];
}

const SOURCES = "Static stores the value here. Secret and ConfigMap refer to a key of a Kubernetes object.";
const URL_PARTS = "May contain `$(username)` and `$(password)`, which stand for the fields below.";

/** Maximum number of options shown side by side; more become a list. */
const MAX_VISIBLE_OPTIONS = 6;

/**
 * The schema from which the form is generated. Defaults are filled in at the start, so a text field with a default is
 * required unless it may be empty. A port is shown next to its host and the namespace next to the name; a choice with
 * few values shows all of them. A masked stored value is kept or replaced in any type of field. A field that was stored
 * empty, by a program or because the URL contains its value, may stay empty. The first credential explains where a
 * value can come from.
 */
export function askingSchema(schema: JsonSchema, saved?: Draft): JsonSchema {
  const required = new Set(schema.required?.filter((key) => saved === undefined || isSet(saved[key])));
  const fields = fieldsOf(schema);
  const explained = firstCredentials(fields);
  const properties = fields.map(([key, { default: defaultValue, ...field }]) => {
    if (field.type === "boolean") return [key, { ...field, default: defaultValue ?? false }];
    if (defaultValue !== undefined && !field.enum && (field.minLength ?? 0) > 0) required.add(key);
    if (field.type === "integer") return [key, { placeholder: defaultValue?.toString(), ...field, isBeside: true }];
    if (field.enum && field.enum.length <= MAX_VISIBLE_OPTIONS) return [key, { ...field, field: "options" }];
    if (field.kept === "namespace") return [key, { ...field, isBeside: true }];
    const { secret = false } = field;
    if (field.field === "env-var")
      return [
        key,
        {
          ...(explained.has(key) && { description: SOURCES }),
          ...(saved && saved[key] === undefined && { placeholder: "Not set" }),
          ...field,
          secret,
        },
      ];
    if (field.kept === "url" && field.placeholder?.includes("$(username)") === true)
      return [key, { description: URL_PARTS, ...field }];
    return [key, saved?.[key] === MASK ? { ...field, field: "secret", secret } : field];
  });
  return {
    ...schema,
    properties: Object.fromEntries(properties) as Record<string, JsonSchema>,
    required: [...required],
  };
}

/** The first credential among the fields that are shown together. */
const firstCredentials = (fields: Fields) =>
  new Set(
    Map.groupBy(
      fields.filter(([, { field }]) => field === "env-var"),
      ([, { shownWhen }]) => JSON.stringify(shownWhen),
    )
      .values()
      .map(([first]) => first?.[0]),
  );

/** The schema for this draft: user and password are not required if the URL contains them. */
export function schemaFor(schema: JsonSchema, draft: Draft): JsonSchema {
  const fields = fieldsOf(schema);
  const [urlKey] = fields.find(([, { kept }]) => kept === "url") ?? [];
  const url = urlKey === undefined ? undefined : draft[urlKey];
  if (typeof url !== "string") return schema;
  const held = signInHeld(url);
  const inUrl = new Map(fields.filter(([, field]) => field.inUrl !== undefined && held[field.inUrl]));
  if (inUrl.size === 0) return schema;
  const hinted = [...inUrl].map(([key, field]) => [key, { ...field, placeholder: "In the URL" }]);
  return {
    ...schema,
    properties: { ...schema.properties, ...(Object.fromEntries(hinted) as Record<string, JsonSchema>) },
    required: schema.required?.filter((key) => !inUrl.has(key)) ?? [],
  };
}

/** The initial draft of a new connection. */
export const newDraft = (schema: JsonSchema): Draft =>
  Object.fromEntries(
    fieldsOf(schema).flatMap(([key, field]) => (field.default === undefined ? [] : [[key, field.default]])),
  );

/** The draft of a stored connection. */
export function draftOf(schema: JsonSchema, row: ConnectionRow): Draft {
  const fields = fieldsOf(schema);
  const draft: Record<string, unknown> = {};
  for (const [key, field] of fields) {
    const value = field.kept === undefined ? undefined : shownOf(field, row);
    if (value !== undefined) draft[key] = value;
  }
  const stored = { ...draft };
  for (const [key, field] of fields) {
    const value = draft[key] ?? chosenBy(key, field, { fields, stored }) ?? field.default;
    if (value !== undefined) draft[key] = value;
  }
  return draft;
}

function shownOf(field: JsonSchema, row: ConnectionRow): unknown {
  const stored = storedAt(row, field.kept!);
  if (!isSet(stored)) return undefined;
  if (stored === MASK && field.readFrom !== undefined) return urlPart(row.url ?? "", field.readFrom) ?? MASK;
  if (field.type === "boolean") return stored === true || stored === "true";
  if (field.type !== "integer" && field.type !== "number") return String(stored);
  return Number.isFinite(Number(stored)) ? Number(stored) : String(stored);
}

/**
 * Derives the selected option from the fields that are set, if the option is not stored. If no field is set, returns
 * the option that shows no fields.
 */
function chosenBy(
  key: string,
  { enum: words = [] }: JsonSchema,
  { fields, stored }: { fields: Fields; stored: Draft },
) {
  const dependent = fields.filter(([, { shownWhen }]) => shownWhen?.[key] !== undefined);
  if (dependent.length === 0) return undefined;
  const [, set] = dependent.find(([other]) => isSet(stored[other])) ?? [];
  return set?.shownWhen?.[key] ?? words.find((word) => dependent.every(([, field]) => field.shownWhen?.[key] !== word));
}

/** The row to send for a new connection. */
export function newRow(type: string, schema: JsonSchema, draft: Draft): Changes {
  const { columns, properties } = placed(schema, draft);
  const set = (values: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));
  const kept = set(properties);
  return { type, ...set(columns), ...(Object.keys(kept).length > 0 && { properties: kept }) };
}

/** The changes to send for a stored connection; columns that are left out keep their masked values. */
export function changesOf(schema: JsonSchema, row: ConnectionRow, draft: Draft): Changes {
  const before = placed(schema, draftOf(schema, row));
  const after = placed(schema, draft);
  const changed = (from: Readonly<Record<string, unknown>>, to: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(Object.entries(to).filter(([key, value]) => !isSameJson(from[key], value)));
  const columns = changed(before.columns, after.columns);
  const properties = changed(before.properties, after.properties);
  if (Object.keys(properties).length === 0) return columns;
  const all = Object.entries({ ...row.properties, ...properties }).filter(([, value]) => value !== null);
  return { ...columns, properties: Object.fromEntries(all) };
}

/** The draft by column and property. Hidden fields count as empty, and empty is null. */
function placed(schema: JsonSchema, draft: Draft) {
  const columns: Record<string, unknown> = {};
  const properties: Record<string, string | null> = {};
  const fields = fieldsOf(schema);
  const isAsked = (field: JsonSchema) => isAskedFor(field, schema.properties ?? {}, draft, schema);
  // Fields may share a column, so the visible field is written last.
  for (const [key, field] of fields.toSorted(([, a], [, b]) => Number(isAsked(a)) - Number(isAsked(b)))) {
    if (field.kept === undefined) continue;
    const value = isAsked(field) && isSet(draft[key]) ? draft[key] : null;
    const property = propertyOf(field.kept);
    if (property !== undefined) properties[property] = value === null ? null : `${value as string | number | boolean}`;
    else
      columns[field.kept] =
        field.type === "boolean" ? value === true : typeof value === "string" ? trimmed(field.kept, value) : value;
  }
  return { columns, properties };
}

const trimmed = (column: string, text: string) => (column === "name" || column === "namespace" ? text.trim() : text);

/** Errors of the server by field; errors without a field are only in the message above the form. */
export function placesOf(schema: JsonSchema, error: unknown): readonly SchemaProblem[] {
  const parts =
    error instanceof Problem && Array.isArray(error.parts["fields"]) ? (error.parts["fields"] as BadPart[]) : [];
  return parts.flatMap(({ path, message }) => {
    const [key] = fieldsOf(schema).find(([name, { kept }]) => kept === path || name === path) ?? [];
    return key === undefined ? [] : [{ path: [key], message: sentence(message, key) }];
  });
}

/** Changed and removed columns of a row that was edited as code. */
export function rawChanges(row: Draft, edited: unknown): Changes {
  if (!isRecord(edited)) return {};
  const keys = new Set([...Object.keys(row), ...Object.keys(edited)]);
  return Object.fromEntries(
    [...keys].filter((key) => !isSameJson(row[key], edited[key])).map((key) => [key, edited[key] ?? null]),
  );
}
