// Generates generated/, including tables.ts: every table, view and function as types for postgrest-js. SQL comments
// become doc comments.
import {
  type Catalog,
  type Column,
  type Relation,
  type SqlFunction,
  readCatalog,
  type Queryable,
} from "#server/db/relations.ts";
import { renderSchema } from "./schema-sql.ts";

/** Generates the files of generated/ from a database with the schema. */
export async function generate(db: Queryable): Promise<Record<string, string>> {
  return { "tables.ts": renderTables(await readCatalog(db)), "schema.sql": await renderSchema(db) };
}

const scalar: Readonly<Record<string, string>> = {
  smallint: "number",
  integer: "number",
  bigint: "number",
  real: "number",
  "double precision": "number",
  numeric: "number",
  boolean: "boolean",
  json: "Json",
  jsonb: "Json",
  bytea: "Uint8Array",
  void: "undefined",
};

/**
 * Returns the type of a value in JSON; types that PostgreSQL prints as text (uuid, timestamps, intervals) are strings.
 */
function typeScriptType(type: string): string {
  if (type.endsWith("[]")) return `${typeScriptType(type.slice(0, -2))}[]`;
  return scalar[type.replace(/\(.*\)/, "")] ?? "string";
}

function columnType(column: Column): string {
  const base =
    column.shape ?? column.values?.map((value) => JSON.stringify(value)).join(" | ") ?? typeScriptType(column.type);
  return column.nullable ? `${base} | null` : base;
}

const doc = (comment: string, indent: string) =>
  comment === "" ? "" : `${indent}/** ${comment.replaceAll("*/", "* /").replaceAll("\n", ` `)} */\n`;

function block(columns: readonly Column[], line: (column: Column) => string): string {
  return columns.length === 0
    ? "Record<never, never>"
    : `{\n${columns.map((column) => `${line(column)};\n`).join("")}    }`;
}

/** Only the Row types have comments, which editors also show for the other types. */
const rowBlock = (columns: readonly Column[]) =>
  block(columns, (column) => `${doc(column.comment, "      ")}      ${column.name}: ${columnType(column)}`);

function relationships({ foreignKeys }: Relation): string {
  if (foreignKeys.length === 0) return "[]";
  const list = foreignKeys.map(
    (key) =>
      `\n      {\n        foreignKeyName: ${JSON.stringify(key.constraint)};\n        columns: [${key.columns.map((name) => JSON.stringify(name)).join(", ")}];\n` +
      `        isOneToOne: ${key.oneToOne};\n        referencedRelation: ${JSON.stringify(key.target)};\n` +
      `        referencedColumns: [${key.targetColumns.map((name) => JSON.stringify(name)).join(", ")}];\n      },`,
  );
  return `[${list.join("")}\n    ]`;
}

function table(relation: Relation): string {
  const columns = [...relation.columns.values()];
  const written = columns.filter(({ generated }) => !generated);
  const optional = (column: Column) => (column.nullable || column.hasDefault ? "?" : "");
  return (
    `${doc(relation.comment, "  ")}  ${relation.name}: {\n` +
    `    Row: ${rowBlock(columns)};\n` +
    `    Insert: ${block(written, (column) => `      ${column.name}${optional(column)}: ${columnType(column)}`)};\n` +
    `    Update: ${block(written, (column) => `      ${column.name}?: ${columnType(column)}`)};\n` +
    `    Relationships: ${relationships(relation)};\n  };\n`
  );
}

function view(relation: Relation): string {
  const columns = [...relation.columns.values()];
  return (
    `${doc(relation.comment, "  ")}  ${relation.name}: {\n` +
    `    Row: ${rowBlock(columns)};\n` +
    `    Relationships: [];\n  };\n`
  );
}

function sqlFunction({ name, comment, arguments: parameters, returns }: SqlFunction): string {
  const args = parameters.map(
    (argument) => `${argument.name || "_"}${argument.hasDefault ? "?" : ""}: ${typeScriptType(argument.type)}`,
  );
  const row =
    returns.columns.length > 0
      ? `{ ${returns.columns.map((column) => `${column.name}: ${typeScriptType(column.type)} | null`).join("; ")} }`
      : typeScriptType(returns.type);
  return (
    `${doc(comment, "  ")}  ${name}: {\n    Args: ${args.length > 0 ? `{ ${args.join("; ")} }` : "Record<never, never>"};\n` +
    `    Returns: ${returns.set ? `${row.includes(" ") && !row.startsWith("{") ? `(${row})` : row}[]` : row};\n  };\n`
  );
}

function sealedColumns({ name, columns }: Relation): string[] {
  const sealed = [...columns.values()].filter((column) => column.sealed).map((column) => JSON.stringify(column.name));
  return sealed.length > 0 ? [`  ${name}: ${sealed.join(" | ")};\n`] : [];
}

export function renderTables({ relations, functions }: Catalog): string {
  const all = [...relations.values()];
  const tables = all.filter(({ kind }) => kind === "table");
  const views = all.filter(({ kind }) => kind === "view");
  const shapes = new Set(all.flatMap(({ columns }) => [...columns.values()].flatMap(({ shape }) => shape ?? [])));
  const pick = (from: string, list: readonly { name: string; exposed: boolean }[]) => {
    const names = list.filter(({ exposed }) => exposed).map(({ name }) => JSON.stringify(name));
    return names.length > 0 ? `Pick<${from}, ${names.join(" | ")}>` : "Record<never, never>";
  };
  const body = (list: readonly string[]) => (list.length > 0 ? `{\n${list.join("")}}` : "{}");
  const declared = `export interface Tables ${body(tables.map(table))}

export interface Views ${body(views.map(view))}

export interface Functions ${body([...functions.values()].map(sqlFunction))}

/** The encrypted columns of each table, which have the tag @sealed. */
export interface SealedColumns ${body(tables.flatMap(sealedColumns))}

/** The relations and functions of the data API, in the form that postgrest-js expects. */
export interface Database {
  public: {
    Tables: ${pick("Tables", tables)};
    Views: ${pick("Views", views)};
    Functions: ${pick("Functions", [...functions.values()])};
  };
}
`;
  if (/\bJson\b/.test(declared)) shapes.add("Json");
  const imported =
    shapes.size > 0 ? `import type { ${[...shapes].sort().join(", ")} } from "#language/columns.ts";\n` : "";
  return `// Written by \`npm run types\` from the schema; never edited.\n${imported}\n${declared}`;
}
