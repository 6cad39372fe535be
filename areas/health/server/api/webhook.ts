// POST /api/canary/webhook/{name}: another system posts a result to a webhook check. It authenticates by the token of
// the check and needs no session.
import type { FastifyInstance, FastifyRequest } from "fastify";
import { localAgent } from "#language/local-agent.ts";
import { problem, Problem } from "#language/problem.ts";
import type { System } from "#server/area.ts";
import { handle } from "#server/http/handle.ts";
import { createScrubber } from "#server/scrub/scrub.ts";
import { failureOf, resolveValue } from "#areas/connections/server/index.ts";
import * as contract from "../../contract.ts";
import * as schema from "../../contract.schema.ts";
import type { Outcome } from "../check-kind.ts";
import { kindNamed } from "../checks/index.ts";
import { isToken, outcomeOfPost, Unreceivable, webhook } from "../checks/webhook.ts";
import { engineOf } from "../engine/engine.ts";
import { runCheck, type Surroundings } from "../run/run-check.ts";
import type { LoadedCheck } from "../engine/loaded.ts";
import { loadCheck, storeResult } from "./store-result.ts";

const { type } = webhook;
const timeoutMs = 30_000;

export function webhookRoutes(app: FastifyInstance, system: System): void {
  void app.register(async (scope) => {
    // Accepts every content type, because the check interprets the body.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "buffer" }, (_, body, done) => done(null, body));
    handle(
      scope,
      contract.postWebhook,
      schema.postWebhook,
      { access: "anyone", summary: "Posts a result to a webhook check, with its token", reads: true },
      async ({ params: { name }, query, request, signal }) => {
        await system.features.require("health", "a webhook");
        const check = await findWebhook(system, name);
        await requireToken(system, check, query.token ?? headerOf(request, "webhook-token"));
        const found = readPost(request);
        await judgeAndStore(system, check, found, AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]));
        return { message: "ok" as const };
      },
    );
  });
}

async function findWebhook(system: System, name: string): Promise<LoadedCheck> {
  const [only, second] = await system.db.system
    .selectFrom("checks")
    .select(["id", "canary_id", "type", "name", "severity", "labels"])
    .where("type", "=", type)
    .where("name", "=", name)
    .where("agent_id", "=", localAgent)
    .where("transformed", "=", false)
    .where("deleted_at", "is", null)
    .limit(2)
    .execute();
  if (!only) throw problem.notFound("webhook", name);
  if (second)
    throw problem.invalid(`Several webhooks have the name ${JSON.stringify(name)}. Give each webhook its own name.`);
  return loadCheck(system, only);
}

async function requireToken(system: System, check: LoadedCheck, sent: string | undefined): Promise<void> {
  const refused = (why: string) => new Problem("unauthorized", why);
  const { token } = (check.spec ?? {}) as { token?: Parameters<typeof resolveValue>[1] };
  if (token === undefined || token === "")
    throw refused("This webhook has no token, so senders cannot be verified. Add a token to its check.");
  if (sent === undefined) throw refused("Send the token of the webhook as ?token= or in the header Webhook-Token.");
  const scrubber = createScrubber();
  const { namespace } = check.canary;
  const wanted = await resolveValue(system, token, { namespace, scrubber }).catch((error: unknown) => {
    system.log.warn(
      { check: check.id, err: scrubber.text(failureOf(error).message) },
      "the token of a webhook cannot be read",
    );
    throw problem.unavailable("The token of this webhook cannot be read at the moment.");
  });
  if (!isToken(sent, wanted)) throw refused("The token is wrong.");
}

function readPost({ headers, body }: FastifyRequest): Outcome {
  try {
    return outcomeOfPost({ headers, body: Buffer.isBuffer(body) ? body : Buffer.alloc(0) });
  } catch (error) {
    throw error instanceof Unreceivable ? problem.invalid(error.message) : error;
  }
}

/** Runs the check with the posted outcome, so that the expressions of the check evaluate it. */
async function judgeAndStore(system: System, check: LoadedCheck, found: Outcome, signal: AbortSignal): Promise<void> {
  const posted = { ...webhook, run: async () => found } as unknown as ReturnType<typeof kindNamed>;
  const around: Surroundings = {
    ...system,
    system,
    kindNamed: (wanted) => (wanted === type ? posted : kindNamed(wanted)),
  };
  const result = await runCheck(check, around, { signal, lastResult: engineOf(system).lastResult(check.id) });
  await storeResult(system, check, result);
}

function headerOf({ headers }: FastifyRequest, name: string): string | undefined {
  const value = headers[name];
  return typeof value === "string" ? value : undefined;
}
