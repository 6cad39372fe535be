// Stores the checks and canaries that a check's transform created. A created check is identified by type and name. A
// check that is no longer created is deleted; the delete strategy decides its final status.
import { isDeepStrictEqual } from "node:util";
import { sql } from "kysely";
import type { Labels } from "#language/columns.ts";
import { localAgent } from "#language/local-agent.ts";
import { newId } from "#lib/uuid/new-id.ts";
import type { Tx } from "#server/db/pool.ts";
import type { Secrets } from "#server/secrets.ts";
import { bareResult, type CreatedCanary, type CreatedCheck } from "../run/result.ts";
import { sealedCanary } from "../spec/sealed-canary.ts";
import type { LoadedCheck } from "./loaded.ts";
import type { StoredRun } from "./record.ts";
import { syncChecks } from "./sync.ts";
import { faultOfCanary } from "../run/fault-of-canary.ts";
import { isRecord } from "../spec/written-checks.ts";

export interface Created {
  runs: readonly StoredRun[];
  /** Why created canaries could not be stored. */
  faults: readonly string[];
}

export async function recordCreated(tx: Tx, run: StoredRun, secrets: Secrets): Promise<Created> {
  const { createdChecks, createdCanaries } = run.result;
  const faults = createdCanaries ? await writeCanaries(tx, run, createdCanaries, secrets) : [];
  if (!createdChecks) return { runs: [], faults };
  const distinct = onePerName(createdChecks);
  const ids = await writeChecks(tx, run.check, distinct);
  const runs = distinct.flatMap((created) => {
    const id = ids.get(keyOf(created));
    return id === undefined ? [] : [runOf(run, { ...created, id }, created, created.deletedAt)];
  });
  // An empty list may be caused by a fault of the target, and each post to a webhook reports only some of the checks.
  const isWhole = distinct.length > 0 && run.check.type !== "webhook" && !run.result.isPartial;
  if (isWhole) runs.push(...(await vanished(tx, run, [...ids.values()])));
  return { runs, faults };
}

type CreatedRow = Pick<LoadedCheck, "id" | "type" | "name" | "labels"> & { severity?: string | null | undefined };

/**
 * The selectors of the creating check also find the relationships of the created check, so the created check keeps the
 * spec of its creator.
 */
const runOf = (
  { check, completed }: StoredRun,
  { id, type, name, labels, severity = check.severity }: CreatedRow,
  result: StoredRun["result"],
  endsAt: Date | undefined,
): StoredRun => ({
  check: { ...check, id, type, name, labels, severity, ancestors: [] },
  result,
  isInMaintenance: false,
  endsAt,
  completed,
});

const keyOf = ({ type, name }: { type: string; name: string }) => `${type}\0${name}`;

/** If several entries have the same name, the last one is used. */
const onePerName = (created: readonly CreatedCheck[]) => [
  ...new Map(created.map((item) => [keyOf(item), item])).values(),
];

async function writeChecks(
  tx: Tx,
  creator: LoadedCheck,
  created: readonly CreatedCheck[],
): Promise<Map<string, string>> {
  const rows = created.map(({ type, name, namespace, description, icon, labels, endpoint, severity }) => ({
    type,
    name,
    namespace: namespace ?? creator.canary.namespace,
    description: description ?? null,
    icon: icon ?? null,
    labels,
    severity: severity ?? null,
    spec: endpoint === undefined ? {} : { endpoint },
  }));
  const { rows: written } = await sql<{ id: string; type: string; name: string }>`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as w (
        type text, name text, namespace text, description text, icon text, labels jsonb, severity text, spec jsonb
      )
    ), written as (
      insert into checks as c (canary_id, agent_id, type, name, namespace, description, icon, labels, severity, owner, spec, interval_seconds, transformed, made_by)
      select p.canary_id, p.agent_id, w.type, w.name, w.namespace, w.description, w.icon, w.labels, coalesce(w.severity, p.severity), p.owner, w.spec, p.interval_seconds, true, p.id
      from   given w, checks p
      where  p.id = ${creator.id}
      on conflict (canary_id, type, name, agent_id) do update
      set    namespace = excluded.namespace, description = excluded.description, icon = excluded.icon, labels = excluded.labels,
             severity = excluded.severity, owner = excluded.owner, spec = excluded.spec,
             interval_seconds = excluded.interval_seconds, made_by = excluded.made_by, deleted_at = null
      -- Checks of the spec are never replaced.
      where  c.transformed
      and    row(c.namespace, c.description, c.icon, c.labels, c.severity, c.owner, c.spec, c.interval_seconds, c.made_by, c.deleted_at)
             is distinct from
             row(excluded.namespace, excluded.description, excluded.icon, excluded.labels, excluded.severity, excluded.owner,
                 excluded.spec, excluded.interval_seconds, excluded.made_by, null::timestamptz)
      returning c.id, c.type, c.name
    )
    select id, type, name from written
    union
    select c.id, c.type, c.name
    from   given w
    join   checks c on c.canary_id = ${creator.canary.id} and c.agent_id = ${localAgent} and c.type = w.type and c.name = w.name
    where  c.transformed`.execute(tx);
  return new Map(written.map((row) => [keyOf(row), row.id]));
}

