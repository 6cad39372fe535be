// Tries out a check before it is saved: runs it once, for real, and answers without storing anything. It requires the right
// to write canaries, because it does nothing that a saved canary would not do.
import type { FastifyInstance } from "fastify";
import { localAgent } from "#language/local-agent.ts";
import { Problem, problem } from "#language/problem.ts";
import type { System } from "#server/area.ts";
import { originOf, recordDeeds } from "#server/audit/audit.ts";
import { isKeptHere } from "#server/db/own-rows.ts";
import { mayOne } from "#server/db/policy.ts";
import { handle } from "#server/http/handle.ts";
import type { Actor } from "#server/http/actor.ts";
import { maskSpec } from "#server/spec/masked-spec.ts";
import { restoreDocument } from "#server/spec/sealed-columns.ts";
import { takeTurns } from "#server/turns.ts";
import * as contract from "../../contract.ts";
import * as schema from "../../contract.schema.ts";
import { findTried, runTried, tryAnswer, type TryRequest } from "../run/try-check.ts";
import { canarySpec } from "../spec/canary.ts";
import { openCanarySpec } from "../spec/opened-checks.ts";
import { refuseOthers } from "../writes.ts";

const inTurn = takeTurns({
  atOnce: 4,
  waiting: 20,
  refuse: () =>
    new Problem("too_many_requests", "Too many checks are being tried out just now.", {
      hint: "Try again in a few seconds.",
      retryAfter: 10,
    }),
});

export function tryRoutes(app: FastifyInstance, system: System): void {
  handle(
    app,
    contract.tryCheck,
    schema.tryCheck,
    {
      access: "signed-in",
      summary: "Runs a check once as it is written, without storing it; for people who may write canaries",
    },
    async ({ body, actor, request, signal, scrubber }) => {
      await system.features.require("health", "trying out a check");
      requireWrite(actor, body);
      refuseOthers(actor, [body.spec]);
      const { check, checks, canary } = findTried({ ...body, spec: await withCredentials(system, actor, body) });
      const tried = await inTurn(() => runTried(system, { canary, checks, check, signal, scrubber }));
      await recordDeeds(system.db.system, { actor, origin: originOf(request) }, [
        {
          action: "test",
          resource_type: "canaries",
          resource_id: null,
          resource_name: `${body.namespace}/${body.name}`,
          after: { check: check.name, type: check.type, verdict: tried.verdict },
        },
      ]);
      return tryAnswer(check, tried, scrubber);
    },
  );
}

/**
 * The sent spec with the credentials of the saved canary in place of each ***. It is used only where the actor could also save
 * the sent spec: the canary is edited here, and the actor may update it.
 */
async function withCredentials(
  { db, secrets }: System,
  actor: Actor,
  request: TryRequest,
): Promise<TryRequest["spec"]> {
  const { name, namespace, spec } = request;
  const saved = await db.system
    .selectFrom("canaries")
    .select(["id", "namespace", "labels", "source", "spec", "spec_secrets"])
    .where("name", "=", name)
    .where("namespace", "=", namespace)
    .where("agent_id", "=", localAgent)
    .where("deleted_at", "is", null)
    .execute();
  const lent = saved.find(
    ({ id, labels, source }) =>
      isKeptHere(source) && mayOne(actor, "update", "canaries", { id, name, namespace, labels }),
  );
  const stored = lent && {
    masked: lent.spec,
    originals: maskSpec(canarySpec, openCanarySpec(secrets, lent)).originals,
  };
  return restoreDocument(canarySpec, spec, { column: "spec", stored }) as TryRequest["spec"];
}

function requireWrite(actor: Actor, { name, namespace }: TryRequest): void {
  if (mayOne(actor, "create", "canaries", { name, namespace })) return;
  if (!mayOne(actor, "update", "canaries", { name, namespace })) throw problem.forbidden("write", "canaries");
}
