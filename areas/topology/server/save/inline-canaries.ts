// Creates the inline canaries of components. A canary is identified by its component and its name; one that its component
// no longer contains is deleted, and one that comes back is restored with its history.
import { isDeepStrictEqual } from "node:util";
import { sql } from "kysely";
import type { Labels } from "#language/columns.ts";
import { localAgent } from "#language/local-agent.ts";
import { newId } from "#lib/uuid/new-id.ts";
import type { System } from "#server/area.ts";
import { inSavepoint, isolated } from "#server/db/isolated.ts";
import type { Tx } from "#server/db/pool.ts";
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

/** Returns why canaries cannot be stored, without storing any. */
export const faultsOfInlineCanaries = (written: readonly Matched[]): string[] =>
  written.flatMap(wantedBy).flatMap((canary) => faultOfCanary(canary, canary) ?? []);

/** Returns why canaries could not be stored. */
export async function writeInlineCanaries(
  system: Pick<System, "secrets">,
  tx: Tx,
  written: readonly Matched[],
): Promise<string[]> {
  const wanted = written.flatMap(wantedBy);
  const had = written.flatMap(({ row, stored }) => (stored ? [sourceOf(row.id)] : []));
  const { rows: existing } = await sql<{ id: string; source: string; name: string; namespace: string }>`
    select id, source, name, namespace
    from   canaries
    where  source = any (${had}::text[]) and deleted_at is null`.execute(tx);
  const known = new Map(existing.map((canary) => [keyOf(canary), canary.id]));
  const faults: string[] = [];
  const kept = new Set<string>();
  const fit: WantedCanary[] = [];
  for (const canary of wanted) {
    const id = known.get(keyOf({ ...canary, source: sourceOf(canary.component) }));
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
    // A refused canary stays as it is stored.
    ({ name }, error) => void faults.push(`The canary ${name} cannot be stored: ${(error as Error).message}`),
  );
  const gone = existing.filter(({ id }) => !kept.has(id)).map(({ id }) => id);
  if (gone.length > 0) await sql`update canaries set deleted_at = now() where id = any (${gone}::uuid[])`.execute(tx);
  return faults;
}

const keyOf = ({ source, name, namespace }: { source: string; name: string; namespace: string }) =>
  JSON.stringify([source, name, namespace]);

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
