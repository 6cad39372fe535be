// Reads the rows that the server does not have yet, and marks the rows that it has stored.
import { sql, type Kysely, type RawBuilder } from "kysely";
import { localAgent } from "#language/local-agent.ts";
import type { DB } from "#server/db/tables.ts";
import { pushedKeys, type PushedKey, type PushedRow } from "../../contract.schema.ts";
import { ownedTables, pushedTables, sameKey, type PushedTable } from "../upstream/tables.ts";

/** A stored row: the columns that are sent to the server, the key of the row, and the version that was read. */
export interface UnpushedRow {
  sent: PushedRow;
  key: Readonly<Record<string, unknown>>;
  version: string;
}

/** The tables with the column is_pushed, parents first. */
export const flaggedKeys = pushedKeys.filter((key) => pushedTables[key] && key !== "artifacts");
export const flaggedTables = flaggedKeys.map((key) => pushedTables[key]!.table);

/** Columns with times of the agent's own clock. Other times, such as those of scraped objects, come from elsewhere. */
const ownTimes: Partial<Record<PushedKey, readonly string[]>> = {
  check_statuses: ["time", "created_at"],
  checks: ["last_runtime", "next_runtime", "last_transition_time"],
  config_items: ["last_scraped_time"],
  config_analysis: ["first_observed", "last_observed"],
  job_history: ["time_start", "time_end", "created_at"],
};

/**
 * Small indexes of the rows that wait to be pushed. A server does not need them, because no row is ever marked as
 * pushed there.
 */
export async function createIndexes(db: Kysely<DB>): Promise<void> {
  for (const key of flaggedKeys) {
    const { table, key: columns } = pushedTables[key]!;
    await sql`
      create index if not exists ${sql.ref(`${table}_unpushed`)}
      on ${sql.table(table)} (${sql.ref(key === "check_statuses" ? "time" : columns[0]!)}) where not is_pushed`.execute(
      db,
    );
  }
}

export const readUnpushed = (db: Kysely<DB>, key: PushedKey, limit: number): Promise<UnpushedRow[]> =>
  readRows(
    db,
    key,
    sql`not t.is_pushed`,
    key === "check_statuses" ? sql`order by t.time limit ${limit}` : sql`limit ${limit}`,
  );

/** Returns the number of results that wait, and the time of the oldest by the clock of the server. */
export async function waitingResults(db: Kysely<DB>): Promise<{ since: string | undefined; count: string }> {
  const { rows } = await sql<{ since: string | null; count: string }>`
    select server_time(min(time)) as since, count(*)::text as count from check_statuses where not is_pushed`.execute(
    db,
  );
  const { since, count } = rows[0]!;
  return { since: since === null ? undefined : new Date(since).toISOString(), count };
}

/** Reads the rows with these ids, pushed or not. */
export async function readByIds(
  db: Kysely<DB>,
  ids: readonly string[],
): Promise<{ key: PushedKey; rows: UnpushedRow[] }[]> {
  const found: { key: PushedKey; rows: UnpushedRow[] }[] = [];
  for (const key of [...ownedTables, "config_changes" as const]) {
    const rows = await readRows(db, key, sql`t.id = any(${ids}::uuid[])`, sql``);
    if (rows.length > 0) found.push({ key, rows });
  }
  return found;
}

async function readRows(
  db: Kysely<DB>,
  key: PushedKey,
  condition: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
): Promise<UnpushedRow[]> {
  const pushed = pushedTables[key]!;
  const times = ownTimes[key] ?? [];
  const columns = pushed.columns.map((column) => {
    if (column === "agent_time") return sql`case when server_time(t.time) <> t.time then t.time end as agent_time`;
    return times.includes(column)
      ? sql`server_time(${sql.ref(`t.${column}`)}) as ${sql.ref(column)}`
      : sql`${sql.ref(`t.${column}`)}`;
  });
  const keyed = pushed.key.map((column) => sql`${sql.lit(column)}, ${sql.ref(`t.${column}`)}`);
  const { rows } = await sql<Record<string, unknown> & { row_key: UnpushedRow["key"]; row_version: string }>`
    select ${sql.join(columns)}, jsonb_build_object(${sql.join(keyed)}) as row_key, t.xmin::text as row_version
    from   ${sql.table(pushed.table)} t
    where  ${condition} and ${isOwn(key, pushed)}
    ${order}`.execute(db);
  return rows.map(({ row_key, row_version, ...sent }) => ({ sent, key: row_key, version: row_version }));
}

/** The scraper with the nil id exists in every system and owns the items that no scraper has found. */
const isOwn = (key: PushedKey, { isOwned, columns }: PushedTable): RawBuilder<unknown> =>
  sql.join(
    [
      sql`true`,
      ...(isOwned ? [sql`t.agent_id = ${localAgent}`] : []),
      // A run that has not ended changes soon.
      ...(key === "job_history" ? [sql`t.status <> 'RUNNING'`] : []),
      ...(key === "config_scrapers" ? [sql`t.id <> ${localAgent}`] : []),
      ...(columns.includes("scraper_id") ? [sql`t.scraper_id is distinct from ${localAgent}`] : []),
    ],
    sql` and `,
  );

/** A row that has changed since it was read stays unmarked. */
export async function markPushed(db: Kysely<DB>, key: PushedKey, rows: readonly UnpushedRow[]): Promise<void> {
  const { table, key: columns } = pushedTables[key]!;
  const marks = rows.map(({ key: of, version }) => ({ of, version }));
  await sql`
    update ${sql.table(table)} t
    set    is_pushed = true
    from   jsonb_to_recordset(${JSON.stringify(marks)}::jsonb) w (of jsonb, version text)
    cross  join lateral jsonb_populate_record(null::${sql.table(table)}, w.of) r
    where  ${sameKey(columns)}
    and    t.xmin::text = w.version
    and    not t.is_pushed`.execute(db);
}
