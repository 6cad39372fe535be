// Agents on the server: the upkeep of how much each of them brought.
import type { ServerArea } from "#server/area.ts";
import { compactTallies } from "./tallies.ts";
import { agentWrites } from "./writes.ts";

export const agents: ServerArea = { name: "agents", jobs: [compactTallies], writes: agentWrites };
