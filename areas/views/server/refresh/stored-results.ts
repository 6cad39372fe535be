// Stores the results of views in the database, and keeps recent results in memory. A lease prevents two processes from
// refreshing the same result at the same time.
import { gunzip, gzip } from "node:zlib";
import { promisify } from "node:util";
import { sql } from "kysely";
import type { System } from "#server/area.ts";
import type { RefreshError } from "../../contract.schema.ts";

export interface ResultKey {
  viewId: string;
  fingerprint: string;
  rights: string;
}

/** The data of a view, and the errors of its last refresh. */
export interface StoredResult {
  version: string;
  /** Milliseconds since the last refresh ended. */
  ageMs: number;
  refreshedAt: string;
  isComplete: boolean;
  errors: readonly RefreshError[];
  /** The response as JSON, without its rows. */
  head: string;
  /** The rows as JSON. */
  rows: Buffer;
}

export type NewResult = Pick<StoredResult, "version" | "isComplete" | "errors" | "head" | "rows">;

type Db = Pick<System, "db">;

const [compress, decompress] = [promisify(gzip), promisify(gunzip)];
/** The maximum number of results per view. The oldest results above this number are deleted. */
const maxResults = 50;
const leaseSeconds = 75;
const maxHeldBytes = 96 * 1024 * 1024;

interface Held {
  refreshedAt: string;
  head: string;
  rows: Buffer;
}

/** Recent results that this process keeps in memory. */
const held = new Map<string, Held>();
let heldBytes = 0;

const textOf = ({ viewId, fingerprint, rights }: ResultKey) => `${viewId} ${fingerprint} ${rights}`;
const sizeOf = ({ head, rows }: Held) => head.length + rows.length;

function hold(key: string, entry: Held): void {
  const known = held.get(key);
  if (known) heldBytes -= sizeOf(known);
  held.delete(key);
  held.set(key, entry);
  heldBytes += sizeOf(entry);
  for (const [oldest, other] of held) {
    if (heldBytes <= maxHeldBytes || oldest === key) break;
    held.delete(oldest);
    heldBytes -= sizeOf(other);
  }
}

const isKey = ({ viewId, fingerprint, rights }: ResultKey) =>
  sql`view_id = ${viewId} and fingerprint = ${fingerprint} and rights = ${rights}`;

/** Returns the stored result, if it belongs to this version of the view. */
export async function findResult({ db }: Db, key: ResultKey, version: string): Promise<StoredResult | undefined> {
  const { rows } = await sql<Omit<StoredResult, "head" | "rows" | "ageMs"> & { ageMs: string }>`
    select version, refreshed_at::text as "refreshedAt", is_complete as "isComplete", errors,
           extract(epoch from clock_timestamp() - attempted_at) * 1000 as "ageMs"
    from   view_results
    where  ${isKey(key)} and version = ${version} and refreshed_at is not null`.execute(db.system);
  const [found] = rows;
  if (!found) return undefined;
  const text = textOf(key);
  const known = held.get(text);
  const data = known?.refreshedAt === found.refreshedAt ? known : await loadData({ db }, key);
  if (!data || data.refreshedAt !== found.refreshedAt) return undefined;
  hold(text, data);
  return { ...found, ageMs: Number(found.ageMs), head: data.head, rows: data.rows };
}

async function loadData({ db }: Db, key: ResultKey): Promise<Held | undefined> {
  const { rows } = await sql<{ refreshedAt: string; head: string; rows: Buffer }>`
    select refreshed_at::text as "refreshedAt", head, rows
    from   view_results
    where  ${isKey(key)} and refreshed_at is not null`.execute(db.system);
  return rows[0] && { ...rows[0], rows: await decompress(rows[0].rows) };
}

/**
 * Takes the lease of a result. "busy": another process is refreshing the result. "gone": the view was deleted. The
 * statement locks the view, so that a concurrent deletion waits and then also deletes the result.
 */
