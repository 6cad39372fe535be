// Tracks the progress of a dry run: counts of the items, changes and errors found so far, by entry.
import type { z } from "zod";
import type * as schema from "../../scraping.contract.schema.ts";
import type { Found } from "../scrape/found.ts";
import type { WrittenEntry } from "../run/runnable.ts";

export type Progress = z.output<typeof schema.dryRunProgress>;
type EntryProgress = Progress["entries"][number];

/** Maximum number of entries that are listed separately; further entries only count towards the totals. */
const maxEntries = 200;

export class ProgressMeter {
  readonly #startedAt = performance.now();
  /** Called after every change; `now` returns the current progress. */
  readonly #notify: () => void;
  readonly #entries: EntryProgress[];
  readonly #total = { items: 0, changes: 0, errors: 0 };
  #phase: Progress["phase"] = "waiting";
  #current: EntryProgress | undefined;

  constructor(entries: readonly Pick<WrittenEntry, "type" | "index">[], notify: () => void = () => {}) {
    this.#notify = notify;
    this.#entries = entries
      .slice(0, maxEntries)
      .map(({ type, index }) => ({ type, index, state: "waiting", items: 0, changes: 0, errors: 0 }));
  }

  now(): Progress {
    return {
      phase: this.#phase,
      ...this.#total,
      entries: this.#entries.map((entry) => ({ ...entry })),
      elapsed: Math.round(performance.now() - this.#startedAt),
    };
  }

  begins({ type, index }: Pick<WrittenEntry, "type" | "index">): void {
    this.#end();
    this.#phase = "reading";
    this.#current = this.#entries.find((entry) => entry.type === type && entry.index === index);
    if (this.#current) this.#current.state = "reading";
    this.#notify();
  }

  /** Counts all results and passes them on. */
  async *heard(found: AsyncIterable<Found>): AsyncGenerator<Found> {
    try {
      for await (const part of found) {
        this.#count(part);
        yield part;
      }
    } finally {
      this.#end();
      this.#phase = "comparing";
      this.#notify();
    }
  }

  #count(found: Found): void {
    for (const counted of [this.#total, this.#current])
      if (!counted) continue;
      else if (found.kind === "item") {
        counted.items += 1;
        counted.changes += found.item.changes?.length ?? 0;
      } else if (found.kind === "news") counted.changes += found.news.changes.length;
      else if (found.kind === "error") counted.errors += 1;
    this.#notify();
  }

  #end(): void {
    if (this.#current) this.#current.state = this.#current.errors > 0 ? "failed" : "done";
    this.#current = undefined;
  }
}
