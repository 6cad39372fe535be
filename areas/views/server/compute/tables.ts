// The SQLite tables of a view. The database is in memory, has no access to files, extensions or other databases, and
// becomes read-only when the tables are filled.
import * as sqlite from "node:sqlite";
import type { DataType } from "../spec/query-spec.ts";
import { refusedStatement } from "./allowed-statement.ts";
import { plain } from "./cells.ts";
import type { TableDefinition } from "./plan.ts";
import { cpuToNumber, memoryToBytes } from "./quantities.ts";

type Value = null | number | bigint | string;
type Insert = (row: readonly unknown[]) => void;

export interface Selected {
  columns: readonly string[];
  rows: Iterable<readonly unknown[]>;
}

const quote = (name: string) => `"${name.replaceAll('"', '""')}"`;

export class Tables {
  readonly #db: sqlite.DatabaseSync;
  readonly #inserts = new Map<number, Insert>();
  /**
   * Functions that convert all numbers of a column to decimals if any of its values has a fraction, because SQLite
   * drops the fraction when it divides two integers.
   */
  readonly #afterLoading: (() => void)[] = [];

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
    const read = names.map((_, at) => {
      const column = columns[at] ?? "";
      return readerOf(Object.hasOwn(types, column) ? types[column] : undefined);
    });
    const [hasIntegers, hasDecimals] = [new Set<string>(), new Set<string>()];
    const values: Value[] = [];
    this.#inserts.set(index, (row) => {
      for (let at = 0; at < read.length; at += 1) {
        const value = read[at]!(row[at]);
        if (typeof value === "bigint") hasIntegers.add(names[at]!);
        else if (typeof value === "number") hasDecimals.add(names[at]!);
        values[at] = value;
      }
      statement.run(...values);
    });
    this.#afterLoading.push(() => {
      for (const column of hasIntegers)
        if (hasDecimals.has(column))
          this.#db.exec(
            `update ${quote(name)} set ${quote(column)} = cast(${quote(column)} as real) where typeof(${quote(column)}) = 'integer'`,
          );
    });
  }

  insert(index: number, row: readonly unknown[]): void {
    this.#inserts.get(index)!(row);
  }

  /** Ends loading. Afterwards, statements can only read. */
  close(): void {
    for (const work of this.#afterLoading) work();
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
    // Without this setting, an integer that exceeds the range of JavaScript numbers is an error.
    statement.setReadBigInts(true);
    return { columns, rows: readable(statement.iterate() as unknown as Iterable<unknown[]>) };
  }

  /** All rows of a table. */
  all(name: string): Selected {
    return this.select(`select * from ${quote(name)}`);
  }
}

/** Converts integers to numbers, and bytes to Base64, for JSON. */
function* readable(rows: Iterable<unknown[]>): Generator<readonly unknown[]> {
  for (const row of rows) {
    for (const [at, value] of row.entries())
      if (typeof value === "bigint" || value instanceof Uint8Array) row[at] = plain(value);
    yield row;
  }
}

/** Renames a second `Name` to `Name_2`. SQLite ignores case when it compares names. */
function distinct(names: readonly string[]): string[] {
  const taken = new Set(names.map((name) => name.toLowerCase()));
  const seen = new Set<string>();
  return names.map((name) => {
    let free = name;
    for (let count = 2; seen.has(free.toLowerCase()) || (free !== name && taken.has(free.toLowerCase())); count += 1)
      free = `${name}_${count}`;
    seen.add(free.toLowerCase());
    return free;
  });
}

const isNumeric = (text: string) => /^\s*[+-]?\d+(?:\.\d+)?(?:e[+-]?\d+)?\s*$/i.test(text);

/** Converts whole numbers to bigint: Node stores every number as a decimal, and SQLite would print 8080 as 8080.0. */
const numberValue = (value: number) => (Number.isSafeInteger(value) ? BigInt(value) : value);

function readerOf(type: DataType | undefined): (value: unknown) => Value {
  if (type === "integer" || type === "duration")
    return (value) => {
      const stored = storedValue(value);
      return typeof stored === "string" && isNumeric(stored) ? numberValue(Number(stored)) : stored;
    };
  if (type === "decimal")
    return (value) => {
      const stored = storedValue(value);
      return typeof stored === "bigint" || (typeof stored === "string" && isNumeric(stored)) ? Number(stored) : stored;
    };
  if (type === "boolean")
    return (value) => storedValue(typeof value === "string" ? /^(?:t|true|yes|1)$/i.test(value.trim()) : value);
  return storedValue;
}

/** Converts booleans to integers, and objects and lists to JSON text, because SQLite has no types for them. */
function storedValue(value: unknown): Value {
  switch (typeof value) {
    case "string":
      return value;
    case "number":
      return Number.isFinite(value) ? numberValue(value) : null;
    case "boolean":
      return BigInt(value);
    case "object":
      return value === null ? null : JSON.stringify(value);
    default:
      return null;
  }
}
