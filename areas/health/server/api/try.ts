// Tests a check before it is saved: runs it once and returns the result without storing anything. This requires the
// right to write canaries, because a test can do everything that a saved canary can do.
import { randomUUID } from "node:crypto";
import type { FastifyInstance } from "fastify";
import type { z } from "zod";
import { localAgent } from "#language/local-agent.ts";
import { Problem, problem } from "#language/problem.ts";
import { asJson } from "#lib/json/json.ts";
import type { System } from "#server/area.ts";
import { originOf, recordDeeds } from "#server/audit/audit.ts";
import { isKeptHere } from "#server/db/own-rows.ts";
import { mayOne } from "#server/db/policy.ts";
import { handle } from "#server/http/handle.ts";
import type { Actor } from "#server/http/actor.ts";
import { maskSpec } from "#server/spec/masked-spec.ts";
import { restoreDocument } from "#server/spec/sealed-columns.ts";
import { takeTurns } from "#lib/async/turns.ts";
import type { Json } from "#language/columns.ts";
import type { Scrubber } from "#server/scrub/scrub.ts";
import * as contract from "../../contract.ts";
import * as schema from "../../contract.schema.ts";
import { canarySpec } from "../spec/canary.ts";
import { openCanarySpec } from "../spec/opened-checks.ts";
import { refuseOthers } from "../spec/only-admins.ts";
import { boundedDocument, maxDetailBytes } from "../run/clean-result.ts";
import { deadlineMs } from "../run/timing.ts";
import { engineOf } from "../engine/engine.ts";
import { isPassive } from "../checks/index.ts";
import { writtenChecks } from "../spec/written-checks.ts";
import { dependenciesOf } from "../run/dependencies.ts";
import { answerOf, type CheckResult } from "../run/result.ts";
import { runCanary } from "../run/run-canary.ts";
import { runnableOf, type RunnableCanary, type RunnableCheck } from "../run/runnable.ts";

const inTurn = takeTurns({
  atOnce: 4,
  waiting: 20,
  refuse: () =>
    new Problem("too_many_requests", "Too many checks are being tested at the moment.", {
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
      await system.features.require("health", "testing a check");
      requireWrite(actor, body);
      refuseOthers(actor, [body.spec]);
      const saved = await findEditable(system, actor, body);
      const spec = withCredentials(system, saved, body.spec);
      const { check, checks, canary } = findTried({ ...body, spec }, { isDraft: saved === undefined });
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
 * Returns the saved canary with this name if the actor could also save the spec: the canary was created in the console,
 * and the actor may update it. Only then may the spec use the canary's credentials, and the connections that rules
 * allow the canary to use.
 */
async function findEditable({ db }: System, actor: Actor, { name, namespace }: TryRequest) {
  const saved = await db.system
    .selectFrom("canaries")
    .select(["id", "namespace", "labels", "source", "spec", "spec_secrets"])
    .where("name", "=", name)
    .where("namespace", "=", namespace)
    .where("agent_id", "=", localAgent)
    .where("deleted_at", "is", null)
    .execute();
  return saved.find(
    ({ id, labels, source }) =>
      isKeptHere(source) && mayOne(actor, "update", "canaries", { id, name, namespace, labels }),
  );
}

/** Returns the sent spec with the credentials of the saved canary in place of each ***. */
function withCredentials(
  { secrets }: System,
  saved: Awaited<ReturnType<typeof findEditable>>,
  spec: TryRequest["spec"],
): TryRequest["spec"] {
  const stored = saved && {
    masked: saved.spec,
    originals: maskSpec(canarySpec, openCanarySpec(secrets, saved)).originals,
  };
  return restoreDocument(canarySpec, spec, { column: "spec", stored }) as TryRequest["spec"];
}

function requireWrite(actor: Actor, { name, namespace }: TryRequest): void {
  if (mayOne(actor, "create", "canaries", { name, namespace })) return;
  if (!mayOne(actor, "update", "canaries", { name, namespace })) throw problem.forbidden("write", "canaries");
}

type TryRequest = z.output<typeof schema.tryCheck.body>;
type Answer = z.output<typeof schema.tryCheck.answer>;

/** A user waits for the result in a form. */
const maxMs = 4 * 60_000;
const maxMadeShown = 50;

/** The selected check and its dependencies. */
function findTried(
  { name, namespace, labels = {}, annotations = {}, spec, check: { type, index } }: TryRequest,
  { isDraft }: Pick<RunnableCanary, "isDraft">,
) {
  const own = { id: randomUUID(), name, namespace, labels, annotations, spec };
  const canary: RunnableCanary = { ...own, trust: "operator", isDraft };
  const list = spec[type];
  const meant: unknown = Array.isArray(list) ? list[index] : index === 0 ? list : undefined;
  const all = writtenChecks({ spec: spec as Json, namespace }).map((written) => runnableOf(written, canary));
  const check = all.find((item) => item.type === type && item.spec === meant);
  if (!check) throw problem.badParts([{ path: "check", message: `does not exist in spec.${type}` }]);
  if (isPassive(type)) throw problem.invalid(`A check of the type ${type} only receives results and cannot be run.`);
  const wanted = new Set([check]);
  for (const needed of wanted)
    for (const parent of dependenciesOf(needed)) for (const found of all) if (found.name === parent) wanted.add(found);
  return { canary, check, checks: all.filter((item) => wanted.has(item)) };
}

interface Trying {
  canary: RunnableCanary;
  checks: readonly RunnableCheck[];
  check: RunnableCheck;
  signal: AbortSignal;
  scrubber: Scrubber;
}

async function runTried(system: System, { canary, checks, check, signal, scrubber }: Trying): Promise<CheckResult> {
  signal.throwIfAborted();
  const engine = engineOf(system);
  await engine.settings.ready();
  const limit = (item: RunnableCheck) => Math.min(maxMs, deadlineMs(item, canary.spec, undefined));
  const { results } = await runCanary(canary, checks, engine.run.around, {
    signal: AbortSignal.any([signal, AbortSignal.timeout(maxMs)]),
    signalOf: (item) => AbortSignal.timeout(limit(item)),
    scrubber,
  });
  if (signal.aborted) throw new Problem("timeout", "The client cancelled this test.", { status: 499 });
  return results.get(check)!;
}

function tryAnswer(check: RunnableCheck, result: CheckResult, scrubber: Scrubber): Answer {
  const { createdChecks = [], createdCanaries = [] } = result;
  return {
    name: check.name,
    type: check.type,
    namespace: check.canary.namespace,
    description: result.description ?? check.description,
    labels: { ...check.canary.labels, ...check.labels, ...result.labels },
    ...answerOf(result),
    display_type: result.displayType,
    detail: shown(result.detail),
    data: shown(scrubber.document(asJson(result.data))),
    metrics: result.metrics.map(({ name, type, labels, value }) => ({ name, type, labels, value })),
    made_checks: createdChecks
      .slice(0, maxMadeShown)
      .map(({ name, type, verdict, message, error }) => ({ name, type, pass: verdict === "healthy", message, error })),
    made_checks_total: createdChecks.length,
    made_canaries: createdCanaries.map(({ name }) => name),
  };
}

/** Truncated in the same way as stored documents. */
const shown = (value: Json) => JSON.parse(boundedDocument(value, maxDetailBytes) ?? "null") as Json;
