// Ends runs that exceed their time limit while no action runs: runs that wait for approval, sleep, or wait for a retry
// or a worker. A running action ends itself and its run.
import { sql } from "kysely";
import { printDuration } from "#lib/time/duration.ts";
import { defineJob } from "#server/jobs/definition.ts";
import { isFinalRun } from "../../model.ts";
import { endWithChildren } from "./cancel.ts";
import { lockRun } from "./run-row.ts";

/** A worker that aborts an action gets this time to end the run itself. */
const graceSeconds = 10;

/** Before the first action starts, the time limit is measured from the creation or approval of the run. */
const isLate = sql<boolean>`
  r.status not in ('completed', 'failed', 'cancelled', 'timed_out')
  and coalesce(r.start_time, r.scheduled_time) + (r.timeout / 1000) * interval '1 microsecond' < now() - ${graceSeconds} * interval '1 s'`;

export const timeOutRuns = defineJob({
  name: "playbooks.time-out",
  title: "Time out playbook runs",
  schedule: { everySeconds: 30, ifRowsIn: "playbook_runs" },
  history: "failed-only",
  async run({ system, signal }) {
    const { rows } = await sql<{ id: string }>`
      select r.id from playbook_runs r where ${isLate} order by r.id limit 1000`.execute(system.db.system);
    for (const { id } of rows) {
      signal.throwIfAborted();
      await system.db.system.transaction().execute(async (tx) => {
        const run = await lockRun(tx, id);
        if (!run || isFinalRun(run.status)) return;
        const limit = printDuration(run.timeout_ms);
        const isPending = run.status === "pending_approval";
        const error = isPending ? `The run was not approved within ${limit}.` : `The run timed out after ${limit}.`;
        await endWithChildren(system, tx, run, { status: "timed_out", error });
      });
    }
  },
});
