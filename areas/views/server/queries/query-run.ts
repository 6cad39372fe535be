// The rights, connections and values with which a query runs.
import type { Reach } from "#areas/connections/server/index.ts";
import type { System } from "#server/area.ts";
import type { Outbound } from "#server/outbound/outbound.ts";
import type { Scrubber } from "#server/scrub/scrub.ts";
import type { Reader } from "../rights/reader.ts";

/** The table of another view, read with the rights of the reader. */
export interface OtherTable {
  columns: readonly string[];
  /** The rows as JSON. */
  rows: Buffer;
}

export interface OtherViews {
  name?: string | undefined;
  namespace?: string | undefined;
  labelSelector?: string | undefined;
}

/** The functions that resolve connections use the rights of the author. */
export interface QueryRun extends Reach {
  system: System;
  reader: Reader;
  /** The selected values of the variables. */
  variables: Readonly<Record<string, string>>;
  outbound: Outbound;
  signal: AbortSignal;
  scrubber: Scrubber;
  /** Whether a statement, an expression or a column of the view names this column. */
  mentions(column: string): boolean;
  /** Whether a statement of the view reads all columns of a query. */
  readsAll: boolean;
  /** Whether the table shows the rows in the order of the query. */
  isOrdered: boolean;
  /** Calls `found` for each table before it reads the next table; `found` can throw to stop. */
  otherViews(wanted: OtherViews, found: (table: OtherTable) => void): Promise<readonly OtherTable[]>;
}
