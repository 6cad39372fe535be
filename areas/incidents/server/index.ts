// Incidents on the server.
import type { ServerArea } from "#server/area.ts";
import { incidentWrites } from "./writes.ts";

export const incidents: ServerArea = { name: "incidents", writes: incidentWrites };
