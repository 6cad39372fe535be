// Playbooks on the server.
import type { ServerArea } from "#server/area.ts";
import { playbookWrites } from "./writes.ts";

export const playbooks: ServerArea = { name: "playbooks", writes: playbookWrites };