export async function takeLease({ db }: Db, key: ResultKey, lease: string): Promise<"taken" | "busy" | "gone"> {
  const { viewId, fingerprint, rights } = key;
  const { rows } = await sql<{ isThere: boolean; isTaken: boolean }>`
    with kept as (select id from views where id = ${viewId} and deleted_at is null for share),
    taken as (
      insert into view_results as r (view_id, fingerprint, rights, version, lease, leased_until)
      select id, ${fingerprint}::text, ${rights}::text, '', ${lease}::uuid,
             clock_timestamp() + ${leaseSeconds} * interval '1 second'
      from   kept
      on conflict (view_id, fingerprint, rights) do update
      set    lease = excluded.lease, leased_until = excluded.leased_until
      where  r.leased_until is null or r.leased_until < clock_timestamp()
      returning view_id)
    select exists (select from kept) as "isThere", exists (select from taken) as "isTaken"`.execute(db.system);
  const { isThere, isTaken } = rows[0]!;
  return isTaken ? "taken" : isThere ? "busy" : "gone";
}

export async function isLeased({ db }: Db, key: ResultKey): Promise<boolean> {
  const { rows } = await sql`
    select from view_results where ${isKey(key)} and leased_until > now()`.execute(db.system);
  return rows.length > 0;
}

/**
 * Stores new data and ends the lease. Nothing is stored if the lease was lost, for example because the view was
 * deleted.
 */
export async function storeResult({ db }: Db, key: ResultKey, lease: string, result: NewResult): Promise<StoredResult> {
  const packed = await compress(result.rows, { level: 1 });
  const { rows } = await sql<{ refreshedAt: string }>`
    update view_results
    set    version = ${result.version}, attempted_at = clock_timestamp(), refreshed_at = clock_timestamp(),
           is_complete = ${result.isComplete}, errors = ${JSON.stringify(result.errors)}::jsonb, head = ${result.head},
           rows = ${packed}, lease = null, leased_until = null
    where  ${isKey(key)} and lease = ${lease}
    returning refreshed_at::text as "refreshedAt"`.execute(db.system);
  const refreshedAt = rows[0]?.refreshedAt;
  if (refreshedAt === undefined) return { ...result, ageMs: 0, refreshedAt: new Date().toISOString() };
  hold(textOf(key), { refreshedAt, head: result.head, rows: result.rows });
  await sql`
    delete from view_results r
    where  r.view_id = ${key.viewId} and (r.leased_until is null or r.leased_until < now())
    and    (r.fingerprint, r.rights) not in (
             select o.fingerprint, o.rights from view_results o where o.view_id = ${key.viewId}
             order by o.attempted_at desc nulls last limit ${maxResults})`.execute(db.system);
  return { ...result, ageMs: 0, refreshedAt };
}

/** Stores the errors of a refresh that failed. The older data stay. */
export async function storeErrors(
  { db }: Db,
  key: ResultKey,
  lease: string,
  errors: readonly RefreshError[],
): Promise<void> {
  await sql`
    update view_results
    set    attempted_at = clock_timestamp(), errors = ${JSON.stringify(errors)}::jsonb, lease = null, leased_until = null
    where  ${isKey(key)} and lease = ${lease}`.execute(db.system);
}

/** Ends the lease of a refresh that stored nothing, and deletes the row if it has no data. */
export async function endLease({ db }: Db, key: ResultKey, lease: string): Promise<void> {
  await sql`
    with emptied as (delete from view_results where ${isKey(key)} and lease = ${lease} and refreshed_at is null)
    update view_results set lease = null, leased_until = null
    where  ${isKey(key)} and lease = ${lease} and refreshed_at is not null`.execute(db.system);
}

/** Records the time and the errors of the last refresh for the list of views. */
export async function recordRun({ db }: Db, viewId: string, errors: readonly RefreshError[]): Promise<void> {
  const error = errors.length === 0 ? null : errors.map(({ message }) => message).join("; ");
  await sql`update views set last_ran = now(), error = ${error} where id = ${viewId}`.execute(db.system);
}
