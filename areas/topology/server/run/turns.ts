// The schedule of topologies (`topology_turns`).
import { createTurns } from "#server/jobs/turns.ts";

export const topologyTurns = createTurns({
  table: "topology_turns",
  key: "topology_id",
  of: "topologies",
  noun: "topologies",
  fallback: { property: "topology.default.schedule", text: "@every 10m" },
  minIntervalMs: 10_000,
});
