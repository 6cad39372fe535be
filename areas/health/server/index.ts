// Health on the server: the upkeep of what checks leave behind.
import type { ServerArea } from "#server/area.ts";
import { ageSummaries, makePartitions, retainStatuses, rollUpDays, rollUpHours } from "./retain.ts";
import { healthWrites } from "./writes.ts";

export const health: ServerArea = {
  name: "health",
  jobs: [makePartitions, rollUpHours, rollUpDays, ageSummaries, retainStatuses],
  writes: healthWrites,
};
