// Changes and insights that cannot be saved yet: their items may still be found, or their target is a parent that is known only at
// the end of the run.
import type { FoundChange, FoundInsight } from "../scrape/found.ts";
import type { PlacedChange } from "./save-changes.ts";

export interface Waiting {
  /** Changes of items that are not known yet. */
  changes: FoundChange[];
  insights: FoundInsight[];
  /** Changes of known items that a rule moves or copies to other items. */
  moving: PlacedChange[];
}

export const nothingWaits = (): Waiting => ({ changes: [], insights: [], moving: [] });

const maxWaiting = 10_000;
const perBatch = 500;

export class Deferred {
  #waiting = nothingWaits();

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
    this.#waiting = nothingWaits();
    for (let at = 0; at < Math.max(changes.length, insights.length, moving.length); at += perBatch) {
      const part = <T>(list: readonly T[]) => list.slice(at, at + perBatch);
      yield { changes: part(changes), insights: part(insights), moving: part(moving) };
    }
  }
}
