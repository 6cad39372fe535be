// The catalog on the server: the upkeep of what happened to config items.
import type { ServerArea } from "#server/area.ts";
import { catalogApiRoutes } from "./api/routes.ts";
import { ageTallies, refreshGroups, retainChanges, sweepGroups } from "./retain.ts";
import { catalogWrites } from "./writes.ts";

export { findConfigs, selectableConfigs, type FoundConfig } from "./find-configs.ts";

export const catalog: ServerArea = {
  name: "catalog",
  routes: catalogApiRoutes,
  jobs: [ageTallies, retainChanges, refreshGroups, sweepGroups],
  writes: catalogWrites,
};
