// Agents on the server: creates agents, receives what they push, and notices whether they run.
import { sql } from "kysely";
import type { ServerArea } from "#server/area.ts";
import { defineJob } from "#server/jobs/definition.ts";
import { noticePresence } from "./presence.ts";
import { agentRoutes } from "./routes.ts";
import { upstreamRoutes } from "./upstream/routes.ts";
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

export type { AgentAction } from "../contract.schema.ts";
export { upstreamWith } from "./agent/connection.ts";
export type { PerformAction } from "./agent/run-actions.ts";
export { findRunner, runOnAgent, type AgentOutcome } from "./upstream/run-on-agent.ts";

export const agents: ServerArea = {
  name: "agents",
  routes(app, system) {
    agentRoutes(app, system);
    upstreamRoutes(app, system);
  },
  jobs: [compactTallies, noticePresence],
  events: [
    { name: "agent.online", title: "Agent online", ends: ["agent.offline"] },
    { name: "agent.offline", title: "Agent offline", isProblem: true },
  ],
  writes: agentWrites,
};
