// Notifications on the server: validation of rules, and retention of sent messages.
import type { ServerArea } from "#server/area.ts";
import { retainMessages } from "./retain.ts";
import { notificationWrites } from "./writes.ts";

export const notifications: ServerArea = { name: "notifications", jobs: [retainMessages], writes: notificationWrites };
