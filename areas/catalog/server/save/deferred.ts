// News that cannot be placed yet: of items that may still be found, or meant for the parents of items, which are known at the end.
import type { FoundChange, FoundInsight } from "../scrape/found.ts";
import type { PlacedChange } from "./save-changes.ts";

export interface Waiting {
  /** Of items that are not known. */
  changes: FoundChange[];
  insights: FoundInsight[];
  /** Of items that are, but meant for others. */
  moving: PlacedChange[];
}

export const nothingWaits = (): Waiting => ({ changes: [], insights: [], moving: [] });

const most = 10_000;
const perBatch = 500;

export class Deferred {
  #waiting = nothingWaits();

  /** Whether there is no more room to wait. */
  get isFull(): boolean {
    const { changes, insights, moving } = this.#waiting;
    return changes.length + insights.length + moving.length >= most;
  }

  addAll({ changes, insights, moving }: Waiting): void {
    this.#waiting.changes.push(...changes);
    this.#waiting.insights.push(...insights);
    this.#waiting.moving.push(...moving);
  }

  *take(): Generator<Waiting> {
    const { changes, insights, moving } = this.#waiting;
    this.#waiting = nothingWaits();
    for (let at = 0; at < Math.max(changes.length, insights.length, moving.length); at += perBatch) {
      const part = <T>(list: readonly T[]) => list.slice(at, at + perBatch);
      yield { changes: part(changes), insights: part(insights), moving: part(moving) };
    }
  }
}
