// /api/catalog: requests about the catalog that do not return rows of a table.
import type { FastifyInstance } from "fastify";
import type { System } from "#server/area.ts";
import { changeRoutes } from "./changes.ts";
import { summaryRoutes } from "./summary.ts";
import { versionRoutes } from "./versions.ts";

export function catalogApiRoutes(app: FastifyInstance, system: System): void {
  summaryRoutes(app, system);
  changeRoutes(app, system);
  versionRoutes(app, system);
}
