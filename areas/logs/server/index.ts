// Log backends on the server.
import type { ServerArea } from "#server/area.ts";
import { logWrites } from "./writes.ts";

export const logs: ServerArea = { name: "logs", writes: logWrites };
