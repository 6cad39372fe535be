// Retention of sent messages.
import { sql } from "kysely";
import { defineJob } from "#server/jobs/definition.ts";
import { daysAgo, daysKept, deleteInBatches } from "#server/retention.ts";

export const messagesKept = { property: "notification.send.history.retention.days", days: 90 };

export const retainMessages = defineJob({
  name: "notifications.retain",
  title: "Clean up notification send history",
  schedule: { everySeconds: 6 * 3600 },
  history: "few",
  async run({ system, success, fail, signal }) {
    const db = system.db.system;
    const days = await daysKept(db, messagesKept, fail);
    success(
      await deleteInBatches(
        db,
        (limit) => sql`
          delete from notification_send_history
          where  id in (
                   select h.id
                   from   notification_send_history h
                   where  h.created_at < ${daysAgo(days)}
                   order  by h.created_at
                   limit  ${limit}
                 )`,
        { signal },
      ),
    );
  },
});
