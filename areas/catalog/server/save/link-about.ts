// The items to link: all items of a scraper, or those that a watch has just reported.
import { sql, type RawBuilder } from "kysely";
import type { SaveRun } from "./save-run.ts";

export interface About {
  run: SaveRun;
  /** Item ids. Default: all items of the scraper. */
  only: readonly string[] | undefined;
}

/** The SQL condition that limits a statement to those items, by any of the given columns. */
export const ofOwners = (only: About["only"], ...columns: string[]): RawBuilder<unknown> =>
  only === undefined
    ? sql``
    : sql`and (${sql.join(
        columns.map((column) => sql`${sql.ref(column)} = any (${only}::uuid[])`),
        sql` or `,
      )})`;
