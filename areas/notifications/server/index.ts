// Notifications on the server: the upkeep of what was sent.
import type { ServerArea } from "#server/area.ts";
import { retainMessages } from "./retain.ts";
import { notificationWrites } from "./writes.ts";

export const notifications: ServerArea = { name: "notifications", jobs: [retainMessages], writes: notificationWrites };
