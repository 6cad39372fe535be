// POST /api/canary/api/checks/pause and /resume, for everyone with permission to write the canaries of the checks. The
// response lists checks that cannot be paused; the others are still paused.
import type { FastifyInstance, FastifyRequest } from "fastify";
import { localAgent } from "#language/local-agent.ts";
import { problem } from "#language/problem.ts";
import type { System } from "#server/area.ts";
import { originOf, recordDeeds } from "#server/audit/audit.ts";
import { changeBetween } from "#server/audit/audited-values.ts";
import type { Tx } from "#server/db/pool.ts";
import type { Actor } from "#server/http/actor.ts";
import { handle } from "#server/http/handle.ts";
import * as contract from "../../contract.ts";
import * as schema from "../../contract.schema.ts";
import { pauseChecks, resumeChecks, type PauseChange } from "../engine/pauses.ts";
import { findSeveral, type RefusedCheck } from "./one-check.ts";

export function pauseRoutes(app: FastifyInstance, system: System): void {
  handle(
    app,
    contract.pauseChecks,
    schema.pauseChecks,
    { access: "signed-in", summary: "Pauses checks until they are resumed or the pause ends" },
    async ({ body: { checks, until: end, reason }, actor, request }) => {
      const until = end ? new Date(end) : null;
      if (until !== null && until.getTime() <= Date.now())
        throw problem.badParts([{ path: "body.until", message: "is in the past; choose a time in the future" }]);
      const by = actor.kind === "system" ? null : actor.id;
      const pausing = { until, reason: reason?.trim() || null, by };
      return change(system, { actor, request, ids: checks, what: "pause" }, (tx, ids) => pauseChecks(tx, ids, pausing));
    },
  );
  handle(
    app,
    contract.resumeChecks,
    schema.resumeChecks,
    { access: "signed-in", summary: "Resumes paused checks: runs them immediately, and then on their schedule" },
    async ({ body: { checks }, actor, request }) =>
      change(system, { actor, request, ids: checks, what: "resume" }, resumeChecks),
  );
}

interface SeveralRequest {
  actor: Actor;
  request: FastifyRequest;
  ids: readonly string[];
  what: "pause" | "resume";
}

async function change(
  system: System,
  { actor, request, ids, what }: SeveralRequest,
  write: (tx: Tx, ids: readonly string[]) => Promise<PauseChange[]>,
): Promise<contract.SeveralDone> {
  await system.features.require("health", `a ${what} of checks`);
  const { found, refused } = await findSeveral(system, actor, "update", ids);
  const onAgents = found.filter(({ agent_id }) => agent_id !== localAgent);
  const ours = found.filter(({ agent_id }) => agent_id === localAgent);
  const changed = await system.db.system.transaction().execute(async (tx) => {
    const written = await write(
      tx,
      ours.map(({ id }) => id),
    );
    const deeds = written.map(({ id, name, before, after }) => ({
      action: "update" as const,
      resource_type: "checks",
      resource_id: id,
      resource_name: name,
      ...changeBetween(before, after),
    }));
    await recordDeeds(tx, { actor, origin: originOf(request) }, deeds);
    return new Set(written.map(({ id }) => id));
  });
  const failed: RefusedCheck[] = [
    ...refused,
    ...onAgents.map(({ id, name }) => ({ id, name, error: `An agent runs this check; ${what} it there.` })),
    ...ours
      .filter(({ id }) => !changed.has(id))
      .map(({ id, name }) => ({
        id,
        name,
        error: what === "resume" ? "The check is not paused." : "The check was deleted.",
      })),
  ];
  return { done: ours.filter(({ id }) => changed.has(id)).map(({ id, name }) => ({ id, name })), failed };
}
