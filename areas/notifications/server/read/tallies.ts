// Adds up the numbers of messages, so that reading them stays fast.
import { sql } from "kysely";
import { defineJob } from "#server/jobs/definition.ts";

export const compactMessageTallies = defineJob({
  name: "notifications.compact-tallies",
  title: "Compact message counts",
  schedule: { everySeconds: 60 },
  history: "failed-only",
  async run({ system, success }) {
    const { rows } = await sql<{ sums: number }>`select compact_message_tallies() as sums`.execute(system.db.system);
    success(rows[0]!.sums);
  },
});
