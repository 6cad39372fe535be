// Deletes checks from the spec of a canary, and restores them. The row of a deleted check keeps its history and the
// encrypted credentials of its entry, so that the check can be restored unchanged.
import { sql } from "kysely";
import { localAgent } from "#language/local-agent.ts";
import { problem } from "#language/problem.ts";
import { isKeptHere, whereToEdit } from "#server/db/own-rows.ts";
import type { Tx } from "#server/db/pool.ts";
import type { Row } from "#server/db/tables.ts";
import type { Secrets } from "#server/secrets.ts";
import { openDocument, writeDocument } from "#server/spec/sealed-columns.ts";
import { kindNamed } from "../checks/index.ts";
import { syncChecks } from "../engine/sync.ts";
import { openCanarySpec } from "./opened-checks.ts";
import { putBack, takeOut } from "./entries.ts";
import { sealedCanary } from "./sealed-canary.ts";
import { isFolded } from "./written-checks.ts";

export type Canary = Row<"canaries">;
export type CheckRow = Pick<
  Row<"checks">,
  "id" | "name" | "type" | "canary_id" | "spec" | "spec_secrets" | "transformed" | "deleted_at"
>;

/** The deletion of one or more checks of a canary. */
export interface CanaryDeletion {
  canary: Canary;
  checks: readonly CheckRow[];
  /** Whether the whole canary is deleted, because it would have no checks left. */
  isWhole: boolean;
}

export const checkColumns = [
  "id",
  "name",
  "type",
  "canary_id",
  "spec",
  "spec_secrets",
  "transformed",
  "deleted_at",
] as const;

/** Throws a Problem with a remedy if the checks of this canary are managed elsewhere. */
export function refuseElsewhere({ source, agent_id }: Canary): void {
  if (agent_id !== localAgent) throw problem.invalid("The check belongs to an agent; delete or restore it there.");
  if (!isKeptHere(source)) throw problem.invalid(`The check is not edited in the console. ${whereToEdit(source)}`);
}

export async function planDeletion(tx: Tx, canary: Canary, checks: readonly CheckRow[]): Promise<CanaryDeletion> {
  refuseElsewhere(canary);
  const { rows } = await sql<{ left: number }>`
    select count(*)::int as left
    from   checks
    where  canary_id = ${canary.id} and deleted_at is null and not transformed
    and    not id = any (${checks.map(({ id }) => id)}::uuid[])`.execute(tx);
  return { canary, checks, isWhole: isFolded(canary) || rows[0]!.left === 0 };
}

export async function deleteOfCanary(
  tx: Tx,
  secrets: Secrets,
  { canary, checks, isWhole }: CanaryDeletion,
): Promise<void> {
  if (isWhole) return write(tx, canary.id, { deleted_at: new Date().toISOString() });
  const opened = openCanarySpec(secrets, canary);
  const { left, entries } = takeOut({ spec: canary.spec, opened }, checks);
  await write(tx, canary.id, sealedCanary(secrets, canary.id, left, canary));
  for (const check of checks) {
    if (!entries.has(check)) continue;
    const place = { table: "checks", id: check.id, column: "spec" };
    const sealed = writeDocument(secrets, place, {
      schema: kindNamed(check.type)?.spec,
      sent: entries.get(check),
      stored: undefined,
    });
    await tx.updateTable("checks").set(sealed).where("id", "=", check.id).execute();
  }
}

export async function restoreOfCanary(
  tx: Tx,
  secrets: Secrets,
  canary: Canary,
  checks: readonly CheckRow[],
): Promise<void> {
  refuseElsewhere(canary);
  if (canary.deleted_at !== null) await write(tx, canary.id, { deleted_at: null });
  else
    for (const check of checks) {
      const present = await tx.selectFrom("canaries").selectAll().where("id", "=", canary.id).executeTakeFirstOrThrow();
      const specs = { spec: present.spec, opened: openCanarySpec(secrets, present) };
      const spec = putBack(specs, check, openEntry(secrets, check));
      if (!spec)
        throw problem.conflict(`The canary ${canary.name} now has a different ${check.type} check with this name.`);
      await write(tx, canary.id, sealedCanary(secrets, canary.id, spec, present));
    }
  for (const { id, deleted_at } of checks) await restoreLinks(tx, id, deleted_at);
}

const openEntry = (secrets: Secrets, { id, spec, spec_secrets: sealed }: CheckRow): unknown =>
  openDocument(secrets, { table: "checks", id, column: "spec" }, { masked: spec, sealed });

async function write(tx: Tx, id: string, values: Partial<Canary>): Promise<void> {
  const canary = await tx
    .updateTable("canaries")
    .set(values)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await syncChecks(tx, canary);
}

/** Restores the links that were removed with the check; the next run creates the other links. */
async function restoreLinks(tx: Tx, checkId: string, endedAt: string | null): Promise<void> {
  for (const table of ["check_config_relationships", "check_component_relationships"] as const)
    await sql`
      update ${sql.table(table)} set deleted_at = null
      where  check_id = ${checkId} and deleted_at = ${endedAt}`.execute(tx);
}
