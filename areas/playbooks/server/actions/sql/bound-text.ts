// Converts the parameters of a statement, `$1`, `$2` …, to the notation of its database. The values stay separate, so
// no value can become part of the statement.
import { tokensOf, type Database } from "./tokens.ts";

type Value = string | number | boolean | null;

export interface Bound {
  text: string;
  values: readonly Value[] | undefined;
}

export function boundText(query: string, parameters: readonly unknown[] | undefined, database: Database): Bound {
  if (!parameters || parameters.length === 0) return { text: query, values: undefined };
  const values = parameters.map(plain);
  if (database === "postgres") return { text: query, values };
  const used: Value[] = [];
  const text = replaced(query, database, (number) => {
    if (database === "sqlserver") return `@p${number}`;
    used.push(values[number - 1] ?? null);
    return "?";
  });
  return { text, values: database === "sqlserver" ? values : used };
}

function replaced(query: string, database: Database, parameter: (number: number) => string): string {
  let at = 0;
  let result = "";
  for (const { kind, text } of tokensOf(query, database)) {
    const start = query.indexOf(text, at);
    result += query.slice(at, start);
    result += kind === "parameter" ? parameter(Number(text.slice(1))) : text;
    at = start + text.length;
  }
  return result + query.slice(at);
}

function plain(value: unknown): Value {
  if (value === null || value === undefined) return null;
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") return value;
  return JSON.stringify(value);
}

/**
 * One SQL Server batch that runs a statement with parameters. In SQL Server strings, only the quote is special, and it
 * is doubled.
 */
export function sqlServerBatch({ text, values }: Bound): string {
  if (!values) return text;
  const names = values.map((_, index) => `@p${index + 1} nvarchar(max)`).join(", ");
  const assigned = values.map((value, index) => `@p${index + 1} = ${value === null ? "null" : quoted(String(value))}`);
  return `exec sp_executesql ${[quoted(text), quoted(names), ...assigned].join(", ")}`;
}

const quoted = (text: string) => `N'${text.replaceAll("'", "''")}'`;
