// Parses the body of a write request into rows: JSON, CSV or a form, one row or many, with columns that the actor may
// set.
import { readCell } from "#lib/text/csv-cell.ts";
import { Problem } from "#language/problem.ts";
import { allowedColumns } from "../db/policy.ts";
import type { Relation } from "../db/relations.ts";
import type { Row } from "../db/writes.ts";
import type { Actor } from "../http/actor.ts";
import { readJson, jsonFault } from "#lib/json/read-json.ts";
import { refusal } from "./refusal.ts";
import { isToleratedKey } from "./tolerated.ts";

export function parseJson(text: string): unknown {
  try {
    return readJson(text);
  } catch (error) {
    throw refusal.badBody(jsonFault(error));
  }
}

export function parseRows(body: unknown, contentType: string | undefined): Row[] {
  const text = typeof body === "string" ? body : "";
  if (contentType?.startsWith("text/csv")) return parseCsv(text);
  const value = parseForm(text, contentType) ?? parseJson(text);
  const rows: unknown[] = Array.isArray(value) ? value : [value];
  if (!rows.every(isObject)) throw refusal.badBody("The body is neither an object nor a list of objects.");
  return rows;
}

/** Parses the arguments of a function; an empty body means no arguments. */
export function parseArguments(body: unknown, contentType: string | undefined): Row {
  const text = typeof body === "string" ? body : "";
  const value = parseForm(text, contentType) ?? (text.trim() === "" ? {} : parseJson(text));
  if (!isObject(value)) throw refusal.badBody("The arguments of a function must be a JSON object.");
  return value;
}

/** Parses the fields of a form; undefined if the body is JSON. */
function parseForm(text: string, contentType: string | undefined): Row | undefined {
  if (contentType?.startsWith("application/x-www-form-urlencoded"))
    return Object.fromEntries(new URLSearchParams(text));
  if (
    contentType === undefined ||
    /^application\/(?:[\w.+-]*\+)?json\b/.test(contentType) ||
    contentType.startsWith("text/plain")
  )
    return undefined;
  throw new Problem("unsupported_media_type", `Content-Type not acceptable: ${contentType}`, { code: "PGRST102" });
}

const isObject = (value: unknown): value is Row => typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * Parses CSV. The first line contains the column names, and unquoted `NULL` is null. Removes the apostrophe that the
 * CSV export of Quarterdeck puts before formulas.
 */
function parseCsv(text: string): Row[] {
  const [names = [], ...lines] = csvLines(text);
  return lines.map((cells) => {
    if (cells.length !== names.length) throw refusal.badBody("All lines must have same number of fields");
    return Object.fromEntries(names.map((name, index) => [name ?? "", cells[index]!]));
  });
}

function csvLines(text: string): (string | null)[][] {
  const lines: (string | null)[][] = [];
  let cells: (string | null)[] = [];
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/y;
  while (cell.lastIndex < text.length || cells.length > 0) {
    const found = cell.exec(text);
    if (!found) throw refusal.badBody("The CSV has a misplaced quote.");
    const [, quoted, plain, end] = found;
    cells.push(plain === "NULL" ? null : readCell(plain ?? quoted!.replaceAll('""', '"')));
    if (end === ",") continue;
    lines.push(cells);
    cells = [];
    if (end === "") break;
  }
  return lines;
}

export interface Incoming {
  actor: Actor;
  relation: Relation;
  verb: "insert" | "update";
  /** The value of `columns=`. Keys that are not in this list are ignored. */
  columns: readonly string[] | undefined;
  missing: "default" | "null" | undefined;
}

/** Rejects unknown columns. Existing clients send some additional keys, which the table's write hook handles. */
export function checkRows(rows: readonly Row[], { actor, relation, verb, columns, missing }: Incoming): Row[] {
  const settable = new Set(allowedColumns(actor, verb, relation));
  const refuseKey = (key: string) => {
    if (settable.has(key) || isToleratedKey(relation.name, key)) return;
    if (relation.columns.get(key)?.generated) {
      if (verb === "update" && columns === undefined) return;
      throw new Problem("invalid", `column "${key}" can only be updated to DEFAULT`, { code: "428C9" });
    }
    throw refusal.noPayloadColumn(relation.name, key);
  };
  columns?.forEach(refuseKey);
  if (columns !== undefined)
    return rows.map((row) =>
      Object.fromEntries(
        columns.flatMap((column) =>
          Object.hasOwn(row, column) ? [[column, row[column]]] : missing === "default" ? [] : [[column, null]],
        ),
      ),
    );
  const keys = Object.keys(rows[0] ?? {})
    .sort()
    .join("\0");
  for (const row of rows) {
    Object.keys(row).forEach(refuseKey);
    if (missing !== "default" && Object.keys(row).sort().join("\0") !== keys) throw refusal.keysDiffer();
  }
  return rows.map((row) => (verb === "update" ? withoutComputed(row, relation) : row));
}

/** Removes generated columns, because editors send back the whole row. */
const withoutComputed = (row: Row, { columns }: Relation): Row =>
  Object.fromEntries(Object.entries(row).filter(([key]) => !columns.get(key)?.generated));
