// Creates the inline canaries of components. A canary is identified by its component and its name. A canary that its
// component no longer contains is deleted; if the component contains it again, it is restored with its history.
//
// The canaries of each component are written in a separate transaction, after the save of the tree: one large
// transaction would lock components and checks for a long time, and in an order that the check recorder cannot follow.
// Each transaction locks the component, then turns, then checks.
import { isDeepStrictEqual } from "node:util";
import { sql } from "kysely";
import type { Json, Labels } from "#language/columns.ts";
import { localAgent } from "#language/local-agent.ts";
import { newId } from "#lib/uuid/new-id.ts";
import type { System } from "#server/area.ts";
import { inSavepoint, isolated } from "#server/db/isolated.ts";
import type { Tx } from "#server/db/pool.ts";
import { retried } from "#server/db/retried.ts";
import { faultOfCanary, sealedCanary, syncChecks } from "#areas/health/server/index.ts";
import type { Matched } from "./match.ts";

export const sourceOf = (componentId: string) => `component/${componentId}`;

interface WantedCanary {
  component: string;
  name: string;
  namespace: string;
  labels: Labels;
  spec: Readonly<Record<string, unknown>>;
  isExternal: boolean;
}

/** Returns the reasons why canaries cannot be stored. It stores nothing. */
export const faultsOfInlineCanaries = (written: readonly Matched[]): string[] =>
  written.flatMap(wantedBy).flatMap((canary) => faultOfCanary(canary, canary) ?? []);

/** A saved component whose inline canaries are not written yet. */
export interface Unfinished {
  id: string;
  wanted: readonly WantedCanary[];
  /** The component as it is stored, to detect that a later build has replaced it. */
  componentChecks: Json;
  /** The hash of the component, stored once its canaries are written; null if the component has to be built again. */
  hash: string | null;
}

/** Returns the components that have or had inline canaries. */
export async function findUnfinished(
  tx: Tx,
  changed: readonly (Matched & { hash: string })[],
): Promise<Map<string, Unfinished>> {
  const had = changed.flatMap(({ row, stored }) => (stored ? [sourceOf(row.id)] : []));
  const { rows } = await sql<{ source: string }>`
    select distinct source from canaries where source = any (${had}::text[]) and deleted_at is null`.execute(tx);
  const existing = new Set(rows.map(({ source }) => source));
  return new Map(
    changed.flatMap((each) => {
      const { row, stored } = each;
      const wanted = wantedBy(each);
      if (wanted.length === 0 && !existing.has(sourceOf(row.id))) return [];
      const { component_checks: componentChecks } = row.values;
      const hash = stored && row.component.keepsProperties ? null : each.hash;
      return [[row.id, { id: row.id, wanted, componentChecks, hash }]];
    }),
  );
}

/** Writes the canaries of saved components. Returns why canaries could not be stored. */
export async function writeInlineCanaries(
  system: Pick<System, "db" | "secrets">,
  unfinished: readonly Unfinished[],
): Promise<string[]> {
  const faults: string[] = [];
  for (const component of unfinished.toSorted((a, b) => (a.id < b.id ? -1 : 1)))
    faults.push(...(await retried(system.db, (tx) => finish(system, tx, component))));
  return faults;
}

