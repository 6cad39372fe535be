import { sql } from "kysely";
import { defineJob } from "#server/jobs/definition.ts";

export const compactTallies = defineJob({
  name: "agents.compact-tallies",
  title: "Compact agent row counts",
  schedule: { everySeconds: 300 },
  history: "failed-only",
  async run({ system, success }) {
    const { rows } = await sql<{ sums: number }>`select compact_agent_tallies() as sums`.execute(system.db.system);
    success(rows[0]!.sums);
  },
});
