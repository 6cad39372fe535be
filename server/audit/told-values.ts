// What the audit log may tell of a row: nothing that is secret, nothing that PostgreSQL cannot store, and nothing so long
// that the log would be larger than what it is about. Pure.
import type { Json, ToldValues } from "#language/columns.ts";
import { isSecretName } from "#language/secret-names.ts";
import type { Relation } from "../db/relations.ts";
import type { Row } from "../db/writes.ts";
import { maskTexts } from "../spec/masked-spec.ts";
import type { Deed } from "./audit.ts";

const mask = "***";
const longest = { text: 2_000, document: 20_000 };

/** Set by the server whenever something else changes. */
export const byproducts: ReadonlySet<string> = new Set(["updated_at", "updated_by", "is_pushed"]);

/** Neither a zero byte nor half a character can be stored. */
export const storable = (text: string, length: number) =>
  text.slice(0, length).toWellFormed().replaceAll("\0", "\ufffd");

/** Columns that are never told, whoever asks. */
export function isHidden({ columns }: Relation, name: string): boolean {
  const column = columns.get(name);
  return column !== undefined && (column.masked || column.secret);
}

/** All that a row says, for a row that comes or goes; null where values are not kept. */
export function allOf(relation: Relation, row: Row): Row | null {
  const isTold = (name: string) =>
    !isHidden(relation, name) && !byproducts.has(name) && !["id", "created_at", "deleted_at"].includes(name);
  return relation.audited
    ? Object.fromEntries(Object.entries(row).filter(([name, value]) => isTold(name) && (value ?? null) !== null))
    : null;
}

/** What these columns say, for a row that changes; null where values are not kept. */
export const someOf = (relation: Relation, row: Row, columns: readonly string[]): Row | null =>
  relation.audited
    ? Object.fromEntries(columns.filter((name) => !isHidden(relation, name)).map((name) => [name, row[name] ?? null]))
    : null;

/**
 * The difference between two states of something, for a deed that is no generic write:
 * `{ action: "update", …, ...changeBetween({ roles: ["viewer"] }, { roles: ["editor"] }) }`.
 */
export function changeBetween(before: Row, after: Row): Pick<Deed, "columns" | "before" | "after"> {
  const columns = [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((name) => JSON.stringify(before[name] ?? null) !== JSON.stringify(after[name] ?? null))
    .sort();
  const pick = (row: Row) => Object.fromEntries(columns.map((name) => [name, row[name] ?? null]));
  return { columns, before: pick(before), after: pick(after) };
}

/** As it is stored: what is named like a secret is masked, what is too long is cut. */
export const tellable = (row: Row): ToldValues =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [name, isSecret(name, value) ? mask : told(value)]));

const isSecret = (name: string, value: unknown) =>
  isSecretName(name) && typeof value !== "boolean" && (value ?? null) !== null;

function told(value: unknown): Json {
  const document = maskTexts(whole(value));
  const { length } = JSON.stringify(document);
  return typeof document === "object" && length > longest.document ? `(${length} characters, not kept)` : document;
}

function whole(value: unknown): Json {
  if (typeof value === "string") return value.length > longest.text ? `${cut(value)}…` : cut(value);
  if (typeof value === "number" || typeof value === "boolean") return value;
  if (Array.isArray(value)) return value.map(whole);
  if (value instanceof Date) return value.toISOString();
  if (typeof value !== "object" || value === null) return null;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [cut(name), isSecret(name, part) ? mask : whole(part)]),
  );
}

const cut = (text: string) => storable(text, longest.text);
