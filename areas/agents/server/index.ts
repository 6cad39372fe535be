// Agents on the server: validates writes of agents and compacts their row counts.
import type { ServerArea } from "#server/area.ts";
import { compactTallies } from "./tallies.ts";
import { agentWrites } from "./writes.ts";

export const agents: ServerArea = { name: "agents", jobs: [compactTallies], writes: agentWrites };
