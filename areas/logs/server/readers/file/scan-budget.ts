// Limits the work that one file search does in this process before it responds. The first page must be fast: if the
// newest part of the logs has matches, they are returned, and the cursor continues with the rest. Without a match the
// search continues until its time limit.

const mebibyte = 1024 * 1024;

/** After this many bytes, the search returns as soon as it has found at least one line. */
const quickBytes = 16 * mebibyte;
/** On a slow machine, the search may return after this time, once it has searched at least this many bytes. */
const quickMs = 50;
const leastBytes = 4 * mebibyte;
/** Minimum number of bytes for each log, if many logs share the budget. */
const partBytes = mebibyte;
const maxMs = 60_000;

/** The time limit of a search, as a point in time. */
export const scanDeadline = () => performance.now() + maxMs;

export class ScanBudget {
  #used = 0;
  readonly #quick: number;
  readonly #least: number;
  readonly #deadline: number;
  readonly #onUsed: (bytes: number) => void;

  /** `parts` is the number of logs that share the budget, such as the logs of several programs. */
  constructor({ parts, deadline, onUsed }: { parts: number; deadline: number; onUsed: (bytes: number) => void }) {
    this.#quick = Math.max(partBytes, quickBytes / Math.max(1, parts));
    this.#least = Math.max(partBytes, leastBytes / Math.max(1, parts));
    this.#deadline = deadline;
    this.#onUsed = onUsed;
  }

  use(bytes: number): void {
    this.#used += bytes;
    this.#onUsed(bytes);
  }

  /** Whether the quick part of the search is done, so that a faster program should continue. */
  get isQuickSpent(): boolean {
    const isLong = performance.now() > this.#deadline - maxMs + quickMs;
    return this.#used >= (isLong ? this.#least : this.#quick);
  }

  get isLate(): boolean {
    return performance.now() > this.#deadline;
  }

  get leftMs(): number {
    return Math.max(1, this.#deadline - performance.now());
  }

  isSpent(found: number): boolean {
    return this.isLate || (found > 0 && this.isQuickSpent);
  }
}
