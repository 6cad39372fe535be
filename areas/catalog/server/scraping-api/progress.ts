// How far a look at a scraper is: what was found so far, by entry.
import type { z } from "zod";
import type * as schema from "../../scraping.contract.schema.ts";
import type { Found } from "../scrape/found.ts";
import type { WrittenEntry } from "../run/runnable.ts";

export type Progress = z.output<typeof schema.dryRunProgress>;
type OfEntry = Progress["entries"][number];

/** More than anybody writes; the others are counted all the same. */
const mostEntries = 200;

export class ProgressMeter {
  readonly #begun = performance.now();
  /** Something is new; what it is says `now`. */
  readonly #told: () => void;
  readonly #entries: OfEntry[];
  readonly #total = { items: 0, changes: 0, errors: 0 };
  #phase: Progress["phase"] = "waiting";
  #current: OfEntry | undefined;

  constructor(entries: readonly Pick<WrittenEntry, "type" | "index">[], told: () => void = () => {}) {
    this.#told = told;
    this.#entries = entries
      .slice(0, mostEntries)
      .map(({ type, index }) => ({ type, index, state: "waiting", items: 0, changes: 0, errors: 0 }));
  }

  now(): Progress {
    return {
      phase: this.#phase,
      ...this.#total,
      entries: this.#entries.map((entry) => ({ ...entry })),
      elapsed: Math.round(performance.now() - this.#begun),
    };
  }

  begins({ type, index }: Pick<WrittenEntry, "type" | "index">): void {
    this.#end();
    this.#phase = "reading";
    this.#current = this.#entries.find((entry) => entry.type === type && entry.index === index);
    if (this.#current) this.#current.state = "reading";
    this.#told();
  }

  /** Passes everything on, to the end or as far as anybody wants it. */
  async *heard(found: AsyncIterable<Found>): AsyncGenerator<Found> {
    try {
      for await (const one of found) {
        this.#count(one);
        yield one;
      }
    } finally {
      this.#end();
      this.#phase = "comparing";
      this.#told();
    }
  }

  #count(one: Found): void {
    for (const counted of [this.#total, this.#current])
      if (!counted) continue;
      else if (one.kind === "item") {
        counted.items += 1;
        counted.changes += one.item.changes?.length ?? 0;
      } else if (one.kind === "news") counted.changes += one.news.changes.length;
      else if (one.kind === "error") counted.errors += 1;
    this.#told();
  }

  #end(): void {
    if (this.#current) this.#current.state = this.#current.errors > 0 ? "failed" : "done";
    this.#current = undefined;
  }
}
