// POST /api/incident_rules/preview: the incidents that a rule would have opened.
import type { FastifyInstance } from "fastify";
import { problem } from "#language/problem.ts";
import type { System } from "#server/area.ts";
import { handle } from "#server/http/handle.ts";
import * as contract from "../../contract/automation.ts";
import * as schema from "../../contract/automation.schema.ts";
import { incidentRuleSpec } from "../spec.ts";
import { previewRule } from "./preview.ts";

export function ruleRoutes(app: FastifyInstance, system: System): void {
  handle(
    app,
    contract.previewRule,
    schema.previewRule,
    {
      access: { action: "read", resource: "incident" },
      reads: true,
      summary: "The incidents that a rule would have opened in the last days",
    },
    async ({ body, actor }) => {
      await system.features.require("incidents", "the preview of a rule");
      const spec = incidentRuleSpec.safeParse(body.spec);
      if (!spec.success)
        throw problem.badParts(
          spec.error.issues.map(({ path, message }) => ({ path: ["body", "spec", ...path].join("."), message })),
        );
      return previewRule(system, actor, spec.data, body.days);
    },
  );
}
