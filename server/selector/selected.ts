// A relation that selectors can search.
import type { Column } from "../db/relations.ts";

export interface Selectable {
  relation: string;
  /** Selector fields that have a different name in this relation: a column, or a column and a key inside it. */
  fields?: Readonly<Record<string, readonly [column: string, key?: string]>>;
  /** The full-text index for `text`: a table with the words of each row, and its column that references the row. */
  words?: { table: string; key: string };
  /**
   * A table with the name of each row, outside row policies so that its index can be used, and its column that
   * references the row.
   */
  names?: { table: string; key: string };
  /** The target of `scope`: the column that references the parent, and the table of parents, which have names. */
  scope?: { column: string; of: string };
}

/** A field whose value is an SQL expression over the row `r` instead of a column. */
export interface ComputedField {
  sql: string;
  /** The values that the field can have. */
  values: readonly string[];
}

export interface Selected {
  kind: Selectable;
  /** The computed fields by name; they take precedence over columns. */
  computed?: ReadonlyMap<string, ComputedField>;
  /** The columns that the actor may read. */
  columns: ReadonlyMap<string, Column>;
  /** The SQL expression of the name, if the statement joins another table for it. Default: the row's own name. */
  name?: string;
  /** Whether all name prefixes use the ordered index; short prefixes always do. */
  inOrder?: boolean;
}
