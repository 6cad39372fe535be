// Converts items to rows of config_items, finds the stored rows of a batch, and compares them. Unchanged items are
// found by hash in one statement.
import { sql, type Kysely } from "kysely";
import type { Json } from "#language/columns.ts";
import type { Tx } from "#server/db/pool.ts";
import type { DB } from "#server/db/tables.ts";
import { isSame } from "../../normal-text.ts";
import type { Item } from "../scrape/found.ts";
import { keyOf } from "./batches.ts";
import { seenNow, type SaveRun } from "./save-run.ts";
import type { ItemRow, KnownItem, Sighted } from "./stages.ts";

/** Properties and the creation time are copied from `known` if the item does not have them. */
export function rowOf(item: Item, id: string, known?: KnownItem): ItemRow {
  const { costs = {} } = item;
  return {
    id,
    type: item.type,
    external_id: [...new Set([item.id, ...(item.aliases ?? [])])],
    config_class: item.class,
    name: item.name,
    config: item.config,
    status: textOf(item.status),
    health: item.health ?? null,
    ready: item.isReady ?? null,
    description: textOf(item.description),
    icon: textOf(item.icon),
    source: textOf(item.source),
    labels: item.labels ?? null,
    tags: item.tags ?? null,
    properties: item.properties ?? known?.properties ?? null,
    cost_per_minute: cents(costs.perMinute),
    cost_total_1d: cents(costs.total1d),
    cost_total_7d: cents(costs.total7d),
    cost_total_30d: cents(costs.total30d),
    created_at: item.createdAt?.toISOString() ?? known?.created_at ?? null,
    deleted_at: item.deletedAt?.toISOString() ?? null,
    delete_reason: item.deletedAt ? (item.deleteReason ?? "FROM_ATTRIBUTE") : null,
  };
}

const textOf = (text: string | undefined) => (text === undefined || text === "" ? null : text);

/** Rounds to the precision of the column, so that a stored value compares equal. */
const cents = (amount: number | undefined) =>
  amount === undefined || !Number.isFinite(amount) ? null : Math.round(amount * 10_000) / 10_000;

const plain = [
  "type",
  "config_class",
  "name",
  "status",
  "health",
  "ready",
  "description",
  "icon",
  "source",
  "cost_per_minute",
  "cost_total_1d",
  "cost_total_7d",
  "cost_total_30d",
  "delete_reason",
] as const satisfies readonly (keyof ItemRow)[];
const documents = ["external_id", "labels", "tags", "properties"] as const satisfies readonly (keyof ItemRow)[];

/** Compares everything except the document. */
export const fieldsDiffer = (row: ItemRow, known: KnownItem): boolean =>
  plain.some((name) => row[name] !== known[name]) ||
  documents.some((name) => !isSame(row[name] as Json, known[name] as Json)) ||
  moment(row.created_at) !== moment(known.created_at) ||
  (row.deleted_at === null) !== (known.deleted_at === null);

const moment = (text: string | null) => (text === null ? null : Date.parse(text));

/** Marks the items whose hash is unchanged as seen; returns their row ids by key. */
export async function markUnchanged(
  db: Kysely<DB>,
  run: SaveRun,
  items: readonly Sighted[],
): Promise<Map<string, string>> {
  // The next run repeats a mark that is lost in a crash, so the commit does not wait for the disk.
  const { rows } = await sql<{ n: number; config_id: string }>`
    update config_sightings s
    set    seen_at = ${seenNow(run)}
    from   unnest(${items.map(({ item }) => item.id)}::text[], ${items.map(({ item }) => item.type)}::text[],
                  ${items.map(({ hash }) => hash)}::uuid[]) with ordinality as g (external_id, type, hash, n),
           (select set_config('synchronous_commit', 'off', true)) as quick
    where  s.scraper_id = ${run.scraper.id} and s.external_id = g.external_id and s.type = g.type and s.hash = g.hash
    returning g.n, s.config_id`.execute(db);
  return new Map(rows.map(({ n, config_id }) => [items[n - 1]!.key, config_id]));
}

const columns = sql`
  i.id, i.type, i.external_id, i.config_class, i.name, i.config, i.status, i.health, i.ready, i.description, i.icon, i.source,
  i.labels, i.tags, i.properties, i.cost_per_minute, i.cost_total_1d, i.cost_total_7d, i.cost_total_30d, i.created_at,
  i.deleted_at, i.delete_reason, s.references_hash,
  array(select l.location from config_locations l where l.id = i.id order by l.location collate "C") as locations`;

/** Returns rows by key; items without a row are new. */
export async function findKnown(tx: Tx, run: SaveRun, items: readonly Sighted[]): Promise<Map<string, KnownItem>> {
  if (items.length === 0) return new Map();
  const { rows } = await sql<KnownItem & { seen_as: string; seen_type: string }>`
    select ${columns}, s.external_id as seen_as, s.type as seen_type
    from   unnest(${items.map(({ item }) => item.id)}::text[], ${items.map(({ item }) => item.type)}::text[]) as g (external_id, type)
    join   config_sightings s on s.scraper_id = ${run.scraper.id} and s.external_id = g.external_id and s.type = g.type
    join   config_items i on i.id = s.config_id`.execute(tx);
  const known = new Map<string, KnownItem>(rows.map((row) => [keyOf(row.seen_as, row.seen_type), row]));
  // A scraper that had no items before this run has no renamed items.
  const others = run.wasEmpty ? [] : items.filter(({ key }) => !known.has(key));
  for (const [key, row] of await findByOtherNames(tx, run, others)) known.set(key, row);
  return known;
}

/**
 * Finds items that were renamed in the source: by row id, or because the old name is one of the new names, or vice
 * versa. Only considers items that this run has not found under their stored name.
 */
async function findByOtherNames(tx: Tx, run: SaveRun, items: readonly Sighted[]): Promise<Map<string, KnownItem>> {
  const found = new Map<string, KnownItem>();
  if (items.length === 0) return found;
  const names = items.flatMap(({ item }) => [item.id, ...(item.aliases ?? [])]);
  const rowIds = items.flatMap(({ item }) => item.rowId ?? []);
  const { rows } = await sql<KnownItem>`
    select ${columns}
    from   config_items i
    left   join config_sightings s on s.config_id = i.id
    where  i.scraper_id = ${run.scraper.id}
    and    (s.seen_at is null or s.seen_at < ${run.startedAt})
    and    (i.external_id && ${names}::text[] or i.id = any (${rowIds}::uuid[]))
    order  by i.id`.execute(tx);
  const taken = new Set<string>();
  for (const { item, key } of items) {
    const fits = rows.filter(({ id }) => !taken.has(id));
    const row =
      fits.find(({ id }) => id === item.rowId) ??
      onlyOne(fits.filter(({ type, external_id }) => type === item.type && hasName(external_id ?? [], item)));
    if (!row) continue;
    taken.add(row.id);
    found.set(key, { ...row, is_renamed: true });
  }
  return found;
}

const hasName = (
  names: readonly string[],
  { id, aliases = [] }: { id: string; aliases?: readonly string[] | undefined },
) => names.includes(id) || aliases.includes(names[0]!);

const onlyOne = <T>(list: readonly T[]): T | undefined => (list.length === 1 ? list[0] : undefined);

/** Returns the ids that no row has yet. */
export async function freeRowIds(tx: Tx, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const { rows } = await sql<Pick<KnownItem, "id">>`
    select g.id from unnest(${ids}::uuid[]) as g (id)
    where  not exists (select from config_items i where i.id = g.id)`.execute(tx);
  return new Set(rows.map(({ id }) => id));
}
