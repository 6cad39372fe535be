// The tables of a view in SQLite: in memory only, without files, extensions and other databases, and read-only once
// they are filled.
import * as sqlite from "node:sqlite";
import type { DataType } from "../spec/query-spec.ts";
import { refusedStatement } from "./allowed-statement.ts";
import type { TableDefinition } from "./plan.ts";
import { cpuToNumber, memoryToBytes } from "./quantities.ts";

type Value = null | number | string;
type Insert = (row: readonly unknown[]) => void;

export interface Selected {
  columns: readonly string[];
  rows: Iterable<readonly unknown[]>;
}

const quote = (name: string) => `"${name.replaceAll('"', '""')}"`;

export class Tables {
  readonly #db: sqlite.DatabaseSync;
  readonly #inserts = new Map<number, Insert>();

  constructor() {
    this.#db = new sqlite.DatabaseSync(":memory:", {
      allowExtension: false,
      enableDoubleQuotedStringLiterals: false,
    });
    this.#db.exec(
      "pragma temp_store = memory; pragma journal_mode = off; pragma synchronous = off; pragma trusted_schema = off; begin",
    );
    const options = { deterministic: true, useBigIntArguments: false };
    this.#db.function("k8s_cpu_to_number", options, cpuToNumber);
    this.#db.function("memory_to_bytes", options, memoryToBytes);
  }

  define({ index, name, columns, types }: TableDefinition): void {
    const names = distinct(columns.length === 0 ? ["_"] : columns);
    this.#db.exec(`create table ${quote(name)} (${names.map(quote).join(", ")})`);
    const statement = this.#db.prepare(`insert into ${quote(name)} values (${names.map(() => "?").join(", ")})`);
    const read = names.map((_, at) => readerOf(types[columns[at] ?? ""]));
    this.#inserts.set(index, (row) => {
      statement.run(...read.map((convert, at) => convert(row[at])));
    });
  }

  insert(index: number, row: readonly unknown[]): void {
    this.#inserts.get(index)!(row);
  }

  /** Call it when all rows are inserted. From now on, statements can only read. */
  close(): void {
    this.#db.exec("commit; pragma query_only = on");
    const { constants } = sqlite as unknown as { constants: Readonly<Record<string, number>> };
    const db = this.#db as unknown as { setAuthorizer?(callback: (action: number) => number): void };
    const allowed = ["SQLITE_SELECT", "SQLITE_READ", "SQLITE_FUNCTION", "SQLITE_RECURSIVE"].map(
      (name) => constants[name],
    );
    // Node 24.10 and later.
    db.setAuthorizer?.((action) => (allowed.includes(action) ? constants["SQLITE_OK"]! : constants["SQLITE_DENY"]!));
  }

  select(sql: string): Selected {
    const refused = refusedStatement(sql);
    if (refused !== undefined) throw new Error(refused);
    const statement = this.#db.prepare(sql);
    const columns = distinct(statement.columns().map(({ name }) => name));
    statement.setReturnArrays(true);
    return { columns, rows: statement.iterate() as unknown as Iterable<readonly unknown[]> };
  }

  /** All rows of a table. */
  all(name: string): Selected {
    return this.select(`select * from ${quote(name)}`);
  }
}

/** SQLite compares names without regard to case, so a second `Name` becomes `name_2`. */
function distinct(names: readonly string[]): string[] {
  const seen = new Map<string, number>();
  return names.map((name) => {
    const key = name.toLowerCase();
    const count = (seen.get(key) ?? 0) + 1;
    seen.set(key, count);
    return count === 1 ? name : `${name}_${count}`;
  });
}

function readerOf(type: DataType | undefined): (value: unknown) => Value {
  if (type === "integer" || type === "decimal" || type === "duration")
    return (value) => {
      const stored = storedValue(value);
      return typeof stored === "string" && /^\s*[+-]?\d+(?:\.\d+)?(?:e[+-]?\d+)?\s*$/i.test(stored)
        ? Number(stored)
        : stored;
    };
  if (type === "boolean")
    return (value) =>
      typeof value === "string" ? Number(/^(?:t|true|yes|1)$/i.test(value.trim())) : storedValue(value);
  return storedValue;
}

/** SQLite has neither booleans nor documents. */
function storedValue(value: unknown): Value {
  switch (typeof value) {
    case "string":
      return value;
    case "number":
      return Number.isFinite(value) ? value : null;
    case "boolean":
      return Number(value);
    case "object":
      return value === null ? null : JSON.stringify(value);
    default:
      return null;
  }
}
