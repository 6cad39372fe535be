// Closes insights that have been resolved for a while. A closed insight that is found again is reopened.
import { sql } from "kysely";
import { defineJob } from "#server/jobs/definition.ts";
import { daysAgo, daysKept, deleteInBatches } from "#server/retention.ts";

/** An administrator may change this property at any time. */
export const closedAfter = { property: "config_analysis.set_status_closed_days", days: 7 };

export const closeInsights = defineJob({
  name: "catalog.close-insights",
  title: "Close insights",
  schedule: { everySeconds: 3600 },
  history: "few",
  async run({ system, success, fail, signal }) {
    const db = system.db.system;
    const days = await daysKept(db, closedAfter, fail);
    success(
      await deleteInBatches(
        db,
        (limit) => sql`
          update config_analysis
          set    status = 'closed'
          where  id in (
                   select id from config_analysis
                   where  status = 'resolved' and resolved_at < ${daysAgo(days)}
                   limit  ${limit}
                   for    update skip locked
                 )`,
        { signal },
      ),
    );
  },
});
