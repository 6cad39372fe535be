// Topology on the server.
import type { ServerArea } from "#server/area.ts";
import { topologyWrites } from "./writes.ts";

export const topology: ServerArea = { name: "topology", writes: topologyWrites };
