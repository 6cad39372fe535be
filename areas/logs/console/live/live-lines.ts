// Stores the lines of a live view outside React, because thousands of lines can arrive per second. The page is redrawn
// only a few times per second, and only the newest lines are kept.
import type { LogLine } from "../../contract.ts";

/** The number of lines that are kept. */
export const MAX_LIVE = 10_000;
/** The minimum time between two updates of the page, because people cannot read lines that change faster. */
const DRAW_MS = 100;

export interface LiveSnapshot {
  /** The newest first. */
  lines: readonly LogLine[];
  /** The number of lines that wait while the view is paused. */
  waiting: number;
}

export interface LiveOptions {
  /** Calls the function when the page can be drawn. */
  schedule?: (draw: () => void, afterMs: number) => () => void;
}

const NONE: LiveSnapshot = { lines: [], waiting: 0 };

/** Draws with the next animation frame. A hidden tab has no frames until it is shown. */
function nextFrame(draw: () => void, afterMs: number): () => void {
  let frame = 0;
  const timer = setTimeout(() => (frame = requestAnimationFrame(draw)), afterMs);
  return () => {
    clearTimeout(timer);
    cancelAnimationFrame(frame);
  };
}

export class LiveLines {
  #snapshot = NONE;
  /** The lines that are not drawn yet, the oldest first. */
  #pending: LogLine[] = [];
  readonly #known = new RecentIds(3 * MAX_LIVE);
  #isHeld = false;
  #cancel: (() => void) | undefined;
  #drawnAt = 0;
  readonly #listeners = new Set<() => void>();
  readonly #schedule: NonNullable<LiveOptions["schedule"]>;

  constructor({ schedule = nextFrame }: LiveOptions = {}) {
    this.#schedule = schedule;
  }

  snapshot = () => this.#snapshot;

  subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  /**
   * Removes all lines. Lines with these ids, the newest first, are not added later, because the search already returned
   * them.
   */
  reset(known: readonly string[] = []): void {
    this.#cancel?.();
    this.#cancel = undefined;
    this.#pending = [];
    this.#known.clear();
    for (const id of known.toReversed()) this.#known.add(id);
    this.#show(NONE);
  }

  add(lines: readonly LogLine[]): void {
    for (const line of lines) if (this.#known.add(line.id)) this.#pending.push(line);
    // Old lines are removed in batches, to keep the cost per line low.
    if (this.#pending.length > 2 * MAX_LIVE) this.#pending = this.#pending.slice(-MAX_LIVE);
    if (this.#pending.length > 0) this.#cancel ??= this.#schedule(this.#draw, this.#delay());
  }

  /** While the view is paused, new lines wait and are counted. */
  hold(isHeld: boolean): void {
    if (this.#isHeld === isHeld) return;
    this.#isHeld = isHeld;
    if (!isHeld) this.#draw();
  }

  #delay = () => Math.max(0, this.#drawnAt + DRAW_MS - performance.now());

  #draw = () => {
    this.#cancel?.();
    this.#cancel = undefined;
    this.#drawnAt = performance.now();
    const waiting = Math.min(this.#pending.length, MAX_LIVE);
    if (this.#isHeld) {
      if (waiting !== this.#snapshot.waiting) this.#show({ ...this.#snapshot, waiting });
      return;
    }
    if (waiting === 0 && this.#snapshot.waiting === 0) return;
    const newest = this.#pending.slice(-MAX_LIVE).reverse();
    this.#pending = [];
    this.#show({ lines: [...newest, ...this.#snapshot.lines].slice(0, MAX_LIVE), waiting: 0 });
  };

  #show(snapshot: LiveSnapshot): void {
    if (snapshot === this.#snapshot) return;
    this.#snapshot = snapshot;
    for (const listener of this.#listeners) listener();
  }
}

/** The newest ids, in two sets. The older set is dropped as a whole, because removing single ids would cost more. */
class RecentIds {
  #newer = new Set<string>();
  #older = new Set<string>();
  readonly #max: number;

  /** Between `max` and `2 * max` ids are kept. */
  constructor(max: number) {
    this.#max = max;
  }

  clear(): void {
    this.#newer = new Set();
    this.#older = new Set();
  }

  /** Returns whether the id is new. */
  add(id: string): boolean {
    if (this.#newer.has(id) || this.#older.has(id)) return false;
    if (this.#newer.size >= this.#max) {
      this.#older = this.#newer;
      this.#newer = new Set();
    }
    this.#newer.add(id);
    return true;
  }
}
