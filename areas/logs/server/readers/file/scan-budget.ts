// The work that one search of files may do in this process before it answers. The first page must be fast: if the newest
// part of the logs has matches, they are returned, and the cursor continues with the rest. Without a match the search
// goes on, until its time is up.

const mebibyte = 1024 * 1024;

/** The part of the logs that is searched before an answer with at least one line. */
const quickBytes = 16 * mebibyte;
/** A slow or busy machine searches less: it stops after this time, if this part is searched. */
const quickMs = 50;
const leastBytes = 4 * mebibyte;
/** Each of many logs gets at least this part. */
const partBytes = mebibyte;
const maxMs = 60_000;

/** The time at which a search of all files ends. */
export const scanDeadline = () => performance.now() + maxMs;

export class ScanBudget {
  #used = 0;
  readonly #quick: number;
  readonly #least: number;
  readonly #deadline: number;
  readonly #onUsed: (bytes: number) => void;

  /** `parts` share the budget, such as the logs of several programs. */
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

  /** Whether the quick part is searched, so that a program should continue. */
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
