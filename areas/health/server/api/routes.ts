// The routes of /api/canary: queries whose results are not plain rows, and actions on checks. The data API serves rows
// under the same prefix; these routes take precedence.
import type { FastifyInstance } from "fastify";
import type { System } from "#server/area.ts";
import { deletionRoutes } from "./deletion.ts";
import { actionRoutes } from "./actions.ts";
import { pauseRoutes } from "./pause.ts";
import { runRoutes } from "./runs.ts";
import { webhookRoutes } from "./webhook.ts";
import { summaryRoutes } from "./summary.ts";
import { tryRoutes } from "./try.ts";

export function healthRoutes(app: FastifyInstance, system: System): void {
  summaryRoutes(app, system);
  runRoutes(app, system);
  actionRoutes(app, system);
  pauseRoutes(app, system);
  deletionRoutes(app, system);
  webhookRoutes(app, system);
  tryRoutes(app, system);
}
