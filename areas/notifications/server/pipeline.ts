// The notification pipeline, which runs in one process at a time: takes events, decides about messages, and delivers
// them. An idle pipeline sends no statements: it waits for notifications and for the time at which the next message is
// due.
import { setTimeout as delay } from "node:timers/promises";
import { sql, type Kysely } from "kysely";
import { createWakeablePause } from "#lib/async/wakeable-pause.ts";
import type { Service, System } from "#server/area.ts";
import { isConnectionLost } from "#server/db/failures.ts";
import { isolated, WorkStopped } from "#server/db/isolated.ts";
import type { Tx } from "#server/db/pool.ts";
import type { DB } from "#server/db/tables.ts";
import { inboxChannel, takeEvents, type Inbox, type TakenEvent } from "#server/jobs/inbox.ts";
import { createLead } from "#server/manifests/lead.ts";
import { createDispatcher, type Dispatcher } from "./delivery/dispatcher.ts";
import { decideDue, findDue, postponeDue } from "./pipeline/due.ts";
import { matchEvents } from "./pipeline/match.ts";
import type { PipelineParts } from "./pipeline/parts.ts";
import { RecentEvents } from "./pipeline/recent-events.ts";
import { readSettings } from "./pipeline/settings.ts";
import { createTools, type Outcome, type PipelineTools } from "./pipeline/tools.ts";

/** Events that no rule listens to are only stored as examples. */
export const notificationInbox: Inbox = {
  name: "notifications",
  event: "*",
  isWanted: sql<boolean>`
    split_part(e.name, '.', 1) in (
      select split_part(unnest(r.events), '.', 1) from notifications r where r.deleted_at is null
    ) or exists (select from notifications r where r.deleted_at is null and '*' = any (r.events))`,
};

/**
 * The notification that another process changed a message or wrote its fallback; its payload is the id of the message.
 */
export const messageChannel = "quarterdeck_messages";

/** Events within this delay are handled together. */
const gatherMs = 50;
/**
 * The number of events in the first transaction, which is small so that deliveries start soon. Each following
 * transaction takes twice as many, because the round trips to the database take as long for many events as for few.
 */
const firstEvents = 250;
const maxEvents = 1_000;
const maxDue = 500;
const retryMs = 1_000;
/**
 * The interval at which a process that is not the leader checks whether the leader has stopped, while there is work.
 */
const standbyMs = 5_000;
const maxWaitMs = 3_600_000;
const stopMs = 1_000;

export const createPipeline = (parts: PipelineParts): Service => ({
  name: "notifications",
  roles: ["all", "worker"],
  async start(system) {
    const ending = new AbortController();
    const pause = createWakeablePause();
    const changed = new Set<string>();
    const wake = () => pause.wake();
    const stopListening = [
      system.listening.on(inboxChannel, {
        notified: (name) => name === notificationInbox.name && wake(),
        resumed: wake,
      }),
      system.listening.on(messageChannel, { notified: (id) => (changed.add(id), wake()) }),
    ];
    let leading: Leading | undefined;
    const onLost = () => {
      leading?.halt();
      wake();
    };
    const lead = createLead(system.db, "notifications", { onLost });

    /** Returns the time until the next work. */
    async function work(): Promise<number> {
      if (!leading && !(await isAnyWork(system))) return maxWaitMs;
      if (!(await lead.isOurs())) {
        await leading?.stop();
        leading = undefined;
        return standbyMs;
      }
      leading ??= await Leading.start(
        system,
        parts,
        async (on) => {
          if (!(await lead.isStillOurs(on))) throw new LeadLost();
        },
        wake,
      );
      const ids = [...changed];
      changed.clear();
      return leading.work(ids);
    }

    const repeat = async () => {
      while (!ending.signal.aborted) {
        const waitMs = await work().catch(async (error: unknown) => {
          const level = isConnectionLost(error) || error instanceof LeadLost ? "debug" : "warn";
          system.log[level]({ err: error }, "notifications cannot be handled; trying again");
          if (error instanceof LeadLost) {
            await leading?.stop();
            leading = undefined;
          }
          return retryMs;
        });
        await pause.wait(Math.min(waitMs, maxWaitMs), ending.signal);
        await delay(gatherMs, undefined, { signal: ending.signal }).catch(() => {});
      }
    };
    const working = repeat();
    return {
      async stop() {
        for (const stop of stopListening) stop();
        ending.abort();
        await working;
        await leading?.stop();
        await lead.release();
      },
    };
  },
});

class LeadLost extends WorkStopped {}

/** Throws LeadLost if this process is no longer the leader. */
type RequireLead = (on: Kysely<DB>) => Promise<void>;

async function isAnyWork({ db }: System): Promise<boolean> {
  const { rows } = await sql<{ any: boolean }>`
    select exists (select from event_inbox where inbox = ${notificationInbox.name} and coalesce(retry_at < 'infinity', true))
        or exists (select from notification_undelivered)
        or exists (select from notification_send_history where waiting is not null and waiting <> 'retry') as any`.execute(
    db.system,
  );
  return rows[0]!.any;
}

