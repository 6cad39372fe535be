// Checks whether a cluster can run objects: applies them, waits for them, runs checks against them, and deletes them
// again. Uses the documented API of Kubernetes, and is tested against a stand-in that implements it.
import { sql } from "kysely";
import type { z } from "zod";
import type { Json } from "#language/columns.ts";
import { parseDuration } from "#lib/time/duration.ts";
import { countOf } from "#lib/text/words.ts";
import { ExpressionFault } from "#lib/expression/fault.ts";
import { cel, duration, filled, labels, list, part, text, yes } from "#server/spec/parts.ts";
import { check, namespaceIn, retries } from "../spec/check.ts";
import {
  CheckInvalid,
  CouldNotCheck,
  defineCheck,
  healthy,
  unhealthy,
  type CheckRun,
  type Outcome,
} from "../check-kind.ts";
import { expression, inWords } from "../run/expressions.ts";
import type { NamedResult } from "../run/result.ts";
import {
  applyAll,
  keyOf,
  poller,
  plan,
  readAll,
  removeAll,
  removeLeftovers,
  type Planned,
} from "./kubernetes/applied.ts";
import { clusterFields, reachCluster, type Reached } from "./kubernetes/cluster.ts";
import { described, type Judged } from "./kubernetes/judged.ts";
import { noteStatic } from "./kubernetes/static-objects.ts";
import { fromOwnDatabase } from "./check-errors.ts";

const object = part({
  apiVersion: filled,
  kind: filled,
  metadata: part({ name: filled, namespace: text.optional(), labels: labels.optional() }),
}).meta({ isOpen: true });

/** The spec of a canary. Its fields are declared in spec/canary.ts, which imports this kind. */
export const nestedSpec = part({});

const spec = check({
  resources: list(object)
    .optional()
    .meta({ label: "Resources", description: "Applied at each run, and deleted afterwards." }),
  staticResources: list(object).optional().meta({
    label: "Static resources",
    description: "Applied at each run, and kept until they are removed from this list.",
  }),
  waitFor: part({
    expr: cel.optional().meta({ label: "Condition (CEL)", placeholder: "resources.all(r, k8s.isReady(r))" }),
    timeout: duration.optional().meta({ label: "Timeout", placeholder: "10m" }),
    interval: duration.optional().meta({ label: "Poll interval", placeholder: "5s" }),
    disable: yes.optional().meta({ label: "Do not wait" }),
    delete: yes.optional().meta({ label: "Wait for deletion" }),
  })
    .optional()
    .meta({ label: "Wait for" }),
  clearResources: yes.optional().meta({ label: "Delete objects of an earlier run" }),
  checks: list(nestedSpec)
    .optional()
    .meta({ label: "Checks", description: "Canary specs, which are run against the resources." }),
  checkRetries: retries.optional().meta({ label: "Check retries" }),
  ...clusterFields,
});
type Spec = z.output<typeof spec>;

/** Time limit for deleting objects, which applies even after the run was aborted. */
const removingMs = 20_000;

export const kubernetesResource = defineCheck({
  type: "kubernetesResource",
  title: "Kubernetes resource",
  icon: "kubernetes",
  group: "Kubernetes",
  onlyAdmins: true,
  retriesItself: true,
  spec,
  endpoint: ({ resources = [], staticResources = [] }) =>
    [...staticResources, ...resources].map(({ kind, metadata: { name } }) => `${kind}/${name}`).join(", "),
  host: ({ connection }) => connection,
  takesMs,

  async run(written, run) {
    await requireFew(written, run);
    const reached = await reachCluster(written, run);
    const all = await planAll(reached, written, run);
    const temporary = all.filter(({ isStatic }) => !isStatic);
    const wait = poller({ ...pace(written), signal: run.signal });
    if (written.clearResources) await removeLeftovers(reached.api, temporary, { owner: run, gone: wait });
    let outcome: Outcome | undefined;
    let refused: string | undefined;
    try {
      await noteStatic(all, written, run);
      await applyAll(reached.api, all);
      // The objects are recorded again, because the check and its records may have been deleted in the meantime.
      await noteStatic(all, written, run);
      outcome = await lookAt(all, { reached, written, run, wait });
    } finally {
      refused = await removeAll(reached.until(AbortSignal.timeout(removingMs)), temporary);
    }
    if (refused !== undefined && outcome.pass) return unhealthy(refused, outcome);
    if (written.waitFor?.delete && !(await wait(async () => (await readAll(reached.api, temporary)).length === 0)))
      return unhealthy(`The objects were not deleted within ${written.waitFor.timeout ?? defaults.timeout}`, {
        ...outcome,
        tookTooLong: true,
      });
    return outcome;
  },
});

const defaults = { timeout: "10m", interval: "5s", maxResources: 10 };

const pace = ({
  waitFor: { timeout = defaults.timeout, interval = defaults.interval } = {},
}: Pick<Spec, "waitFor">) => ({
  timeoutMs: parseDuration(timeout),
  intervalMs: Math.max(100, parseDuration(interval)),
});

