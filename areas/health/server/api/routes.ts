// /api/canary/api and beside it: what is asked about checks that are no rows, and what is done with them. The data API serves
// rows under the same prefix; a path that is stated here wins.
import type { FastifyInstance } from "fastify";
import type { System } from "#server/area.ts";
import { deletionRoutes } from "./deletion.ts";
import { doingRoutes } from "./doing.ts";
import { pauseRoutes } from "./pause.ts";
import { runRoutes } from "./runs.ts";
import { webhookRoutes } from "./webhook.ts";
import { summaryRoutes } from "./summary.ts";
import { tryRoutes } from "./try.ts";

export function healthRoutes(app: FastifyInstance, system: System): void {
  summaryRoutes(app, system);
  runRoutes(app, system);
  doingRoutes(app, system);
  pauseRoutes(app, system);
  deletionRoutes(app, system);
  webhookRoutes(app, system);
  tryRoutes(app, system);
}
