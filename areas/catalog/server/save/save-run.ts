// The state of one run of a scraper.
import { sql } from "kysely";
import type { FoundChange, Item } from "../scrape/found.ts";
import type { Deferred } from "./deferred.ts";
import type { ItemRow } from "./item-row.ts";
import type { ChangeRow } from "./save-changes.ts";
import type { Tally } from "./tally.ts";

/** Called inside of transactions, which may still be rolled back. */
export interface SaveWatch {
  item(action: "added" | "updated" | "unchanged", id: string, item: Item, row: ItemRow | undefined): void;
  change(action: "added" | "counted", change: ChangeRow): void;
}

export interface SaveRun {
  scraper: { id: string; agentId: string };
  isWhole: boolean;
  /**
   * Items seen since then were seen by this run. The database clock, but never before the end of the last run, so that runs stay
   * in order when the clock is set back.
   */
  startedAt: string;
  /** No run of the scraper has finished yet, so the items existed before and no events are published for them. */
  isFirst: boolean;
  /** The scraper had no items when the run started. */
  wasEmpty: boolean;
  /** Items to link after a partial run. */
  touched: Set<string>;
  tally: Tally;
  /** Changes and insights to save at the end of the run. */
  deferred: Deferred;
  /** No more items will be found, so nothing is deferred any more. */
  isLast?: boolean;
  watch?: SaveWatch;
  judge(change: FoundChange, item: Item): FoundChange | Promise<FoundChange>;
}

/** The current time, but not before the start of the run, even if the clock is set back meanwhile. */
export const seenNow = ({ startedAt }: Pick<SaveRun, "startedAt">) => sql`greatest(now(), ${startedAt}::timestamptz)`;
