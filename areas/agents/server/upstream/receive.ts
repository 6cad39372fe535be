// Stores what an agent pushes, in one transaction: all of it or nothing.
import { sql } from "kysely";
import { problem } from "#language/problem.ts";
import type { System } from "#server/area.ts";
import type { Tx } from "#server/db/pool.ts";
import { retried } from "#server/db/retried.ts";
import { pushedKeys, type PushedKey, type PushedRow } from "../../contract.schema.ts";
import { endActions } from "./actions.ts";
import { findMissing, idsIn, missingParents, requireOwnPlaces } from "./ownership.ts";
import { recordReceived, type Sender } from "./sender.ts";
import { publishStatuses, untoldIn } from "./status-events.ts";
import { storingRows } from "./store-rows.ts";
import { nullableKeys, pushedTables } from "./tables.ts";

export type Pushed = Readonly<Partial<Record<PushedKey, readonly PushedRow[] | null | undefined>>>;

export const receive = (
  { db, events }: Pick<System, "db" | "events">,
  agent: Sender,
  pushed: Pushed,
): Promise<{ stored: Record<string, number>; ignored: Record<string, number> }> =>
  retried(db, async (tx) => {
    const stored: Record<string, number> = {};
    const ignored: Record<string, number> = {};
    const untold = new Set<string>();
    for (const key of pushedKeys) {
      const rows = pushed[key] ?? [];
      if (rows.length === 0) continue;
      if (ignoredKeys.has(key)) {
        ignored[key] = rows.length;
        continue;
      }
      for (const id of await storeKey(tx, agent.id, key, rows)) untold.add(id);
      stored[key] = rows.length;
    }
    await publishStatuses({ events }, tx, [...untold]);
    await recordReceived(tx, agent);
    return { stored, ignored };
  });

/**
 * Views are computed here from the pushed rows, for each reader. Stored results would show all data to readers who may
 * see only some rows.
 */
const ignoredKeys: ReadonlySet<PushedKey> = new Set(["view_panels", "generated_views"]);

/** Returns the checks whose status must be published. */
async function storeKey(
  tx: Tx,
  agentId: string,
  key: PushedKey,
  rows: readonly PushedRow[],
): Promise<readonly string[]> {
  const table = pushedTables[key];
  if (table) {
    requireKeys(key, table.key, rows);
    if (key !== "checks") {
      await requireOwnPlaces(tx, agentId, key, table, rows);
      await (await storingRows(tx, agentId, table, rows)).execute(tx);
      return [];
    }
    await endChecks(tx, await requireOwnPlaces(tx, agentId, key, table, rows, formerChecks(agentId, rows)));
    return untoldIn(tx, await storingRows(tx, agentId, table, rows));
  }
  switch (key) {
    case "checks_unlogged":
      return storeCheckStates(tx, agentId, rows);
    case "config_items_last_scraped_time":
      await storeScrapeTimes(tx, agentId, rows);
      return [];
    case "playbook_actions":
      requireKeys(key, ["id"], rows);
      await endActions(tx, agentId, rows);
      return [];
    default:
      throw new Error(`The pushed rows ${key} have no table.`);
  }
}

function requireKeys(name: string, key: readonly string[], rows: readonly PushedRow[]): void {
  for (const [index, row] of rows.entries())
    for (const column of key)
      if (!nullableKeys.has(column) && (row[column] ?? null) === null)
        throw problem.badParts([{ path: `body.${name}.${index}.${column}`, message: "is missing" }]);
}

/** Selects the checks of the agent that have the names of pushed checks, and other ids. */
const formerChecks = (agentId: string, rows: readonly PushedRow[]) => {
  const named = rows.map(({ canary_id, type, name }) => ({ canary_id, type, name }));
  return sql<{ id: string }>`
    select t.id
    from   checks t
    join   jsonb_to_recordset(${JSON.stringify(named)}::jsonb) as r (canary_id uuid, type text, name text)
           on r.canary_id = t.canary_id and r.type = t.type and r.name = t.name
    where  t.agent_id = ${agentId}
    and    t.id <> all(${idsIn("checks", rows, "id")}::uuid[])`;
};

/**
 * An agent that was installed again pushes its checks with new ids. The former checks end and make their names available.
 */
async function endChecks(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`
    update checks
    set    deleted_at = coalesce(deleted_at, now()), name = name || ' (replaced, ' || id || ')'
    where  id = any(${ids}::uuid[])`.execute(tx);
}

const checkOfState = (row: PushedRow): PushedRow => ({ ...row, id: row["check_id"] ?? row["id"] });

/** The states of checks, which agents push more often than the checks. */
async function storeCheckStates(tx: Tx, agentId: string, rows: readonly PushedRow[]): Promise<readonly string[]> {
  const named = rows.map(checkOfState);
  requireKeys("checks_unlogged", ["id"], named);
  const missing = await findMissing(tx, agentId, "checks", idsIn("checks_unlogged", named, "id"));
  if (missing.length > 0) throw missingParents(missing);
  return untoldIn(
    tx,
    sql`
    update checks t
    set    status = coalesce(w.status, t.status),
           last_runtime = greatest(w.last_runtime, t.last_runtime),
           next_runtime = coalesce(w.next_runtime, t.next_runtime),
           last_transition_time = greatest(w.last_transition_time, t.last_transition_time)
    from   jsonb_to_recordset(${JSON.stringify(named)}::jsonb)
           as w (id uuid, status text, last_runtime timestamptz, next_runtime timestamptz, last_transition_time timestamptz)
    where  t.id = w.id
    and    t.agent_id = ${agentId}
    and    coalesce(w.last_runtime >= t.last_runtime, true)`,
  );
}

async function storeScrapeTimes(tx: Tx, agentId: string, rows: readonly PushedRow[]): Promise<void> {
  const key = "config_items_last_scraped_time";
  requireKeys(key, ["config_id"], rows);
  const missing = await findMissing(tx, agentId, "config_items", idsIn(key, rows, "config_id"));
  if (missing.length > 0) throw missingParents(missing);
  await sql`
    update config_items t
    set    last_scraped_time = w.last_scraped_time
    from   jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as w (config_id uuid, last_scraped_time timestamptz)
    where  t.id = w.config_id
    and    t.agent_id = ${agentId}
    and    coalesce(w.last_scraped_time > t.last_scraped_time, w.last_scraped_time is not null)`.execute(tx);
}
