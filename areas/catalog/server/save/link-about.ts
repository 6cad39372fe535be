// Which items are linked: all of a scraper, or those that a watch has just heard of.
import { sql, type RawBuilder } from "kysely";
import type { SaveRun } from "./save-run.ts";

export interface About {
  run: SaveRun;
  /** By id; all of the scraper unless said. */
  only: readonly string[] | undefined;
}

/** The part of a condition that says so, about one of these columns. */
export const ofOwners = (only: About["only"], ...columns: string[]): RawBuilder<unknown> =>
  only === undefined
    ? sql``
    : sql`and (${sql.join(
        columns.map((column) => sql`${sql.ref(column)} = any (${only}::uuid[])`),
        sql` or `,
      )})`;