/** Deletes checks that were created before and are no longer created; returns them with their final results. */
async function vanished(tx: Tx, run: StoredRun, present: readonly string[]): Promise<StoredRun[]> {
  const { id: creator, spec } = run.check;
  const strategy = isRecord(spec) ? spec["transformDeleteStrategy"] : undefined;
  const verdict = strategy === "MarkHealthy" ? "healthy" : strategy === "MarkUnhealthy" ? "unhealthy" : undefined;
  const gone = sql`made_by = ${creator} and deleted_at is null and not id = any (${present}::uuid[])`;
  if (verdict === undefined) {
    await sql`update checks set deleted_at = now(), next_runtime = null where ${gone}`.execute(tx);
    return [];
  }
  const { rows } = await sql<{ id: string; type: string; name: string; labels: Labels | null }>`
    select id, type, name, labels from checks where ${gone} order by id`.execute(tx);
  const { start } = run.result;
  const result = { ...bareResult(verdict, start), message: "The transform no longer returns this check." };
  return rows.map((row) => runOf(run, { ...row, labels: row.labels ?? {} }, result, start));
}

/** Returns why canaries could not be stored. */
async function writeCanaries(
  tx: Tx,
  { check: creator, result }: StoredRun,
  created: readonly CreatedCanary[],
  secrets: Secrets,
): Promise<string[]> {
  const source = `check=${creator.id}`;
  const kept: string[] = [];
  const faults: string[] = [];
  for (const { name, namespace = creator.canary.namespace, labels, spec } of created) {
    const fault = faultOfCanary({ name, namespace, spec }, { isExternal: true });
    const found = await tx
      .selectFrom("canaries")
      .selectAll()
      .where("source", "=", source)
      .where("name", "=", name)
      .where("namespace", "=", namespace)
      .where("deleted_at", "is", null)
      .executeTakeFirst();
    if (fault !== undefined) faults.push(fault);
    if (found) kept.push(found.id);
    if (fault !== undefined) continue;
    const id = found?.id ?? newId();
    const sealed = sealedCanary(secrets, id, spec, found);
    if (
      found &&
      isDeepStrictEqual([found.spec, found.spec_secrets, found.labels], [sealed.spec, sealed.spec_secrets, labels])
    )
      continue;
    const values = { labels: { ...labels }, ...sealed };
    const canary = found
      ? await tx.updateTable("canaries").set(values).where("id", "=", found.id).returningAll().executeTakeFirstOrThrow()
      : await tx
          .insertInto("canaries")
          .values({ ...values, id, name, namespace, source })
          .returningAll()
          .executeTakeFirstOrThrow();
    await syncChecks(tx, canary);
    kept.push(canary.id);
  }
  if (created.length > 0 && !result.isPartial)
    await sql`
      update canaries set deleted_at = now()
      where  source = ${source} and deleted_at is null and not id = any (${kept}::uuid[])`.execute(tx);
  return faults;
}
