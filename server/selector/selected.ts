// A relation whose rows are found by selectors, in the words of that language.
import type { Column } from "../db/relations.ts";

export interface Selectable {
  relation: string;
  /** Fields of the language that are called otherwise here: a column, or a column and a key. */
  fields?: Readonly<Record<string, readonly [column: string, key?: string]>>;
  /** What `text` is looked for in: a table with the words of each row, and its column that points to the row. */
  words?: { table: string; key: string };
  /** A table that has the name of each row where no row policy keeps it from being found, and its column that points to the row. */
  names?: { table: string; key: string };
  /** What `scope` is about: the column that points to the parent, and the parents, which have names. */
  scope?: { column: string; of: string };
}

/** A field whose value is an expression over the row `r` instead of a column. */
export interface ComputedField {
  sql: string;
  /** The values that it can have. */
  values: readonly string[];
}

export interface Selected {
  kind: Selectable;
  /** By field; they take precedence over columns. */
  computed?: ReadonlyMap<string, ComputedField>;
  /** Those that the asker may read. */
  columns: ReadonlyMap<string, Column>;
  /** What the names are: those of the rows themselves, unless the statement joins the table that has them. */
  name?: string;
  /** Whether all beginnings of names are asked of the index that has them in order; short ones always are. */
  inOrder?: boolean;
}
