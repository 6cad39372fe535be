// Routes that run a topology now, dry-run it, propose topologies, and receive pushed trees. Everyone with permission to
// write topologies can use these routes, because saving a topology has the same effects.
import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import type { Json } from "#language/columns.ts";
import { Problem, problem } from "#language/problem.ts";
import { takeTurns } from "#lib/async/turns.ts";
import type { System } from "#server/area.ts";
import { originOf, recordDeeds } from "#server/audit/audit.ts";
import { handle } from "#server/http/handle.ts";
import { inLines, wantsLines } from "#server/http/lines.ts";
import { runJobNow } from "#server/jobs/run-now.ts";
import * as contract from "../../building.contract.ts";
import * as schema from "../../building.contract.schema.ts";
import { receiveTree } from "../push/receive-tree.ts";
import { requireAll, requireReadItems, saving } from "../building-access.ts";
import { DryRunMeter, findTopology, runDry, type DryRunAnswer } from "./dry-run.ts";
import { loadTopology } from "./load.ts";
import { refuseOthersIn } from "./only-admins.ts";
import { proposeTopologies } from "./proposals.ts";
import { topologyJob } from "./topology-job.ts";

const inTurn = takeTurns({
  atOnce: 2,
  waiting: 10,
  refuse: () =>
    new Problem("too_many_requests", "Too many topology dry runs are in progress.", {
      hint: "Try again in a few seconds.",
      retryAfter: 10,
    }),
});

export function buildingRoutes(app: FastifyInstance, system: System): void {
  handle(
    app,
    contract.runTopology,
    schema.runTopology,
    { access: "signed-in", summary: "Runs a topology now, for users who may write topologies" },
    async ({ params: { id }, actor, request, signal }) => {
      await system.features.require("topology", "running a topology");
      requireAll(actor, saving);
      const topology = await loadTopology(system, id);
      if (!topology) throw problem.notFound("topology", id);
      // The run is recorded before it starts, because it continues if the client disconnects.
      await recordDeeds(system.db.system, { actor, origin: originOf(request) }, [
        {
          action: "run",
          resource_type: "topologies",
          resource_id: id,
          resource_name: `${topology.namespace}/${topology.name}`,
        },
      ]);
      const run = await runJobNow(system, { job: topologyJob, data: { topology_id: id } }, { isAsync: false, signal });
      const { count, errors } = await resultOf(system, run.job_history_id);
      return {
        status: run.status === "SUCCESS" ? "ok" : run.status.toLowerCase(),
        count,
        errors,
        job_history_id: run.job_history_id,
      };
    },
  );

  handle(
    app,
    contract.dryRun,
    schema.dryRun,
    {
      access: "signed-in",
      summary:
        "Dry run: returns the components that a topology would have, without saving them; for users who may write topologies",
    },
    async ({ body, actor, request, reply, signal, scrubber }) => {
      await system.features.require("topology", "the dry run of a topology");
      requireAll(actor, ["read", body.id === undefined ? "create" : "update"]);
      const topology = await findTopology(system, body);
      refuseOthersIn(actor, [topology.spec]);
      requireReadItems(actor, topology.spec);
      const run = async (meter: DryRunMeter): Promise<DryRunAnswer> => {
        const answer = await inTurn(() => runDry(system, topology, { signal, scrubber }, meter));
        await recordDeeds(system.db.system, { actor, origin: originOf(request) }, [
          {
            action: "test",
            resource_type: "topologies",
            resource_id: topology.isSaved ? topology.id : null,
            resource_name: `${topology.namespace}/${topology.name}`,
            after: { summary: answer.summary, errors: answer.errors.length },
          },
        ]);
        return answer;
      };
      if (!wantsLines(request)) return run(new DryRunMeter());
      let sendProgress = () => {};
      const meter = new DryRunMeter(() => sendProgress());
      return inLines({ reply, request, log: system.log, now: () => meter.now() }, (send) => {
        sendProgress = send;
        return run(meter);
      });
    },
  );

  handle(
    app,
    contract.proposals,
    schema.proposals,
    {
      access: "signed-in",
      summary: "Proposes topologies for the items in the catalog; for users who may write topologies",
    },
    async ({ actor }) => {
      await system.features.require("topology", "the proposal of topologies");
      requireAll(actor, ["create"]);
      const found = await proposeTopologies(system, actor);
      return { proposals: found.map((proposal) => ({ ...proposal, spec: proposal.spec as Json })) };
    },
  );

  handle(
    app,
    contract.pushTopology,
    schema.pushTopology,
    { access: "signed-in", summary: "Saves a tree of components that another server built" },
    async ({ body, actor, request, scrubber }) => {
      await system.features.require("topology", "pushing a topology");
      requireAll(actor, saving);
      const { saved, errors } = await receiveTree(
        system,
        body,
        { actor, scrubber },
        (tx, { added, changed, removed }) =>
          recordDeeds(tx, { actor, origin: originOf(request) }, [
            {
              action: "update",
              resource_type: "topologies",
              resource_id: body.topology_id,
              resource_name: body.name,
              after: { added, changed, removed },
            },
          ]),
      );
      const { total, added, changed, removed } = saved;
      return { topology_id: body.topology_id, count: total, added, changed, removed, errors };
    },
  );
}

async function resultOf({ db }: System, id: string): Promise<{ count: number; errors: readonly string[] }> {
  const { rows } = await sql<{ count: number; errors: readonly string[] | null }>`
    select coalesce(success_count, 0)::int as count, details -> 'errors' as errors
    from   job_history
    where  id = ${id}`.execute(db.system);
  return { count: rows[0]?.count ?? 0, errors: rows[0]?.errors ?? [] };
}
