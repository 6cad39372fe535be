// The messages between the server and the process that runs the SQL of a view. Each is one line; the first character
// is its kind. Rows are JSON arrays in the order of the columns of their table.
import type { DataType } from "../spec/query-spec.ts";
import type { ColumnSpec } from "../spec/column-spec.ts";
import type { PanelSpec } from "../spec/panel-spec.ts";

export interface ComputeLimits {
  /** Maximum number of rows, and bytes as JSON, of the table. */
  maxRows: number;
  maxBytes: number;
  /** Maximum memory of the tables and statements, in addition to that of the runtime. */
  maxMemoryBytes: number;
}

/** The first line: `P{…}`. */
export interface ComputePlan {
  merge?: string | undefined;
  /** The queries whose rows are the table, one after the other, in a view without a merge. */
  tables: readonly string[];
  panels: readonly Pick<PanelSpec, "name" | "type" | "query">[];
  columns: readonly ColumnSpec[];
  mapping: Readonly<Record<string, string>>;
  /** The ids of linked views by `namespace/name`. */
  viewIds: Readonly<Record<string, string>>;
  limits: ComputeLimits;
}

/** `T{…}`: a table, before its rows. Rows follow as `R<index>\t[…]`, and `E` ends them. */
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

/** The process sends `L[ids]` if cells show config items; the server sends `L{id: item}` back. */
export type FoundItems = Readonly<Record<string, FoundItem>>;

export interface ComputeError {
  query?: string;
  panel?: string;
  column?: string;
  message: string;
}

/** The last line of the process: `D{…}`, followed by the rows of the table as JSON, with this number of bytes. */
export interface ComputeResult {
  panels: readonly { name: string; rows: readonly Readonly<Record<string, unknown>>[] }[];
  columnOptions: Readonly<Record<string, { list?: string[]; labels?: Record<string, string[]> }>>;
  /** Whether a cell has attributes; if so, they are the last cell of each row. */
  hasAttributes: boolean;
  rowCount: number;
  rowsBytes: number;
  errors: readonly ComputeError[];
  warnings: readonly string[];
}
