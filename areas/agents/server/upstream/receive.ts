// Stores what an agent pushes, in one transaction: all of it or nothing.
import { sql } from "kysely";
import { problem } from "#language/problem.ts";
import type { System } from "#server/area.ts";
import type { Tx } from "#server/db/pool.ts";
import { retried } from "#server/db/retried.ts";
import { pushedKeys, type PushedKey, type PushedRow } from "../../contract.schema.ts";
import { endActions } from "./actions.ts";
import { findMissing, idsIn, missingParents, requireOwn, requireParents } from "./ownership.ts";
import type { Sender } from "./sender.ts";
import { publishStatuses } from "./status-events.ts";
import { storeRows } from "./store-rows.ts";
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
    for (const key of pushedKeys) {
      const rows = pushed[key] ?? [];
      if (rows.length === 0) continue;
      if (ignoredKeys.has(key)) {
        ignored[key] = rows.length;
        continue;
      }
      await storeKey(tx, agent.id, key, rows);
      stored[key] = rows.length;
    }
    const states = [pushed.checks ?? [], (pushed.checks_unlogged ?? []).map(checkOfState)];
    await publishStatuses({ events }, tx, idsIn("checks", states.flat(), "id"));
    await sql`update agents set last_seen = now(), last_received = now() where id = ${agent.id}`.execute(tx);
    return { stored, ignored };
  });

/**
 * Views are computed here from the pushed rows, for each reader. Stored results would show all data to readers who may
 * see only some rows.
 */
const ignoredKeys: ReadonlySet<PushedKey> = new Set(["view_panels", "generated_views"]);

async function storeKey(tx: Tx, agentId: string, key: PushedKey, rows: readonly PushedRow[]): Promise<void> {
  const table = pushedTables[key];
  if (table) {
    requireKeys(key, table.key, rows);
    await requireParents(tx, agentId, key, table, rows);
    await requireOwn(tx, agentId, key, table, rows);
    if (key === "checks") await endFormerChecks(tx, agentId, rows);
    return storeRows(tx, agentId, table, rows);
  }
  switch (key) {
    case "checks_unlogged":
      return storeCheckStates(tx, agentId, rows);
    case "config_items_last_scraped_time":
      return storeScrapeTimes(tx, agentId, rows);
    case "playbook_actions":
      requireKeys(key, ["id"], rows);
      return endActions(tx, agentId, rows);
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

/**
 * An agent that was installed again pushes its checks with new ids. The former checks end and make their names available.
 */
async function endFormerChecks(tx: Tx, agentId: string, rows: readonly PushedRow[]): Promise<void> {
  await sql`
    update checks t
    set    deleted_at = coalesce(t.deleted_at, now()), name = t.name || ' (replaced, ' || t.id || ')'
    from   jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id uuid, canary_id uuid, type text, name text)
    where  t.canary_id = r.canary_id
    and    t.type = r.type
    and    t.name = r.name
    and    t.agent_id = ${agentId}
    and    t.id <> all(${idsIn("checks", rows, "id")}::uuid[])`.execute(tx);
}

const checkOfState = (row: PushedRow): PushedRow => ({ ...row, id: row["check_id"] ?? row["id"] });

/** The states of checks, which agents push more often than the checks. */
async function storeCheckStates(tx: Tx, agentId: string, rows: readonly PushedRow[]): Promise<void> {
  const named = rows.map(checkOfState);
  requireKeys("checks_unlogged", ["id"], named);
  const missing = await findMissing(tx, agentId, "checks", idsIn("checks_unlogged", named, "id"));
  if (missing.length > 0) throw missingParents(missing);
  await sql`
    update checks t
    set    status = coalesce(w.status, t.status),
           last_runtime = greatest(w.last_runtime, t.last_runtime),
           next_runtime = coalesce(w.next_runtime, t.next_runtime),
           last_transition_time = greatest(w.last_transition_time, t.last_transition_time)
    from   jsonb_to_recordset(${JSON.stringify(named)}::jsonb)
           as w (id uuid, status text, last_runtime timestamptz, next_runtime timestamptz, last_transition_time timestamptz)
    where  t.id = w.id
    and    t.agent_id = ${agentId}
    and    coalesce(w.last_runtime >= t.last_runtime, true)`.execute(tx);
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
