// Applications on the server.
import type { ServerArea } from "#server/area.ts";
import { applicationWrites } from "./writes.ts";

export const applications: ServerArea = { name: "applications", writes: applicationWrites };
