// Selects the values of a row that the audit log may contain: no secrets, nothing that PostgreSQL cannot store, and
// nothing so long that the log would grow larger than the data. Pure.
import type { Json, ToldValues } from "#language/columns.ts";
import { isSecretName } from "#language/secret-names.ts";
import type { Relation } from "../db/relations.ts";
import type { Row } from "../db/writes.ts";
import { maskTexts } from "../spec/masked-spec.ts";

const mask = "***";
const maxLength = { text: 2_000, document: 20_000 };

/** The columns that the server sets whenever another column changes. */
export const byproducts: ReadonlySet<string> = new Set(["updated_at", "updated_by", "is_pushed"]);

/** Replaces NUL and unpaired surrogates, which PostgreSQL cannot store. */
export const storable = (text: string, length: number) =>
  text.slice(0, length).toWellFormed().replaceAll("\0", "\ufffd");

/** Whether a column is never recorded. */
export function isHidden({ columns }: Relation, name: string): boolean {
  const column = columns.get(name);
  return column !== undefined && (column.masked || column.secret);
}

/** Tables that control access or describe the system: the log also records their values before and after a change. */
const auditedTables: ReadonlySet<string> = new Set([
  "check_component_relationships",
  "component_relationships",
  "components",
  "config_component_relationships",
  "people",
  "permission_groups",
  "permissions",
  "person_roles",
  "properties",
  "team_components",
  "team_members",
  "teams",
  "topologies",
]);

export const isAudited = ({ name }: Relation) => auditedTables.has(name);

/** Returns all values of a created or deleted row; null for tables whose values are not recorded. */
export function allValues(relation: Relation, row: Row): Row | null {
  const isRecorded = (name: string) =>
    !isHidden(relation, name) && !byproducts.has(name) && !["id", "created_at", "deleted_at"].includes(name);
  return isAudited(relation)
    ? Object.fromEntries(Object.entries(row).filter(([name, value]) => isRecorded(name) && (value ?? null) !== null))
    : null;
}

/** Returns the values of these columns of an updated row; null for tables whose values are not recorded. */
export const valuesOf = (relation: Relation, row: Row, columns: readonly string[]): Row | null =>
  isAudited(relation)
    ? Object.fromEntries(columns.filter((name) => !isHidden(relation, name)).map((name) => [name, row[name] ?? null]))
    : null;

/**
 * Returns the difference between two states, for callers other than generic writes: `{ action: "update", …,
 * ...changeBetween({ roles: ["viewer"] }, { roles: ["editor"] }) }`.
 */
export function changeBetween(before: Row, after: Row): { columns: string[]; before: Row; after: Row } {
  const columns = [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((name) => JSON.stringify(before[name] ?? null) !== JSON.stringify(after[name] ?? null))
    .sort();
  const pick = (row: Row) => Object.fromEntries(columns.map((name) => [name, row[name] ?? null]));
  return { columns, before: pick(before), after: pick(after) };
}

/** Returns the values as they are stored, with secrets masked and long strings cut. */
export const auditedValues = (row: Row): ToldValues =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, isSecret(name, value) ? mask : auditedValue(value)]),
  );

const isSecret = (name: string, value: unknown) =>
  isSecretName(name) && typeof value !== "boolean" && (value ?? null) !== null;

function auditedValue(value: unknown): Json {
  const document = maskTexts(cutTexts(value));
  const { length } = JSON.stringify(document);
  return typeof document === "object" && length > maxLength.document
    ? `(${length} characters, not recorded)`
    : document;
}

function cutTexts(value: unknown): Json {
  if (typeof value === "string") return value.length > maxLength.text ? `${cut(value)}…` : cut(value);
  if (typeof value === "number" || typeof value === "boolean") return value;
  if (Array.isArray(value)) return value.map(cutTexts);
  if (value instanceof Date) return value.toISOString();
  if (typeof value !== "object" || value === null) return null;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [cut(name), isSecret(name, part) ? mask : cutTexts(part)]),
  );
}

const cut = (text: string) => storable(text, maxLength.text);
