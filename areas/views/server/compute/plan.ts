// The messages between the server and the process that runs the SQL of a view. Each message is one line; its first
// character is the message type. Rows are JSON arrays in the order of the table's columns.
import type { DataType } from "../spec/query-spec.ts";
import type { ColumnSpec } from "../spec/column-spec.ts";
import type { PanelSpec } from "../spec/panel-spec.ts";

export interface ComputeLimits {
  /** The maximum number of rows of the table, and its maximum size as JSON. */
  maxRows: number;
  maxBytes: number;
  /** The maximum memory of tables and statements, in addition to the memory of the runtime. */
  maxMemoryBytes: number;
}

/** The first line: `P{…}`. */
export interface ComputePlan {
  merge?: string | undefined;
  /** The names of the queries. Without a merge, the table contains the rows of all queries. */
  tables: readonly string[];
  panels: readonly Pick<PanelSpec, "name" | "type" | "query">[];
  columns: readonly ColumnSpec[];
  mapping: Readonly<Record<string, string>>;
  /** The ids of linked views by `namespace/name`. */
  viewIds: Readonly<Record<string, string>>;
  limits: ComputeLimits;
}

/** `T{…}` defines a table. Its rows follow as `R<index>\t[…]`. `E` follows after the rows of all tables. */
export interface TableDefinition {
  index: number;
  name: string;
  columns: readonly string[];
  types: Readonly<Record<string, DataType>>;
}

/** The config item of a cell. */
export interface FoundItem {
  id: string;
  name: string;
  type?: string | undefined;
  class?: string | undefined;
  health?: string | undefined;
  status?: string | undefined;
}

/** If cells show config items, the process sends `L[ids]`, and the server answers with `L{id: item}`. */
export type FoundItems = Readonly<Record<string, FoundItem>>;

export interface ComputeError {
  query?: string;
  panel?: string;
  column?: string;
  message: string;
}

/** The last line of the process: `D{…}`. The rows of the table follow as JSON with `rowsBytes` bytes. */
export interface ComputeResult {
  panels: readonly { name: string; rows: readonly Readonly<Record<string, unknown>>[] }[];
  columnOptions: Readonly<Record<string, { list?: string[]; labels?: Record<string, string[]> }>>;
  /** Whether any cell has attributes. If so, the last cell of each row contains them. */
  hasAttributes: boolean;
  rowCount: number;
  rowsBytes: number;
  errors: readonly ComputeError[];
  warnings: readonly string[];
}
