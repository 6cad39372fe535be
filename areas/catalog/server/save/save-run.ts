// The state of one run of a scraper, and the state of one of its transactions.
import { sql } from "kysely";
import type { System } from "#server/area.ts";
import type { Tx } from "#server/db/pool.ts";
import type { Event } from "#server/events.ts";
import type { FoundChange, Item } from "../scrape/found.ts";
import type { ChangeRow, ItemRow, Waiting } from "./stages.ts";
import type { Tally } from "./tally.ts";

/** Milliseconds, or `keep` for an unlimited time. */
export type Age = number | "keep";

export interface SaveOptions {
  scraper: { id: string; agentId: string };
  /** Whether items that the run does not find are deleted; a watch finds only changed items. */
  isWhole: boolean;
  signal: AbortSignal;
  /** How long unseen items and insights are kept. Default: items until the end of the run, insights two days. */
  retention?: { staleItemAge?: Age | undefined; staleAnalysisAge?: Age | undefined } | undefined;
  /** Applies the rules of the manifest to a change of the item. */
  judge?: ((change: FoundChange, item: Item) => FoundChange | Promise<FoundChange>) | undefined;
  /** Called for everything that is written; used by the dry run. */
  watch?: SaveWatch | undefined;
}

/** Called inside of transactions, which may still be rolled back. */
export interface SaveWatch {
  item(action: "added" | "updated" | "unchanged", id: string, item: Item, row: ItemRow | undefined): void;
  change(action: "added" | "counted", change: ChangeRow): void;
}

/** The required parts of the running system. */
export type SaveTools = Pick<System, "db" | "events" | "catalog">;

export interface SaveRun {
  scraper: { id: string; agentId: string };
  isWhole: boolean;
  /**
   * Items seen since this time were seen by this run. The time comes from the database clock, but is never before the
   * end of the last run, so that runs stay in order when the clock is set back.
   */
  startedAt: string;
  /**
   * Whether no run of the scraper has finished yet. The items existed before the scraper, so no events are published
   * for them.
   */
  isFirst: boolean;
  /** Whether the scraper had no items when the run started. */
  wasEmpty: boolean;
  /**
   * The deduplication window in milliseconds: equal changes within the window count as one. Undefined when disabled.
   */
  dedupWindow: number | undefined;
  /** Items to link after a partial run. */
  touched: Set<string>;
  tally: Tally;
  /** Changes and insights to save at the end of the run. */
  deferred: Deferred;
  /** Whether all items have been found, so that changes and insights need not be deferred. */
  isLast?: boolean;
  watch?: SaveWatch;
  judge(change: FoundChange, item: Item): FoundChange | Promise<FoundChange>;
}

/** One transaction of a run. */
export interface SaveTransaction {
  tx: Tx;
  system: SaveTools;
  run: SaveRun;
  /** Counted separately from the run, because the transaction may be rolled back. */
  tally: Tally;
  /** Events that are published at the end of the transaction. */
  events: Event[];
}

/** The current time, but not before the start of the run, even if the clock is set back during the run. */
export const seenNow = ({ startedAt }: Pick<SaveRun, "startedAt">) => sql`greatest(now(), ${startedAt}::timestamptz)`;

const maxWaiting = 10_000;
const perBatch = 500;

/** Changes and insights that wait for the end of the run. */
export class Deferred {
  #waiting: Waiting = { changes: [], insights: [], moving: [] };

  get isFull(): boolean {
    const { changes, insights, moving } = this.#waiting;
    return changes.length + insights.length + moving.length >= maxWaiting;
  }

  addAll({ changes, insights, moving }: Waiting): void {
    this.#waiting.changes.push(...changes);
    this.#waiting.insights.push(...insights);
    this.#waiting.moving.push(...moving);
  }

  *take(): Generator<Waiting> {
    const { changes, insights, moving } = this.#waiting;
    this.#waiting = { changes: [], insights: [], moving: [] };
    for (let at = 0; at < Math.max(changes.length, insights.length, moving.length); at += perBatch) {
      const part = <T>(list: readonly T[]) => list.slice(at, at + perBatch);
      yield { changes: part(changes), insights: part(insights), moving: part(moving) };
    }
  }
}
