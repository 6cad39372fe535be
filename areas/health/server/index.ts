// Health on the server: the upkeep of what checks leave behind.
import type { ServerArea } from "#server/area.ts";
import { ageSummaries, makePartitions, retainStatuses, rollUpDays, rollUpHours } from "./retain.ts";
import { defineKind } from "#server/kinds.ts";
import { healthRoutes } from "./api/routes.ts";
import { checkKinds } from "./checks/index.ts";
import { canarySpec } from "./spec/canary.ts";
import { healthWrites } from "./writes.ts";

export { canarySpec } from "./spec/canary.ts";

const canary = defineKind({
  family: "resource",
  type: "canaries",
  title: "Health Check",
  icon: "heart-pulse",
  spec: canarySpec,
});

export const health: ServerArea = {
  name: "health",
  routes: healthRoutes,
  jobs: [makePartitions, rollUpHours, rollUpDays, ageSummaries, retainStatuses],
  writes: healthWrites,
  kinds: [canary, ...checkKinds],
};