/** The maximum duration: up to three waits, the contained checks, and the deletion of objects. */
function takesMs({ waitFor, clearResources, checks = [], checkRetries, retries: own, ...spec }: Spec): number {
  const { timeoutMs } = pace({ waitFor, ...spec });
  const waits = 1 + (clearResources ? 1 : 0) + (waitFor?.delete ? 1 : 0);
  const { timeout } = own ?? checkRetries ?? {};
  const looksMs = checks.length * (60_000 + (timeout === undefined ? 0 : parseDuration(timeout)));
  return waits * timeoutMs + looksMs + 2 * removingMs;
}

async function requireFew({ resources = [], staticResources = [] }: Spec, { system }: CheckRun): Promise<void> {
  const count = resources.length + staticResources.length;
  if (count === 0) throw new CheckInvalid("There is nothing to apply. List resources or staticResources.");
  const property = "checks.kubernetesResource.maxResources";
  const max = Number(system && (await valueOf(property, system))) || defaults.maxResources;
  if (count > max)
    throw new CheckInvalid(
      `A check can apply at most ${max} resources, but this check lists ${count}. The property ${property} sets the limit.`,
    );
}

async function valueOf(property: string, { db }: NonNullable<CheckRun["system"]>): Promise<string | undefined> {
  const query = sql<{ value: string }>`select value from properties_in_force where name = ${property}`;
  const { rows } = await fromOwnDatabase(() => query.execute(db.system));
  return rows[0]?.value;
}

async function planAll({ api }: Reached, { resources = [], staticResources = [], namespace }: Spec, run: CheckRun) {
  const planned: Planned[] = [];
  const others = { owner: run, namespace: namespaceIn(namespace) ?? run.canary.namespace };
  for (const [isStatic, objects] of [
    [true, staticResources],
    [false, resources],
  ] as const)
    for (const written of objects) planned.push(await plan(api, written, { ...others, isStatic }));
  return planned;
}

interface Looking {
  reached: Reached;
  written: Spec;
  run: CheckRun;
  wait: ReturnType<typeof poller>;
}

async function lookAt(all: readonly Planned[], { reached, written, run, wait }: Looking): Promise<Outcome> {
  let objects: Judged[] = [];
  let because = "";
  const isReady = async () => {
    objects = await readAll(reached.api, all);
    if (written.waitFor?.disable) return true;
    const verdict = await judge(all, objects, written.waitFor?.expr);
    because = verdict ?? "";
    return verdict === undefined;
  };
  if (!(await wait(isReady)))
    return unhealthy(
      `The objects did not become ready within ${written.waitFor?.timeout ?? defaults.timeout}: ${because}`,
      {
        ...found(objects, []),
        tookTooLong: true,
      },
    );
  const isStatic = new Set(all.filter((item) => item.isStatic).map((item) => keyOf(item.object)));
  const values = {
    resources: objects.filter((item) => !isStatic.has(keyOf(item))),
    staticResources: objects.filter((item) => isStatic.has(keyOf(item))),
  };
  const results: NamedResult[] = [];
  for (const inner of written.checks ?? []) {
    const retried = inner["retries"] ?? written.retries ?? written.checkRetries;
    results.push(...(await run.runOthers({ ...inner, ...(retried !== undefined && { retries: retried }) }, values)));
  }
  return concluded(objects, results);
}

/** Returns why the objects are not ready yet; undefined if all are ready. */
async function judge(all: readonly Planned[], objects: readonly Judged[], expr = ""): Promise<string | undefined> {
  if (expr.trim() === "") {
    const missing = all.length - objects.length;
    const waiting = objects.filter(({ healthStatus }) => !healthStatus.ready);
    if (waiting.length > 0) return described(waiting);
    return missing > 0 ? `${missing} of ${all.length} do not exist` : undefined;
  }
  try {
    const is = await expression("cel", expr).run({ resources: objects });
    return is === true ? undefined : `${expr} is ${String(is)}`;
  } catch (error) {
    // A field that the expression uses may not exist yet.
    if (error instanceof ExpressionFault) return inWords(error);
    throw error;
  }
}

function concluded(objects: readonly Judged[], results: readonly NamedResult[]): Outcome {
  const because = (item: NamedResult) => `${item.name}: ${item.error || item.message || "failed"}`;
  const lost = results.find(({ verdict }) => verdict === "could_not_check");
  if (lost) throw new CouldNotCheck(because(lost));
  const invalid = results.find(({ isInvalid }) => isInvalid);
  if (invalid) throw new CheckInvalid(because(invalid));
  const failed = results.filter(({ verdict }) => verdict !== "healthy");
  if (failed.length > 0) return unhealthy(failed.map(because).join(", "), found(objects, results));
  return healthy(found(objects, results));
}

function found(objects: readonly Judged[], results: readonly NamedResult[]) {
  const health = Object.fromEntries(objects.map((item) => [keyOf(item), item.healthStatus]));
  const display = Object.fromEntries(results.map(({ name, message, error }) => [name, message || error]));
  const looked = results.map(({ name, type, verdict, message, error, durationMs }) => ({
    name,
    type,
    verdict,
    message,
    error,
    durationMs,
  }));
  return {
    message: [
      countOf(objects.length, "resource", "resources"),
      ...(results.length > 0 ? [countOf(results.length, "check", "checks")] : []),
    ].join(", "),
    detail: { health, checks: looked } as unknown as Json,
    data: { health, display, resources: Object.fromEntries(objects.map((item) => [keyOf(item), item])) },
  };
}
