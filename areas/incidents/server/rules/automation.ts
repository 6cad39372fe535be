// Runs the incident automation, in one process at a time. When changes are recorded, it evaluates the definition of
// done and then the rules.
import { setTimeout as delay } from "node:timers/promises";
import { sql } from "kysely";
import { createWakeablePause } from "#lib/async/wakeable-pause.ts";
import type { Service, System } from "#server/area.ts";
import { isConnectionLost } from "#server/db/failures.ts";
import type { Tx } from "#server/db/pool.ts";
import { createLead } from "#server/manifests/lead.ts";
import { createRuleEngine, type RuleEngine } from "./engine.ts";
import { settleDone } from "../done/settle.ts";

/** Changes within this delay are evaluated together. */
const gatherMs = 100;
const retryMs = 1_000;
/** Notifications may be lost, so the process also polls. The interval is long, to keep an idle server quiet. */
const lookEveryMs = 60_000;
/** How often a process without the lead checks whether the leader has stopped, while there is work. */
const standbyMs = 5_000;

export const automation: Service = {
  name: "automation of incidents",
  roles: ["all", "worker"],
  async start(system) {
    const ending = new AbortController();
    const pause = createWakeablePause();
    const lead = createLead(system.db, "automation of incidents");
    let engine: RuleEngine | undefined;
    const unsubscribe = system.live.on(["incident_dirt", "incident_rules", "properties"], ({ relation }) => {
      if (relation === "incident_rules") engine?.rulesChanged();
      pause.wake();
    });

    /** Returns the delay until the next round in milliseconds. A notification can start the round earlier. */
    async function round(): Promise<number> {
      if (!engine && !(await isAnyWork(system))) return lookEveryMs;
      if (!(await lead.isOurs())) {
        engine = undefined;
        return standbyMs;
      }
      const requireLead = async (tx: Tx) => {
        if (!(await lead.isStillOurs(tx))) throw new LeadLost();
      };
      const isFirst = engine === undefined;
      engine ??= createRuleEngine(system, requireLead);
      const dirt = await readDirt(system);
      if (!(await system.features.isEnabled("incidents"))) {
        // Everything is evaluated when the feature is enabled again.
        engine = undefined;
        await removeDirt(system, dirt);
        return lookEveryMs;
      }
      const changed = Map.groupBy(dirt, ({ relation }) => relation);
      const ids = new Map([...changed].map(([relation, rows]) => [relation, rows.map(({ target_id: id }) => id)]));
      if (isFirst) await settleDone(system, undefined, { require: requireLead });
      else if (dirt.length > 0) await settleDone(system, ids, { require: requireLead });
      await removeDirt(system, dirt);
      engine.note(isFirst ? "all" : ids);
      return Math.min(await engine.round(), lookEveryMs);
    }

    const working = (async () => {
      while (!ending.signal.aborted) {
        const waitMs = await round().catch((error: unknown) => {
          const isExpected = error instanceof LeadLost || isConnectionLost(error);
          system.log[isExpected ? "debug" : "warn"]({ err: error }, "incidents were not evaluated; trying again");
          // Changes that were already read may be lost, so everything is evaluated again.
          engine = undefined;
          return retryMs;
        });
        await pause.wait(waitMs, ending.signal);
        await delay(gatherMs, undefined, { signal: ending.signal }).catch(() => {});
      }
    })();
    return {
      async stop() {
        unsubscribe();
        ending.abort();
        await working;
        await lead.release();
      },
    };
  },
};

class LeadLost extends Error {}

/** The leader lock needs a connection, so it is acquired only if there is something to evaluate. */
async function isAnyWork({ db }: System): Promise<boolean> {
  const { rows } = await sql<{ any: boolean }>`
    select exists (select from incident_dirt) or exists (select from incident_rules where deleted_at is null)
        or exists (select from evidences where definition_of_done or script is not null) as any`.execute(db.system);
  return rows[0]!.any;
}

interface Dirt {
  id: string;
  relation: string;
  target_id: string;
}

async function readDirt({ db }: System): Promise<readonly Dirt[]> {
  const { rows } = await sql<Dirt>`select id::text as id, relation, target_id from incident_dirt`.execute(db.system);
  return rows;
}

async function removeDirt({ db }: System, dirt: readonly Dirt[]): Promise<void> {
  if (dirt.length > 0)
    await sql`delete from incident_dirt where id = any (${dirt.map(({ id }) => id)}::bigint[])`.execute(db.system);
}
