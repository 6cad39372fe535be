// Counts the messages of the last hours, in slots, so that the memory use does not depend on the limit.

const slots = 240;

export class SlidingCount {
  readonly windowMs: number;
  readonly #slotMs: number;
  /** Counts by slot, oldest first. */
  readonly #counts = new Map<number, number>();
  #total = 0;

  constructor(windowMs: number) {
    this.windowMs = windowMs;
    this.#slotMs = Math.max(1, windowMs / slots);
  }

  add(at: number, count = 1): void {
    const slot = Math.floor(at / this.#slotMs);
    this.#counts.set(slot, (this.#counts.get(slot) ?? 0) + count);
    this.#total += count;
  }

  /** Returns the number of messages within the window before `now`, rounded up to whole slots. */
  at(now: number): number {
    const first = Math.floor((now - this.windowMs) / this.#slotMs);
    for (const [slot, count] of this.#counts)
      if (slot < first) {
        this.#counts.delete(slot);
        this.#total -= count;
      }
    return this.#total;
  }
}
