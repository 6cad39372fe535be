// Notifications on the server: validation of rules, channels, and retention of sent messages.
import type { ServerArea } from "#server/area.ts";
import { channelKinds } from "./channels/index.ts";
import { retainMessages } from "./retain.ts";
import { trialRoutes } from "./trial/routes.ts";
import { notificationWrites } from "./writes.ts";

export const notifications: ServerArea = {
  name: "notifications",
  routes: trialRoutes,
  jobs: [retainMessages],
  kinds: channelKinds,
  writes: notificationWrites,
};
