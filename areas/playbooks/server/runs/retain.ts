// Deletes old runs. Unfinished runs are kept, and so are their child runs.
import { sql } from "kysely";
import { defineJob } from "#server/jobs/definition.ts";
import { daysAgo, daysKept, deleteInBatches } from "#server/retention.ts";

export const runsKept = { property: "playbook.run.retention.days", days: 90 };

export const retainRuns = defineJob({
  name: "playbooks.retain",
  title: "Clean up playbook runs",
  schedule: { everySeconds: 6 * 3600 },
  history: "few",
  async run({ system, success, fail, signal }) {
    const db = system.db.system;
    const days = await daysKept(db, runsKept, fail);
    await sql`delete from playbook_deliveries where created_at < now() - interval '1 day'`.execute(db);
    // The content of artifacts may be in another store, so each artifact is deleted before its row.
    for (;;) {
      signal.throwIfAborted();
      const { rows } = await sql<{ id: string }>`
        select f.id
        from   artifacts f
        join   playbook_run_actions a on a.id = f.playbook_run_action_id
        join   playbook_runs r on r.id = a.playbook_run_id
        where  ${isOld(days)}
        limit  500`.execute(db);
      for (const { id } of rows) await system.artifacts.remove(id);
      if (rows.length < 500) break;
    }
    success(
      await deleteInBatches(
        db,
        (limit) => sql`
          delete from playbook_runs where id in (
            select r.id from playbook_runs r where ${isOld(days)} order by r.created_at limit ${limit}
          )`,
        { signal, size: 500 },
      ),
    );
  },
});

/** Child runs are deleted with their parent. */
const isOld = (days: number) => sql`
  r.status in ('completed', 'failed', 'cancelled', 'timed_out')
  and r.end_time < ${daysAgo(days)}
  and (
    r.parent_id is null
    or exists (
      select from playbook_runs p
      where  p.id = r.parent_id and p.status in ('completed', 'failed', 'cancelled', 'timed_out') and p.end_time < ${daysAgo(days)}
    )
  )
  and not exists (
    select from playbook_runs c
    where  c.parent_id = r.id and c.status not in ('completed', 'failed', 'cancelled', 'timed_out')
  )`;
