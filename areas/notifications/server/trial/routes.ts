// POST /api/notification/test
import type { FastifyInstance } from "fastify";
import type { System } from "#server/area.ts";
import { originOf } from "#server/audit/audit.ts";
import { handle } from "#server/http/handle.ts";
import * as contract from "../../channels.contract.ts";
import * as schema from "../../channels.contract.schema.ts";
import { sendTest } from "./send-test.ts";

export function trialRoutes(app: FastifyInstance, system: System): void {
  handle(
    app,
    contract.sendTest,
    schema.sendTest,
    {
      access: "signed-in",
      summary: "Sends a test message to a connection or to the recipients of a rule; requires the right to change it",
    },
    async ({ body, actor, request, signal }) => ({
      deliveries: await sendTest(system, body, { actor, origin: originOf(request), signal }),
    }),
  );
}
