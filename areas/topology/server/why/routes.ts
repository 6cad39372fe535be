// /api/why/{kind}/{id}: the probable causes of an unhealthy component, check or config item.
import type { FastifyInstance } from "fastify";
import type { System } from "#server/area.ts";
import { handle } from "#server/http/handle.ts";
import * as contract from "../../why.contract.ts";
import * as schema from "../../why.contract.schema.ts";
import { explain } from "./explain.ts";

export function whyRoutes(app: FastifyInstance, system: System): void {
  handle(
    app,
    contract.whyUnhealthy,
    schema.whyUnhealthy,
    {
      access: "signed-in",
      summary: "The probable causes of an unhealthy component, check or config item, and the changes before it",
    },
    ({ params, actor, signal }) => explain(system, actor, params, signal),
  );
}
