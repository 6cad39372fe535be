// Deletes rows that an agent has deleted. Rows with the column deleted_at are marked; the others are removed.
import { sql } from "kysely";
import type { System } from "#server/area.ts";
import type { Tx } from "#server/db/pool.ts";
import { retried } from "#server/db/retried.ts";
import { pushedKeys, type PushedKey, type PushedRow } from "../../contract.schema.ts";
import { belongsTo, findMissing, idsIn, requireOwn } from "./ownership.ts";
import type { Pushed } from "./receive.ts";
import { recordReceived, type Sender } from "./sender.ts";
import { pushedTables, sameKey } from "./tables.ts";

/** Returns the number of deleted rows by key. Rows that are not stored count as deleted already. */
export const remove = ({ db }: Pick<System, "db">, agent: Sender, sent: Pushed): Promise<Record<string, number>> =>
  retried(db, async (tx) => {
    const deleted: Record<string, number> = {};
    // Children first, because they refer to their parents.
    for (const key of pushedKeys.toReversed()) {
      const rows = sent[key] ?? [];
      if (rows.length > 0) deleted[key] = await removeKey(tx, agent.id, key, rows);
    }
    await recordReceived(tx, agent);
    return deleted;
  });

async function removeKey(tx: Tx, agentId: string, key: PushedKey, rows: readonly PushedRow[]): Promise<number> {
  const pushed = pushedTables[key];
  if (!pushed) return 0;
  for (const [column, parent] of Object.entries(pushed.parents))
    await findMissing(tx, agentId, parent, idsIn(key, rows, column));
  await requireOwn(tx, agentId, key, pushed, rows);
  const table = sql.table(pushed.table);
  const source = sql`jsonb_populate_recordset(null::${table}, ${JSON.stringify(rows)}::jsonb) r`;
  const where = sql`${sameKey(pushed.key)} and ${belongsTo(agentId, pushed)}
    and not coalesce(${pushed.unchangedIf === undefined ? sql`false` : sql.raw(pushed.unchangedIf)}, false)`;
  const result = pushed.columns.includes("deleted_at")
    ? await sql`
        update ${table} t set deleted_at = coalesce(r.deleted_at, now()) from ${source}
        where  ${where} and t.deleted_at is null`.execute(tx)
    : await sql`delete from ${table} t using ${source} where ${where}`.execute(tx);
  return Number(result.numAffectedRows ?? 0n);
}
