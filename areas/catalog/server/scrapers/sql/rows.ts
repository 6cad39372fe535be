// Reads rows whose values are the strings that the database sends, or null. Equal rows therefore stay equal, regardless
// of how a driver converts types.
import type { TypeCast } from "mysql2";
import { print } from "#lib/expression/values.ts";
import * as clients from "#areas/connections/server/index.ts";
import type { OpenConnection } from "#areas/connections/server/index.ts";
import type { ScrapeRun } from "../../scrape/scraper-kind.ts";
import { writtenNumber } from "./exact-json.ts";

export type TextRow = Readonly<Record<string, string | null>>;

const asItIs = (text: string) => text;

export const postgresRows = (connection: OpenConnection, run: ScrapeRun, text: string) =>
  clients.postgresRows(connection, run, { text, types: { getTypeParser: () => asItIs } }) as AsyncIterable<TextRow>;

const typeCast: TypeCast = (field) => field.string();

export const mysqlRows = (connection: OpenConnection, run: ScrapeRun, sql: string) =>
  clients.mysqlRows(connection, run, { sql, typeCast }) as AsyncIterable<TextRow>;

/** The driver of SQL Server returns only converted values. */
export async function* mssqlRows(connection: OpenConnection, run: ScrapeRun, sql: string): AsyncGenerator<TextRow> {
  for await (const row of clients.sqlServerRows(connection, run, sql)) yield textRow(row);
}

export const textRow = (row: Readonly<Record<string, unknown>>): TextRow =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [name, printed(value)]));

function printed(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (value instanceof Date) return value.toISOString();
  if (value instanceof Uint8Array) return Buffer.from(value).toString("base64");
  const number = writtenNumber(value);
  if (number !== undefined) return number;
  return typeof value === "string" ? value : typeof value === "object" ? JSON.stringify(value) : print(value);
}

/** A single column is the document itself. */
export function documentOf(row: TextRow): unknown {
  const values = Object.values(row);
  return values.length === 1 ? values[0] : row;
}
