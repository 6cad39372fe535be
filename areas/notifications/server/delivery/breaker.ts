// The circuit breaker of a connection: after several failures in a row, deliveries pause, and then a single delivery
// tests whether the service works again.

import { MINUTE } from "#lib/time/zoned-time.ts";
import { maxDelayMs } from "./retry.ts";

const maxFailures = 5;
/** Maximum pause, unless the service requests a longer pause. */
const maxPauseMs = 5 * MINUTE;

export class Breaker {
  readonly #firstPauseMs: number;
  readonly #maxPauseMs: number;
  #failures = 0;
  #pauses = 0;
  /** Deliveries are paused until this time. */
  #until = 0;
  #isProbing = false;

  /** `firstPauseMs` is the first pause; each following pause is twice as long, up to five minutes or a lower limit. */
  constructor(firstPauseMs: number, limitMs = maxPauseMs) {
    this.#firstPauseMs = firstPauseMs;
    this.#maxPauseMs = Math.min(limitMs, maxPauseMs);
  }

  /** Whether a delivery may start now. After a pause, only one delivery may start until it ends. */
  tryStart(now: number): boolean {
    if (now < this.#until || this.#isProbing) return false;
    if (this.isOpen) this.#isProbing = true;
    return true;
  }

  get isOpen(): boolean {
    return this.#failures >= maxFailures;
  }

  /** The time at which the next delivery may start; undefined while a trial delivery is running. */
  startsAt(now: number): number | undefined {
    return this.#isProbing ? undefined : Math.max(now, this.#until);
  }

  succeeded(): void {
    this.#failures = 0;
    this.#pauses = 0;
    this.#until = 0;
    this.#isProbing = false;
  }

  /** If the service requests a wait, all deliveries pause. */
  failed(now: number, retryAfterMs?: number): void {
    this.#isProbing = false;
    if (retryAfterMs !== undefined) {
      this.#until = Math.max(this.#until, now + Math.min(retryAfterMs, maxDelayMs));
      return;
    }
    this.#failures += 1;
    if (!this.isOpen) return;
    this.#until = now + Math.min(this.#firstPauseMs * 2 ** this.#pauses, this.#maxPauseMs);
    this.#pauses += 1;
  }

  /** A delivery ended without a result, for example because the process stops. */
  interrupted(): void {
    this.#isProbing = false;
  }
}
