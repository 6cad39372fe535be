// Runs the roll-up in one process at a time: as soon as writers record components, and when the passage of time changes
// the state of a check.
import { setTimeout as delay } from "node:timers/promises";
import { sql } from "kysely";
import type { Service } from "#server/area.ts";
import { isConnectionLost } from "#server/db/failures.ts";
import { createLead } from "#server/manifests/lead.ts";
import { createRollUp, type RollUp } from "./roll-up.ts";

/** Changes within this delay are computed together. */
const gatherMs = 100;
/** Locked rows are tried again after this time. */
const againMs = 250;
/**
 * The roll-up also runs at this interval, because maintenance windows start without a notification, and notifications
 * may be lost.
 */
const lookEveryMs = 5_000;
const retryMs = 1_000;

export const rollUpLoop: Service = {
  name: "component roll-up",
  roles: ["all", "worker"],
  async start(system) {
    const ending = new AbortController();
    const lead = createLead(system.db, "component roll-up");
    let rollUp: RollUp | undefined;
    let wake = () => {};
    let isWoken = false;
    const unsubscribe = system.live.on(["component_dirt", "maintenance_windows"], ({ relation }) => {
      if (relation === "maintenance_windows") rollUp?.windowsChanged();
      isWoken = true;
      wake();
    });

    /** Returns the delay until the next round in milliseconds. A notification can start the round earlier. */
    async function look(): Promise<number> {
      // The leader lock needs a connection, so it is acquired only if there is work.
      if (!rollUp && !(await isAnyDirt())) return lookEveryMs;
      if (!(await lead.isOurs())) {
        rollUp = undefined;
        return lookEveryMs;
      }
      rollUp ??= createRollUp(system, lead.isStillOurs);
      const { isLeading, isIncomplete, nextAt } = await rollUp.round();
      if (!isLeading) rollUp = undefined;
      if (isIncomplete) return againMs;
      return nextAt === undefined ? lookEveryMs : Math.min(lookEveryMs, Math.max(gatherMs, nextAt - Date.now()));
    }

    async function isAnyDirt(): Promise<boolean> {
      const { rows } = await sql<{ any: boolean }>`
        select exists (select from component_dirt) or exists (select from components where deleted_at is null) as any`.execute(
        system.db.system,
      );
      return rows[0]!.any;
    }

    const working = (async () => {
      while (!ending.signal.aborted) {
        isWoken = false;
        const waitMs = await look().catch((error: unknown) => {
          const level = isConnectionLost(error) ? "debug" : "warn";
          system.log[level]({ err: error }, "the roll-up of components failed; trying again");
          return retryMs;
        });
        if (ending.signal.aborted) break;
        const woken = new Promise<void>((resolve) => {
          wake = resolve;
          if (isWoken) resolve();
        });
        const waiting = new AbortController();
        const signal = AbortSignal.any([ending.signal, waiting.signal]);
        await Promise.race([delay(waitMs, undefined, { signal }).catch(() => {}), woken]);
        waiting.abort();
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