async function finish(
  system: Pick<System, "secrets">,
  tx: Tx,
  { id: component, wanted, componentChecks, hash }: Unfinished,
): Promise<string[]> {
  // A concurrent deletion of the component waits for this transaction, and then deletes its canaries.
  const { rows: current } = await sql`
    select from components
    where  id = ${component} and deleted_at is null
    and    component_checks is not distinct from ${componentChecks === null ? null : JSON.stringify(componentChecks)}::jsonb
    for    no key update`.execute(tx);
  if (current.length === 0) return [];
  await lockChecksOf(tx, [component]);
  const { rows: existing } = await sql<{ id: string; name: string; namespace: string }>`
    select id, name, namespace
    from   canaries
    where  source = ${sourceOf(component)} and deleted_at is null
    order  by id`.execute(tx);
  const known = new Map(existing.map((canary) => [keyOf(canary), canary.id]));
  const faults: string[] = [];
  const kept = new Set<string>();
  const fit: WantedCanary[] = [];
  for (const canary of wanted) {
    const id = known.get(keyOf(canary));
    if (id !== undefined) kept.add(id);
    const fault = faultOfCanary(canary, canary);
    if (fault === undefined) fit.push(canary);
    else faults.push(fault);
  }
  await isolated(
    fit,
    (canaries) =>
      inSavepoint(tx, async (part) => {
        for (const canary of canaries) await write(system, part, canary);
      }),
    // A rejected canary is not changed in the database.
    ({ name }, error) => void faults.push(`The canary ${name} cannot be stored: ${(error as Error).message}`),
  );
  const gone = existing.filter(({ id }) => !kept.has(id)).map(({ id }) => id);
  if (gone.length > 0) await sql`update canaries set deleted_at = now() where id = any (${gone}::uuid[])`.execute(tx);
  if (hash !== null) await sql`update components set build_hash = ${hash} where id = ${component}`.execute(tx);
  return faults;
}

/**
 * Locks the turns and checks of inline canaries in the order of the check recorder: turns before checks, each by id.
 */
export async function lockChecksOf(tx: Tx, components: readonly string[]): Promise<void> {
  if (components.length === 0) return;
  const { rows } = await sql<{ id: string }>`
    select id from canaries where source = any (${components.map(sourceOf)}::text[]) and deleted_at is null`.execute(
    tx,
  );
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return;
  await sql`select from check_turns where canary_id = any (${ids}::uuid[]) order by id for update`.execute(tx);
  await sql`select from checks where canary_id = any (${ids}::uuid[]) order by id for no key update`.execute(tx);
}

const keyOf = ({ name, namespace }: { name: string; namespace: string }) => JSON.stringify([name, namespace]);

function wantedBy({ row }: Matched): WantedCanary[] {
  const { name, values, component } = row;
  const { schedule, checks } = component;
  const namespace = values.namespace ?? "default";
  const inline = checks.filter((check) => check.inline !== undefined);
  return inline.map((check, index) => ({
    component: row.id,
    name: index === 0 ? name : `${name} ${index + 1}`,
    namespace,
    labels: { ...(values.labels as Labels | null) },
    spec: withSchedule(check.inline!, schedule),
    isExternal: check.isExternal === true,
  }));
}

const defaultSchedule = "@every 10m";

/** An inline canary without a schedule runs as often as its component is built. */
const withSchedule = (spec: Readonly<Record<string, unknown>>, schedule = defaultSchedule) =>
  spec["schedule"] === undefined && spec["interval"] === undefined ? { ...spec, schedule } : spec;

async function write({ secrets }: Pick<System, "secrets">, tx: Tx, canary: WantedCanary): Promise<void> {
  const { component, name, namespace, labels, spec } = canary;
  const source = sourceOf(component);
  const stored = await tx
    .selectFrom("canaries")
    .selectAll()
    .where("source", "=", source)
    .where("name", "=", name)
    .where("namespace", "=", namespace)
    .where("agent_id", "=", localAgent)
    .orderBy(sql`deleted_at is null`, "desc")
    .orderBy("deleted_at", "desc")
    .limit(1)
    .executeTakeFirst();
  const id = stored?.id ?? newId();
  const sealed = sealedCanary(secrets, id, spec, stored);
  const before = stored && [stored.deleted_at, stored.spec, stored.spec_secrets, stored.labels];
  if (before && isDeepStrictEqual(before, [null, sealed.spec, sealed.spec_secrets, labels])) return;
  const values = { ...sealed, labels };
  const row = stored
    ? await tx
        .updateTable("canaries")
        .set({ ...values, deleted_at: null })
        .where("id", "=", id)
        .returningAll()
        .executeTakeFirstOrThrow()
    : await tx
        .insertInto("canaries")
        .values({ ...values, id, name, namespace, source })
        .returningAll()
        .executeTakeFirstOrThrow();
  await syncChecks(tx, row);
}
