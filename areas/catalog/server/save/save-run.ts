// One going through a scraper, as long as it lasts.
import { sql } from "kysely";
import type { FoundChange, Item } from "../scrape/found.ts";
import type { Deferred } from "./deferred.ts";
import type { ItemRow } from "./item-row.ts";
import type { ChangeRow } from "./save-changes.ts";
import type { Tally } from "./tally.ts";

/** Called inside of the transactions, which may still be undone. */
export interface SaveWatch {
  item(action: "added" | "updated" | "unchanged", id: string, item: Item, row: ItemRow | undefined): void;
  change(action: "added" | "counted", change: ChangeRow): void;
}

export interface SaveRun {
  scraper: { id: string; agentId: string };
  isWhole: boolean;
  /**
   * What was seen since then was seen by this run. By the clock of the database, but never before the last run ended: where the
   * clock was set back, runs come after one another all the same.
   */
  startedAt: string;
  /** The scraper was never gone through to its end: what it finds was there before, and is not told as new. */
  isFirst: boolean;
  /** The scraper had no items when it began. */
  wasEmpty: boolean;
  /** Items that say something else about others than before, while they are few enough to be linked by themselves. */
  touched: Set<string>;
  tally: Tally;
  /** What has to wait until everything was seen. */
  deferred: Deferred;
  /** Nothing more will be found: what is not known now is not known. */
  isLast?: boolean;
  watch?: SaveWatch;
  judge(change: FoundChange, item: Item): FoundChange | Promise<FoundChange>;
}

/** Now, and not before the run began, whatever the clock does meanwhile. */
export const seenNow = ({ startedAt }: Pick<SaveRun, "startedAt">) => sql`greatest(now(), ${startedAt}::timestamptz)`;
