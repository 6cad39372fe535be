// Agents on the server: validates writes to the agents table and compacts the stored row counts.
import { sql } from "kysely";
import type { ServerArea } from "#server/area.ts";
import { defineJob } from "#server/jobs/definition.ts";
import { agentWrites } from "./writes.ts";

const compactTallies = defineJob({
  name: "agents.compact-tallies",
  title: "Compact agent row counts",
  schedule: { everySeconds: 300 },
  history: "failed-only",
  async run({ system, success }) {
    const { rows } = await sql<{ sums: number }>`select compact_agent_tallies() as sums`.execute(system.db.system);
    success(rows[0]!.sums);
  },
});

export const agents: ServerArea = { name: "agents", jobs: [compactTallies], writes: agentWrites };
