// Pages that people write, on the server.
import type { ServerArea } from "#server/area.ts";
import { viewWrites } from "./writes.ts";

export const views: ServerArea = { name: "views", writes: viewWrites };
