// The history of checks: points of a chart, evidence cards, and the details of a run.
import type { FastifyInstance } from "fastify";
import type { Json } from "#language/columns.ts";
import { problem } from "#language/problem.ts";
import type { System } from "#server/area.ts";
import { claimsOf } from "#server/db/policy.ts";
import { handle } from "#server/http/handle.ts";
import * as contract from "../../contract.ts";
import * as schema from "../../contract.schema.ts";
import { graphPoints } from "../../model.ts";
import { requireHealth } from "./access.ts";
import { findChecks } from "./find-checks.ts";
import { readGraph } from "./graph.ts";
import { readSpan } from "./span.ts";

type EvidenceCard = Shape["checks"][number];
type Shape = NonNullable<(typeof contract.checkRuns)["shape"]>["answer"];

/** A request for all checks returns fewer runs per check, because the response would otherwise be too large. */
const defaultRuns = { one: 300, all: 10 };

export function runRoutes(app: FastifyInstance, system: System): void {
  const access = "signed-in" as const;
  handle(
    app,
    contract.checkGraph,
    schema.checkGraph,
    { access, summary: "The history of a check in a span of time, as points of a chart" },
    async ({ query: { check, count = graphPoints, ...range }, actor }) => {
      const startedAt = performance.now();
      await requireHealth(system, actor, "the graph of a check");
      const graph = await readGraph(system, actor, { check, span: readSpan(range, Date.now()), count });
      return { duration: Math.round(performance.now() - startedAt), runnerName: "local" as const, ...graph };
    },
  );

  handle(
    app,
    contract.checkRuns,
    schema.checkRuns,
    { access, summary: "One check or all checks, with their runs in a time span" },
    async ({ query: { check, count, includeMessages, ...range }, actor }) => {
      const startedAt = performance.now();
      await requireHealth(system, actor, "the history of checks");
      const span = readSpan(range, Date.now());
      const rows = await findChecks(system, actor, {
        checkID: check,
        checkStatuses: count ?? (check === undefined ? defaultRuns.all : defaultRuns.one),
        includeMessages,
        span,
        // A deleted check stays valid as evidence.
        includeDeleted: check !== undefined,
      });
      const checks = rows.map((json) => JSON.parse(json) as EvidenceCard);
      if (check !== undefined && checks[0]) {
        const { uptime, latency } = await readGraph(system, actor, { check, span, count: graphPoints });
        checks[0] = {
          ...checks[0],
          uptime: { ...checks[0].uptime, ...uptime },
          latency: { ...checks[0].latency, ...latency },
        };
      }
      return { duration: Math.round(performance.now() - startedAt), runnerName: "local" as const, checks };
    },
  );

  handle(
    app,
    contract.runDetails,
    schema.runDetails,
    { access, summary: "The stored details of a run" },
    async ({ query: { key, time }, actor }) => {
      await requireHealth(system, actor, "the detail of a run");
      const { rows } = await system.db
        .reading(claimsOf(actor, "read"))
        .query<{ details: Json }>("select details from check_statuses where check_id = $1 and time = $2", [key, time]);
      if (!rows[0]) throw problem.notFound("run of this check at", time);
      return rows[0].details;
    },
  );
}
