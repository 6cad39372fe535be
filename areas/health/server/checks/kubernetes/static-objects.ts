// Manages objects that stay in a cluster between the runs of a check. They are recorded before they are applied, and
// deleted when the check is deleted or its spec no longer lists them.
import { sql } from "kysely";
import type { System } from "#server/area.ts";
import { defineJob } from "#server/jobs/definition.ts";
import type { Scrubber } from "#server/scrub/scrub.ts";
import { failureOf, type KubernetesApi } from "#areas/connections/server/index.ts";
import type { CheckRun } from "../../check-kind.ts";
import { reachOf } from "../../run/resolve-spec.ts";
import { namespaceIn } from "../../spec/check.ts";
import { fromOwnDatabase } from "../check-errors.ts";
import { isOwn, keyOf, type Planned } from "./applied.ts";
import { reachCluster, type Named } from "./cluster.ts";

/** Records static objects; does nothing without a database. */
export async function noteStatic(all: readonly Planned[], named: Named, run: CheckRun): Promise<void> {
  const objects = all.filter(({ isStatic }) => isStatic).map(({ object }) => object);
  if (objects.length === 0 || !run.system) return;
  const { id, name, namespace } = run.canary;
  const { connection, kubeconfig } = named;
  const { db } = run.system;
  await fromOwnDatabase(() =>
    sql`
      insert into check_static_objects (check_id, canary, cluster, api_version, kind, namespace, name)
      select ${run.check.id}, ${JSON.stringify({ id, name, namespace })}::jsonb, ${JSON.stringify({ connection, kubeconfig })}::jsonb,
             o."apiVersion", o.kind, coalesce(o.metadata ->> 'namespace', ''), o.metadata ->> 'name'
      from   jsonb_to_recordset(${JSON.stringify(objects)}::jsonb) as o ("apiVersion" text, kind text, metadata jsonb)
      on conflict do nothing`.execute(db.system),
  );
}

interface Left {
  id: string;
  check_id: string;
  canary: { id: string; name: string; namespace: string };
  cluster: Named;
  api_version: string;
  kind: string;
  namespace: string;
  name: string;
  age_seconds: number;
  /** Null when the check is deleted. */
  spec: Written | null;
  /** The check was only tested and never saved. */
  is_trial: boolean;
}

interface Written extends Named {
  namespace?: unknown;
  staticResources?: readonly { apiVersion: string; kind: string; metadata: { name: string; namespace?: string } }[];
}

/** This time is longer than the maximum duration of a test of an unsaved check. */
const trialSeconds = 5 * 60;
/** A cluster that was unreachable for this time is considered deleted. */
const maxRetrySeconds = 7 * 86_400;
const maxPerRun = 1_000;

export const removeStatic = defineJob({
  name: "health.static-objects",
  title: "Delete unused static objects of checks",
  schedule: { everySeconds: 60, ifRowsIn: "check_static_objects" },
  history: "failed-only",
  async run({ system, scrubber, signal, success, fail }) {
    const { rows } = await sql<Left>`
      select o.*, extract(epoch from now() - o.created_at)::int as age_seconds,
             case when c.deleted_at is null and c.type = 'kubernetesResource' then c.spec end as spec, c.id is null as is_trial
      from   check_static_objects o
      left   join checks c on c.id = o.check_id
      order  by o.id`.execute(system.db.system);
    const unwanted = rows.filter((left) => !isWanted(left) && !(left.is_trial && left.age_seconds < trialSeconds));
    const byCluster = Map.groupBy(unwanted.slice(0, maxPerRun), ({ canary, cluster }) =>
      JSON.stringify([canary.id, cluster]),
    );
    for (const [first, ...others] of byCluster.values()) {
      const api = await reached(first!, { system, scrubber, signal }).catch(failureOf);
      for (const left of [first!, ...others]) {
        const failure = "message" in api ? api : await remove(api, left).catch(failureOf);
        if (!failure) success();
        else fail(`${place(left)} cannot be deleted: ${failure.message}`);
        if (!failure || left.age_seconds > maxRetrySeconds)
          await sql`delete from check_static_objects where id = ${left.id}`.execute(system.db.system);
      }
    }
  },
});

function isWanted({ spec, cluster, canary, ...left }: Left): boolean {
  if (!spec || spec.connection !== cluster.connection) return false;
  if (JSON.stringify(spec.kubeconfig) !== JSON.stringify(cluster.kubeconfig)) return false;
  return (spec.staticResources ?? []).some(
    ({ apiVersion, kind, metadata }) =>
      apiVersion === left.api_version &&
      kind === left.kind &&
      metadata.name === left.name &&
      ["", metadata.namespace || (namespaceIn(spec.namespace) ?? canary.namespace)].includes(left.namespace),
  );
}

async function reached(
  { canary, cluster }: Left,
  { system, scrubber, signal }: { system: System; scrubber: Scrubber; signal: AbortSignal },
): Promise<KubernetesApi> {
  const reach = reachOf(canary, { ...system, system }, scrubber);
  const run = { ...reach, outbound: system.outbound("operator"), cluster: system.env.cluster, scrubber, signal };
  return (await reachCluster(cluster, run)).api;
}

/** Keeps an object that someone else has created under the same name since. */
async function remove(api: KubernetesApi, { check_id, api_version, kind, name, namespace }: Left): Promise<void> {
  const resource = await api.resource({ apiVersion: api_version, kind });
  if (!resource) return;
  const at = { name, ...(namespace !== "" && { namespace }) };
  const object = await api.get(resource, at);
  if (object && isOwn(object, check_id)) await api.remove(resource, at);
}

const place = ({ kind, name, namespace }: Left) => keyOf({ apiVersion: "", kind, metadata: { name, namespace } });
