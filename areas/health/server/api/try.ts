// Trying out a check before it is saved: really run, once, as it will be run, and told without storing anything. Who may write
// canaries may do it: it does nothing that a canary would not do, once it is saved.
import type { FastifyInstance } from "fastify";
import { Problem, problem } from "#language/problem.ts";
import type { System } from "#server/area.ts";
import { originOf, recordDeeds } from "#server/audit/audit.ts";
import { mayOne } from "#server/db/policy.ts";
import { handle } from "#server/http/handle.ts";
import type { Actor } from "#server/http/actor.ts";
import { takeTurns } from "#server/turns.ts";
import * as contract from "../../contract.ts";
import * as schema from "../../contract.schema.ts";
import { findTried, runTried, told, type Asked } from "../run/try-check.ts";
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
      summary: "Runs a check once as it is written, without storing it; for who may write canaries",
    },
    async ({ body, actor, request, signal, scrubber }) => {
      await system.features.require("health", "trying out a check");
      requireWrite(actor, body);
      refuseOthers(actor, [body.spec]);
      const { check, checks, canary } = findTried(body);
      const ran = await inTurn(() => runTried(system, { canary, checks, check, signal, scrubber }));
      await recordDeeds(system.db.system, { actor, origin: originOf(request) }, [
        {
          action: "test",
          resource_type: "canaries",
          resource_id: null,
          resource_name: `${body.namespace}/${body.name}`,
          after: { check: check.name, type: check.type, verdict: ran.result.verdict },
        },
      ]);
      return told(check, ran, scrubber);
    },
  );
}

function requireWrite(actor: Actor, { name, namespace }: Asked): void {
  if (mayOne(actor, "create", "canaries", { name, namespace })) return;
  if (!mayOne(actor, "update", "canaries", { name, namespace })) throw problem.forbidden("write", "canaries");
}
