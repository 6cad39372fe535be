// Resolves alerts that their sender did not repeat before their end, and deletes the checks of alerts that ended long
// ago.
import { sql } from "kysely";
import { createWakeablePause } from "#lib/async/wakeable-pause.ts";
import type { Service, System } from "#server/area.ts";
import { isConnectionLost } from "#server/db/failures.ts";
import { defineJob } from "#server/jobs/definition.ts";
import { daysAgo, daysKept, deleteInBatches } from "#server/retention.ts";
import { deadlinesChannel, endsByItself, nextDeadlineMs } from "./deadlines.ts";
import { recordAlerts, type DueAlert } from "./receive.ts";

const batchSize = 1_000;

/** One run at a time in the whole system, so that each alert is resolved once. */
export const resolveAlerts = defineJob({
  name: "alerts.resolve",
  title: "Resolve alerts that are no longer sent",
  singleton: true,
  history: "failed-only",
  async run({ system, success, signal }) {
    for (;;) {
      signal.throwIfAborted();
      const ended = await resolveEnded(system);
      success(ended);
      if (ended < batchSize) return;
    }
  },
});

/** Returns the number of alerts that ended. */
export async function resolveEnded(system: System): Promise<number> {
  const { rows } = await sql<DueAlert & { canary_id: string }>`
    select canary_id, fingerprint, labels, annotations, generator_url as "generatorUrl", starts_at as "startsAt",
           ends_at as "endsAt", true as "isResolved"
    from   alerts
    where  ends_at <= now() and ${endsByItself}
    order  by ends_at
    limit  ${batchSize}`.execute(system.db.system);
  for (const [canaryId, due] of Map.groupBy(rows, (row) => row.canary_id))
    await recordAlerts(system, canaryId, due, `${due.length} no longer sent`);
  return rows.length;
}

/** Limits the delay if a notification is lost or the clock is set forward. */
const maxWaitMs = 60_000;
const minWaitMs = 1_000;

/** Waits until the next alert ends or a notification arrives, and then sends the job. */
export const alertDeadlines: Service = {
  name: "deadlines of alerts",
  roles: ["all", "worker"],
  async start(system) {
    const ending = new AbortController();
    const { signal } = ending;
    const pause = createWakeablePause();
    const stopListening = system.listening.on(deadlinesChannel, { notified: pause.wake, resumed: pause.wake });
    const repeat = async () => {
      while (!signal.aborted) {
        let waitMs = minWaitMs;
        try {
          const nextMs = await nextDeadlineMs(system.db.system);
          if (nextMs <= 0) await system.jobs.send(system.db.system, resolveAlerts, {});
          else waitMs = Math.min(Math.max(nextMs, minWaitMs), maxWaitMs);
        } catch (error) {
          const level = isConnectionLost(error) ? "debug" : "warn";
          system.log[level]({ err: error }, "ended alerts cannot be resolved; trying again");
        }
        await pause.wait(waitMs, signal);
      }
      stopListening();
    };
    const working = repeat();
    return {
      async stop() {
        ending.abort();
        await working;
      },
    };
  },
};

export const alertsKept = { property: "alerts.retention.days", days: 7 };

export const retainAlerts = defineJob({
  name: "alerts.retain",
  title: "Delete the checks of resolved alerts",
  schedule: { everySeconds: 6 * 3600, ifRowsIn: "alerts" },
  history: "few",
  async run({ system, success, fail, signal }) {
    const db = system.db.system;
    const days = await daysKept(db, alertsKept, fail);
    success(
      await deleteInBatches(
        db,
        (limit) => sql`
          with gone as (
            select canary_id, fingerprint, check_id
            from   alerts
            where  reported = 'resolved' and ends_at < ${daysAgo(days)}
            order  by ends_at
            limit  ${limit}
          ), ended as (
            update checks set deleted_at = now() where id in (select check_id from gone) and deleted_at is null
          )
          delete from alerts a using gone where a.canary_id = gone.canary_id and a.fingerprint = gone.fingerprint`,
        { signal },
      ),
    );
  },
});
