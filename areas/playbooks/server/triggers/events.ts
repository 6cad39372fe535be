// Starts playbooks for events of checks, components and config items. One process reads the events from an inbox. An
// event is handled and its runs are started in one transaction, so that each run starts once.
import { sql, type Kysely } from "kysely";
import { createWakeablePause } from "#lib/async/wakeable-pause.ts";
import type { Service, System } from "#server/area.ts";
import { isConnectionLost } from "#server/db/failures.ts";
import type { Tx } from "#server/db/pool.ts";
import type { DB } from "#server/db/tables.ts";
import { inboxChannel, takeEvents, type Inbox, type TakenEvent } from "#server/jobs/inbox.ts";
import { createLead } from "#server/manifests/lead.ts";
import type { ResourceKind } from "../../model.ts";
import type { Engine } from "../runs/engine.ts";
import { resourceRow, rowsAround } from "../runs/resource.ts";
import type { EventTrigger, PlaybookTriggers } from "../spec.ts";
import type { Fields } from "../text/environment.ts";
import { matchesTrigger, type TriggerSubject } from "./match.ts";
import { startTriggered } from "./start-triggered.ts";

/** The field of `on`, by the first word of the event name. */
const fields = { check: "canary", component: "component", config: "config" } as const satisfies Record<
  ResourceKind,
  keyof PlaybookTriggers
>;

/** Events that no playbook waits for are not stored. */
export const triggerInbox: Inbox = {
  name: "playbooks",
  event: "*",
  examples: 0,
  isWanted: sql<boolean>`
    exists (
      select from playbooks p
      where  p.deleted_at is null
      and    p.spec -> 'on' -> (case split_part(e.name, '.', 1) when 'check' then 'canary' else split_part(e.name, '.', 1) end)
             @> jsonb_build_array(jsonb_build_object('event', split_part(e.name, '.', 2)))
    )`,
};

const maxEvents = 100;
const retryMs = 1_000;
/** How often a process without the lead checks whether the leader has stopped. */
const standbyMs = 10_000;
const maxWaitMs = 3_600_000;

export const eventTriggers = (engine: Engine): Service => ({
  name: "playbook triggers",
  roles: ["all", "worker"],
  async start(system) {
    const ending = new AbortController();
    const pause = createWakeablePause();
    const lead = createLead(system.db, "playbook-triggers", { onLost: () => pause.wake() });
    const stopListening = system.listening.on(inboxChannel, {
      notified: (name) => void (name === triggerInbox.name && pause.wake()),
      resumed: () => pause.wake(),
    });

    async function work(): Promise<number> {
      if (!(await isAnyEvent(system.db.system))) return maxWaitMs;
      if (!(await lead.isOurs())) return standbyMs;
      for (;;) {
        const { taken, retryMs: againMs } = await takeEvents(system.db.system, {
          inbox: triggerInbox.name,
          limit: maxEvents,
          handle: (tx, events) => handleEvents(system, tx, engine, events),
        });
        if (taken < maxEvents) return againMs ?? maxWaitMs;
      }
    }

    const repeat = async () => {
      while (!ending.signal.aborted) {
        const waitMs = await work().catch((error: unknown) => {
          const level = isConnectionLost(error) ? "debug" : "warn";
          system.log[level]({ err: error }, "events for playbooks cannot be handled; trying again");
          return retryMs;
        });
        await pause.wait(Math.min(waitMs, maxWaitMs), ending.signal);
      }
    };
    const working = repeat();
    return {
      async stop() {
        stopListening();
        ending.abort();
        await working;
        await lead.release();
      },
    };
  },
});

async function isAnyEvent(db: Kysely<DB>): Promise<boolean> {
  const { rows } = await sql`
    select from event_inbox where inbox = ${triggerInbox.name} and coalesce(retry_at < 'infinity', true) limit 1`.execute(
    db,
  );
  return rows.length > 0;
}

interface Triggered {
  id: string;
  triggers: PlaybookTriggers;
}

export async function handleEvents(
  system: System,
  tx: Tx,
  engine: Engine,
  events: readonly TakenEvent[],
): Promise<void> {
  const { rows: playbooks } = await sql<Triggered>`
    select id, spec -> 'on' as triggers from playbooks where deleted_at is null and spec ? 'on'
    order  by id`.execute(tx);
  for (const { event } of events) {
    const [kind = "", name = ""] = event.name.split(".", 2);
    if (!isTriggering(kind)) continue;
    const wanted = playbooks.flatMap(({ id, triggers }) => {
      const own = ((triggers[fields[kind]] ?? []) as readonly EventTrigger[]).filter((one) => one.event === name);
      return own.length > 0 ? [{ id, own }] : [];
    });
    if (wanted.length === 0) continue;
    const resourceId = event["id"] as string;
    const row = await resourceRow(tx, { kind, id: resourceId });
    if (!row) continue;
    const subject: TriggerSubject = {
      values: { ...(await rowsAround(tx, kind, row)), [kind]: row },
      labels: (row[kind === "config" ? "tags" : "labels"] ?? {}) as Fields,
    };
    for (const { id, own } of wanted)
      if (await matchesAny(system, id, own, subject))
        await startTriggered(system, tx, engine, {
          playbookId: id,
          resource: { [`${kind}_id`]: resourceId },
          cause: "event",
          request: { event },
        });
  }
}

const isTriggering = (kind: string): kind is ResourceKind => Object.hasOwn(fields, kind);

/** A filter that fails counts as not matching; the reason is logged. */
async function matchesAny(
  { log }: System,
  playbookId: string,
  triggers: readonly EventTrigger[],
  subject: TriggerSubject,
): Promise<boolean> {
  for (const trigger of triggers)
    try {
      if (await matchesTrigger(trigger, subject)) return true;
    } catch (error) {
      log.warn({ err: error, playbook: playbookId }, "the filter of a trigger of a playbook failed");
    }
  return false;
}
