// The rate limit: the number of messages of a rule to each recipient within the window, in memory.
import { sql } from "kysely";
import type { Tx } from "#server/db/pool.ts";
import { SlidingCount } from "./sliding-count.ts";

const keyOf = (rule: string, recipient: string) => `${rule} ${recipient}`;

export class Limits {
  #counts = new Map<string, SlidingCount>();
  #windowMs = 0;

  /** Reads the counts of rules that are not in memory yet. */
  async load(tx: Tx, rules: readonly string[], windowMs: number): Promise<void> {
    if (windowMs !== this.#windowMs) this.#counts.clear();
    this.#windowMs = windowMs;
    const missing = rules.filter((rule) => !this.#counts.has(rule));
    if (missing.length === 0) return;
    const slotSeconds = Math.max(1, windowMs / 240_000);
    const { rows } = await sql<{ rule: string; recipient: string; at: number; count: number }>`
      select notification_id as rule, recipient_key as recipient,
             (floor(extract(epoch from created_at) / ${slotSeconds}::float8) * ${slotSeconds}::float8 * 1000)::float8 as at, count(*)::int as count
      from   notification_send_history
      where  notification_id = any (${missing}::uuid[]) and purpose = 'event'
      and    (status in ('sent', 'sending', 'error') or waiting in ('retry', 'quiet-hours'))
      and    created_at > now() - ${windowMs / 1_000}::float8 * interval '1 s'
      group  by 1, 2, 3
      order  by 3`.execute(tx);
    for (const { rule, recipient, at, count } of rows) this.#of(rule, recipient).add(at, count);
    // Marks the rule as known.
    for (const rule of missing) this.#counts.set(rule, new SlidingCount(windowMs));
  }

  #of(rule: string, recipient: string): SlidingCount {
    const key = keyOf(rule, recipient);
    const count = this.#counts.get(key) ?? new SlidingCount(this.#windowMs);
    this.#counts.set(key, count);
    return count;
  }

  at(rule: string, recipient: string, now: number): number {
    return this.#of(rule, recipient).at(now);
  }

  add(rule: string, recipient: string, now: number): void {
    this.#of(rule, recipient).add(now);
  }

  /** The counts are read again after a failed transaction. */
  forget(): void {
    this.#counts.clear();
  }
}