/** The work of the leader process. */
class Leading {
  readonly #tools: PipelineTools;
  readonly #dispatcher: Dispatcher;
  readonly #requireLead: RequireLead;
  readonly #recent = new RecentEvents();
  readonly #close: () => void;
  /** The time at which the next waiting message is due. */
  #dueAt: number | undefined;
  /** Set after a connection was lost during a commit, because it is unknown whether messages were written. */
  #isUncertain = false;

  private constructor(tools: PipelineTools, requireLead: RequireLead, close: () => void, wake: () => void) {
    this.#tools = tools;
    this.#requireLead = requireLead;
    this.#close = close;
    this.#dispatcher = createDispatcher({
      tools,
      requireLead,
      // The next round of work notices this as well, and stops.
      onLeadLost: wake,
      onFallback: (at) => {
        this.#due(at);
        wake();
      },
    });
  }

  static async start(
    system: System,
    { channels, silences: silencesOf }: PipelineParts,
    requireLead: RequireLead,
    wake: () => void,
  ): Promise<Leading> {
    const settings = await readSettings(system);
    const silences = silencesOf(system);
    const tools = createTools(system, channels, silences, () => settings.current);
    const leading = new Leading(
      tools,
      requireLead,
      () => {
        settings.stop();
        silences.close?.();
      },
      wake,
    );
    await leading.#dispatcher.load();
    leading.#dueAt = await nextDue(system);
    return leading;
  }

  /** Another process may be the leader by now. */
  halt(): void {
    this.#dispatcher.halt();
  }

  async stop(): Promise<void> {
    await this.#dispatcher.stop(stopMs);
    this.#close();
  }

  #due(at: number | undefined): void {
    if (at !== undefined) this.#dueAt = Math.min(this.#dueAt ?? at, at);
  }

  /** Takes all events, and decides about all messages that are due. `changed` are messages to resend. */
  async work(changed: readonly string[]): Promise<number> {
    if (this.#isUncertain) {
      await this.#dispatcher.load();
      this.#dueAt = await nextDue(this.#tools.system);
      this.#isUncertain = false;
    } else if (changed.length > 0) {
      await this.#dispatcher.load(changed);
      // Another process may have written the fallback of a message.
      this.#due(await nextDue(this.#tools.system));
    }
    const retryAt = await this.#decideAllNew().catch((error: unknown) => {
      this.#isUncertain = isConnectionLost(error);
      throw error;
    });
    await this.#recent.storeDue(this.#tools.system.db.system);
    const times = [this.#dueAt, retryAt, this.#recent.dueAt].map((at) => at ?? Number.POSITIVE_INFINITY);
    return Math.max(0, Math.min(...times) - Date.now());
  }

  /** Returns the time of the next retry of an event. */
  async #decideAllNew(): Promise<number | undefined> {
    const retryAt = await this.#takeAll();
    await this.#decideAll();
    return retryAt;
  }

  async #takeAll(): Promise<number | undefined> {
    for (let limit = firstEvents; ; limit = Math.min(limit * 2, maxEvents)) {
      const { taken, retryMs: againMs } = await takeEvents(this.#tools.system.db.system, {
        inbox: notificationInbox.name,
        limit,
        handle: async (tx, events) => {
          await this.#transaction(tx, () => matchEvents(tx, this.#tools, events));
          this.#handled = events;
        },
        committed: () => {
          this.#recent.add(this.#handled);
          this.#commit();
        },
      });
      if (taken < limit) return againMs === undefined ? undefined : Date.now() + againMs;
      await this.#dispatcher.untilRoom();
    }
  }

  #handled: readonly TakenEvent[] = [];
  #uncommitted: Outcome | undefined;

  async #transaction(tx: Tx, decide: () => Promise<Outcome>): Promise<void> {
    this.#uncommitted = undefined;
    try {
      await this.#requireLead(tx);
      this.#uncommitted = await decide();
    } catch (error) {
      // The rate limit counts include messages that were rolled back.
      this.#tools.limits.forget();
      throw error;
    }
  }

  #commit(): void {
    const outcome = this.#uncommitted;
    this.#uncommitted = undefined;
    if (!outcome) return;
    this.#due(outcome.dueAt);
    this.#dispatcher.add(outcome);
  }

  async #decideAll(): Promise<void> {
    const { system } = this.#tools;
    const db = system.db.system;
    while (this.#dueAt !== undefined && this.#dueAt <= Date.now()) {
      const due = await findDue(db, maxDue);
      await isolated(
        due,
        async (ids) => {
          await db.transaction().execute((tx) => this.#transaction(tx, () => decideDue(tx, this.#tools, ids)));
          this.#commit();
        },
        (id, error) => postponeDue(db, id, error),
      );
      this.#dueAt = await nextDue(system);
    }
  }
}

async function nextDue({ db }: System): Promise<number | undefined> {
  const { rows } = await sql<{ at: number | null }>`
    select (extract(epoch from min(not_before)) * 1000)::float8 as at
    from   notification_send_history
    where  waiting is not null and waiting <> 'retry'`.execute(db.system);
  return rows[0]!.at ?? undefined;
}
