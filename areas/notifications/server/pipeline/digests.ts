// Digests: messages over the rate limit are sent together, five minutes after the limit was first exceeded, and then at
// most once per window.
import { sql } from "kysely";
import type { Tx } from "#server/db/pool.ts";
import type { Recipient } from "../rules/recipients.ts";
import type { Rule } from "../rules/rule-book.ts";
import type { Ledger } from "./ledger.ts";

/** The event of digests; their resource is the rule. */
export const digestEvent = "notification.digest";

interface KnownDigest {
  notification_id: string;
  recipient_key: string;
  id: string;
  is_waiting: boolean;
  at: number;
}

export interface DigestTimes {
  digestMs: number;
  windowMs: number;
}

/** Returns the time of the next digest. */
export const digestAt = (now: number, lastAt: number | undefined, { digestMs, windowMs }: DigestTimes) =>
  Math.max(now + digestMs, lastAt === undefined ? 0 : lastAt + windowMs);

export class Digests {
  readonly #tx: Tx;
  readonly #ledger: Ledger;
  readonly #newId: () => string;
  readonly #times: DigestTimes;
  /** The waiting digest and the time of the previous digest, by rule and recipient. */
  readonly #known = new Map<string, { id: string | undefined; lastAt: number | undefined }>();
  readonly #loaded = new Set<string>();

  constructor(tx: Tx, ledger: Ledger, newId: () => string, times: DigestTimes) {
    this.#tx = tx;
    this.#ledger = ledger;
    this.#newId = newId;
    this.#times = times;
  }

  async #load(rule: string): Promise<void> {
    if (this.#loaded.has(rule)) return;
    this.#loaded.add(rule);
    const { rows } = await sql<KnownDigest>`
      select distinct on (recipient_key, waiting is not null)
             notification_id, recipient_key, id, waiting is not null as is_waiting,
             (extract(epoch from coalesce(sent_at, not_before, created_at)) * 1000)::float8 as at
      from   notification_send_history
      where  resource_id = ${rule} and purpose = 'digest'
      order  by recipient_key, waiting is not null, created_at desc`.execute(this.#tx);
    for (const { recipient_key: recipient, id, is_waiting: isWaiting, at } of rows) {
      const key = `${rule} ${recipient}`;
      const known = this.#known.get(key) ?? { id: undefined, lastAt: undefined };
      this.#known.set(key, isWaiting ? { ...known, id } : { ...known, lastAt: at });
    }
  }

  /** Returns the id of the next digest, and creates it if necessary. */
  async next(rule: Rule, recipient: Recipient): Promise<{ id: string; at: number | undefined }> {
    await this.#load(rule.id);
    const key = `${rule.id} ${recipient.key}`;
    const known = this.#known.get(key);
    if (known?.id !== undefined) return { id: known.id, at: undefined };
    const { now } = this.#ledger;
    const notBefore = digestAt(now, known?.lastAt, this.#times);
    const id = this.#newId();
    const text = `The digest is sent at ${new Date(notBefore).toISOString()}.`;
    this.#ledger.insert({
      id,
      rule,
      recipient,
      purpose: "digest",
      subject: {
        id: rule.id,
        event: { name: digestEvent, id: rule.id },
        snapshot: { health: null, status: null, description: null },
      },
      decision: {
        status: "pending",
        waiting: "digest",
        notBefore,
        steps: [{ at: new Date(now).toISOString(), step: "rate-limit", result: "held", text }],
      },
      steps: [],
      isOpen: false,
    });
    this.#known.set(key, { id, lastAt: known?.lastAt });
    return { id, at: notBefore };
  }
}
