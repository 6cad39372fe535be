// Writes items: one statement each for new rows, changed rows, sightings and locations.
import { sql } from "kysely";
import type { Tx } from "#server/db/pool.ts";
import type { Item } from "../scrape/found.ts";
import { firstParents } from "./parents.ts";
import { seenNow, type SaveRun } from "./save-run.ts";
import type { ItemRow, ItemWrite } from "./stages.ts";

const shape = sql`
  id uuid, type text, external_id text[], config_class text, name text, config jsonb, status text, health text, ready boolean,
  description text, icon text, source text, labels jsonb, tags jsonb, properties jsonb, cost_per_minute numeric,
  cost_total_1d numeric, cost_total_7d numeric, cost_total_30d numeric, created_at timestamptz, deleted_at timestamptz,
  delete_reason text`;

export async function insertItems(tx: Tx, run: SaveRun, added: readonly ItemWrite[]): Promise<void> {
  if (added.length === 0) return;
  const { scraper } = run;
  const parents = await firstParents(tx, run, added);
  const rows = added.map(({ row }) => ({ ...row, ...parents.get(row.id)! }));
  await sql`
    insert into config_items (
      id, agent_id, scraper_id, type, external_id, config_class, name, config, status, health, ready, description, icon, source,
      labels, tags, properties, cost_per_minute, cost_total_1d, cost_total_7d, cost_total_30d, created_at, deleted_at,
      delete_reason, parent_id, path, last_scraped_time
    )
    select g.id, ${scraper.agentId}, ${scraper.id}, g.type, g.external_id, g.config_class, g.name, g.config, g.status, g.health,
           g.ready, g.description, g.icon, g.source, g.labels, g.tags, g.properties, g.cost_per_minute, g.cost_total_1d,
           g.cost_total_7d, g.cost_total_30d, coalesce(g.created_at, now()), g.deleted_at, g.delete_reason, g.parent_id,
           g.path, now()
    from   jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g (${shape}, parent_id uuid, path text)`.execute(tx);
}

/** Usually only the document changes; then the other columns need not be written. */
export async function updateDocuments(tx: Tx, rows: readonly Pick<ItemRow, "id" | "config">[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    update config_items i
    set    config = g.config, last_scraped_time = now()
    from   jsonb_to_recordset(${JSON.stringify(rows.map(({ id, config }) => ({ id, config })))}::jsonb) as g (id uuid, config jsonb)
    where  i.id = g.id`.execute(tx);
}

export async function updateItems(tx: Tx, rows: readonly ItemRow[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    update config_items i
    set    type = g.type, external_id = g.external_id, config_class = g.config_class, name = g.name, config = g.config,
           status = g.status, health = g.health, ready = g.ready, description = g.description, icon = g.icon, source = g.source,
           labels = g.labels, tags = g.tags, properties = g.properties, cost_per_minute = g.cost_per_minute,
           cost_total_1d = g.cost_total_1d, cost_total_7d = g.cost_total_7d, cost_total_30d = g.cost_total_30d,
           created_at = coalesce(g.created_at, i.created_at), deleted_at = g.deleted_at, delete_reason = g.delete_reason,
           last_scraped_time = now()
    from   jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g (${shape})
    where  i.id = g.id`.execute(tx);
}

const sightingShape = sql`config_id uuid, external_id text, type text, hash uuid, references_hash uuid`;
const sightingsOf = (written: readonly ItemWrite[]) =>
  JSON.stringify(
    written.map(({ sighted: { item, hash, referencesHash }, row }) => ({
      config_id: row.id,
      external_id: item.id,
      type: item.type,
      hash,
      references_hash: referencesHash,
    })),
  );

/** Marks items whose name is unchanged, so that no indexed column is updated. */
export async function markChanged(tx: Tx, run: SaveRun, written: readonly ItemWrite[]): Promise<void> {
  if (written.length === 0) return;
  await sql`
    update config_sightings s
    set    hash = g.hash, references_hash = g.references_hash, seen_at = ${seenNow(run)}
    from   jsonb_to_recordset(${sightingsOf(written)}::jsonb) as g (${sightingShape})
    where  s.config_id = g.config_id`.execute(tx);
}

export async function writeSightings(tx: Tx, run: SaveRun, written: readonly ItemWrite[]): Promise<void> {
  if (written.length === 0) return;
  await sql`
    insert into config_sightings (config_id, scraper_id, external_id, type, hash, references_hash, seen_at)
    select g.config_id, ${run.scraper.id}, g.external_id, g.type, g.hash, g.references_hash, ${seenNow(run)}
    from   jsonb_to_recordset(${sightingsOf(written)}::jsonb) as g (${sightingShape})
    on conflict (config_id) do update
    set    external_id = excluded.external_id, type = excluded.type, hash = excluded.hash,
           references_hash = excluded.references_hash, seen_at = excluded.seen_at`.execute(tx);
}

/** Sorts locations, because they are compared with the stored locations. */
export const locationsOf = ({ locations = [] }: Pick<Item, "locations">): readonly string[] =>
  [...new Set(locations)].sort();

/** Replaces the locations of these items. */
export async function writeLocations(tx: Tx, written: readonly ItemWrite[]): Promise<void> {
  if (written.length === 0) return;
  const said = written.flatMap(({ sighted: { item }, row: { id } }) =>
    locationsOf(item).map((location) => ({ id, location })),
  );
  await sql`
    with said as materialized (
      select id, location from jsonb_to_recordset(${JSON.stringify(said)}::jsonb) as g (id uuid, location text)
    ),
    gone as (
      delete from config_locations l
      where  l.id = any (${written.map(({ row }) => row.id)}::uuid[])
      and    not exists (select from said s where s.id = l.id and s.location = l.location)
    )
    insert into config_locations (id, location) select id, location from said on conflict do nothing`.execute(tx);
}

/**
 * The first transaction with a new tag or label inserts it into config_facets; other transactions with the same tag or
 * label wait for that lock. A single statement inserts its facets in a fixed order (keep_facets). A transaction with
 * several statements inserts all its facets first, in the same order, to avoid deadlocks.
 */
export async function holdFacets(tx: Tx, rows: readonly Pick<ItemRow, "tags" | "labels">[]): Promise<void> {
  for (const kind of ["tags", "labels"] as const) {
    const carried = rows.map((row) => row[kind]).filter((facets) => facets !== null);
    if (carried.length === 0) continue;
    const pairs = sql`
      select distinct p.key, p.value from jsonb_array_elements(${JSON.stringify(carried)}::jsonb) as c, jsonb_each_text(c) as p`;
    await sql`
      insert into config_facets (kind, key, value)
      select ${kind}, key, value from (${pairs}) p order by key, value
      on conflict do nothing`.execute(tx);
    await sql`
      select from config_facets f join (${pairs}) p using (key, value) where f.kind = ${kind} for key share of f`.execute(
      tx,
    );
  }
}
