// Turns the references of items into edges, parents and paths, in bulk at the end of a run and only if something
// changed. Each run looks up unresolved names again, so the order in which scrapers run does not matter.
import { sql } from "kysely";
import type { Json } from "#language/columns.ts";
import type { ResourceSelector } from "#language/resource-selector.ts";
import { Unreadable } from "#lib/text/unreadable.ts";
import type { System } from "#server/area.ts";
import type { Tx } from "#server/db/pool.ts";
import { normalLine } from "../../normal-text.ts";
import { inBulk, ownerCondition, takeLinksDue, type LinkScope } from "./link-scope.ts";
import { linkParents } from "./parents.ts";
import { maxSelected, selectItems } from "./references.ts";
import type { SaveRun } from "./save-run.ts";
import { Tally } from "./tally.ts";
import { inTurn } from "./transaction.ts";

/** For more changed items, it is faster to process all items of the scraper. */
const maxTouched = 2_000;

export async function link(system: Pick<System, "db" | "catalog">, run: SaveRun, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  if (!run.isWhole && run.touched.size === 0) return;
  const isAll = run.isWhole || run.touched.size > maxTouched;
  const scope: LinkScope = { run, only: isAll ? undefined : [...run.touched] };
  const tally = await inTurn(system.db.system, { scraper: run.scraper }, async (tx) => {
    const counted = new Tally();
    const isDue = !isAll || (await takeLinksDue(tx, run.scraper.id));
    const found = (await inBulk(tx, isAll, () => resolveOwn(tx, scope))) + (await resolveOthers(tx, scope));
    const selected = await resolveSelectors(tx, system.catalog, scope, counted);
    if (!isDue && found + selected === 0) return counted;
    await inBulk(tx, isAll, () => linkRelationships(tx, scope, counted));
    await inBulk(tx, isAll, () => linkAliases(tx, scope, counted));
    await linkParents(tx, scope, counted);
    return counted;
  });
  run.tally.add(tally);
}

/** Resolves references by the primary id to items of the same scraper. Most references are of this form. */
async function resolveOwn(tx: Tx, { run: { scraper }, only }: LinkScope): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    update config_references r
    set    target_id = t.target_id
    from  (
            select distinct on (o.config_id, o.position) o.config_id, o.position, s.config_id as target_id
            from   config_references o
            join   config_sightings s
            on     s.scraper_id = ${scraper.id} and s.external_id = o.external_id and (o.type is null or s.type = o.type)
            where  o.scraper_id = ${scraper.id} and o.target_id is null and o.selector is null and o.of_scraper is null
            and    s.config_id <> o.config_id ${ownerCondition(only, "o.config_id")}
            order  by o.config_id, o.position, s.type
          ) t
    where  r.config_id = t.config_id and r.position = t.position`.execute(tx);
  return Number(numAffectedRows);
}

/** Resolves references by an alias, or to items of a different scraper. */
async function resolveOthers(tx: Tx, { run: { scraper }, only }: LinkScope): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    update config_references r
    set    target_id = t.target_id
    from  (
            select o.config_id, o.position, m.id as target_id
            from   config_references o
            cross  join lateral (
                     select i.id
                     from   config_items i
                     where  i.external_id @> array[o.external_id] and i.id <> o.config_id
                     and    (o.type is null or i.type = o.type)
                     and    (o.of_scraper = 'all' or i.scraper_id = scraper_meant(o.of_scraper, ${scraper.id}))
                     order  by i.deleted_at is null desc, i.external_id[1] = o.external_id desc, i.scraper_id = ${scraper.id} desc, i.created_at desc, i.id
                     limit  1
                   ) m
            where  o.scraper_id = ${scraper.id} and o.target_id is null and o.selector is null ${ownerCondition(only, "o.config_id")}
          ) t
    where  r.config_id = t.config_id and r.position = t.position`.execute(tx);
  return Number(numAffectedRows);
}

/**
 * Adds missing edges and deletes edges that are no longer referenced. Deleted items get no new edges but keep their
 * existing edges.
 */
async function linkRelationships(tx: Tx, { run: { scraper }, only }: LinkScope, tally: Tally): Promise<void> {
  const said = sql`
    select distinct on (1, 2, 3)
           case when r.is_incoming then o.target_id else r.config_id end as config_id,
           case when r.is_incoming then r.config_id else o.target_id end as related_id,
           r.relation, r.selector_id
    from   config_references r
    cross  join lateral (
             select r.target_id where r.target_id is not null
             union all
             select s.target_id from config_selected s
             where  r.selector is not null and s.config_id = r.config_id and s.position = r.position
           ) o
    where  r.scraper_id = ${scraper.id} and not r.is_parent ${ownerCondition(only, "r.config_id", "o.target_id")}
    order  by 1, 2, 3, 4`;
  const came = await sql`
    insert into config_relationships (config_id, related_id, relation, scraper_id, selector_id)
    select w.config_id, w.related_id, w.relation, ${scraper.id}, w.selector_id
    from   (${said}) w
    where  not exists (
             select from config_relationships e
             where  e.related_id = w.related_id and e.config_id = w.config_id and e.relation is not distinct from w.relation
             and    e.scraper_id = ${scraper.id} and e.deleted_at is null
           )
    and    exists (select from config_items i where i.id = w.config_id and i.deleted_at is null)
    and    exists (select from config_items i where i.id = w.related_id and i.deleted_at is null)
    order  by w.related_id, w.config_id
    on conflict on constraint config_relationships_once
    do update set deleted_at = null, selector_id = excluded.selector_id`.execute(tx);
  const went = await sql`
    update config_relationships e
    set    deleted_at = now()
    where  e.scraper_id = ${scraper.id} and e.deleted_at is null and e.relation is distinct from 'hard'
    and    e.selector_id is distinct from ${aliasRule} ${ownerCondition(only, "e.config_id", "e.related_id")}
    and    not exists (
             select from (${said}) w
             where  w.config_id = e.config_id and w.related_id = e.related_id and w.relation is not distinct from e.relation
           )`.execute(tx);
  tally.relationships.added += Number(came.numAffectedRows ?? 0n);
  tally.relationships.deleted += Number(went.numAffectedRows ?? 0n);
}

/** Maximum number of selectors, because each selector needs a statement. More selectors cause a warning. */
const maxSelectors = 2_000;

/** Resolves selectors to items, each distinct selector once. Returns the number of added and removed targets. */
async function resolveSelectors(
  tx: Tx,
  catalog: System["catalog"],
  { run: { scraper }, only }: LinkScope,
  tally: Tally,
): Promise<number> {
  const { rows } = await sql<{ selector: ResourceSelector; at: { config_id: string; position: number }[] }>`
    select selector, jsonb_agg(jsonb_build_object('config_id', config_id, 'position', position)) as at
    from   config_references
    where  scraper_id = ${scraper.id} and selector is not null ${ownerCondition(only, "config_id")}
    group  by selector`.execute(tx);
  if (rows.length === 0) return 0;
  if (rows.length > maxSelectors)
    tally.warn(
      `Only ${maxSelectors} of ${rows.length} relationship selectors were resolved. Refer to items by id, or use fewer selectors.`,
    );
  const wanted: { config_id: string; position: number; target_id: string }[] = [];
  for (const { selector, at } of rows.slice(0, maxSelectors)) {
    try {
      const found = await selectItems(tx, catalog, selector, { scraperId: scraper.id });
      if (found.length === maxSelected)
        tally.warn(
          `The selector ${normalLine(selector as Json)} matches more than ${maxSelected} items; only the first ones are linked.`,
        );
      for (const place of at)
        for (const { id } of found) if (id !== place.config_id) wanted.push({ ...place, target_id: id });
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      tally.warn(`The selector ${normalLine(selector as Json)} cannot be read: ${error.message}`);
    }
  }
  const { rows: changed } = await sql<{ changed: number }>`
    with wanted as (
      select * from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as g (config_id uuid, position integer, target_id uuid)
    ), gone as (
      delete from config_selected s
      using  config_references r
      where  r.config_id = s.config_id and r.position = s.position and r.scraper_id = ${scraper.id}
      ${ownerCondition(only, "r.config_id")}
      and    not exists (
               select from wanted w where w.config_id = s.config_id and w.position = s.position and w.target_id = s.target_id
             )
      returning 1
    ), came as (
      insert into config_selected (config_id, position, target_id)
      select config_id, position, target_id from wanted
      on conflict do nothing
      returning 1
    )
    select (select count(*) from gone) + (select count(*) from came) as changed`.execute(tx);
  return changed[0]!.changed;
}

/** The `selector_id` of edges between items that share an external id. */
const aliasRule = "alias";
/** If more items than this share an id, the id is not used to identify items. */
const maxSharing = 50;
/** Matches row numbers: rows with the same number in two tables are unrelated. */
const rowNumber = String.raw`^\d{1,7}$`;
const unique = String.raw`[:/.@]|[0-9a-f]{8}`;
/** A pair has to share one unique id, or two ids regardless of their form. */
const isEnough = (name: string) => sql`bool_or(${sql.ref(name)} ~ ${unique}) or count(*) > 1`;

/**
 * Items of different types that share an external id are two views of one thing, such as a database seen by its server
 * and by the cloud provider. Each such pair gets one edge, from the item that was known first, regardless of which
 * scraper runs. A short id such as `web` or `db-1` names many unrelated things. So a pair must share two short ids, or
 * one id that is unique by its form: an address, an ARN, a path, a host name, a hash.
 */
async function linkAliases(tx: Tx, { run: { scraper }, only }: LinkScope, tally: Tally): Promise<void> {
  const isOwn = only === undefined ? sql`i.scraper_id = ${scraper.id}` : sql`i.id = any (${only}::uuid[])`;
  const came = await sql`
    with names as materialized (
      select n.name, i.id, i.type, ${isOwn} as is_own
      from   config_items i
      cross  join unnest(i.external_id) as n (name)
      where  i.deleted_at is null and n.name !~ ${rowNumber}
      ${only === undefined ? sql`` : sql`and i.external_id && array(select unnest(o.external_id) from config_items o where o.id = any (${only}::uuid[]))`}
    ),
    shared as (
      select name from names group by name having bool_or(is_own) and min(type) <> max(type) and count(*) <= ${maxSharing}
    ),
    pairs as (
      select config_id, related_id
      from  (
        select distinct least(a.id, b.id) as config_id, greatest(a.id, b.id) as related_id, s.name
        from   shared s
        join   names a on a.name = s.name
        join   names b on b.name = s.name and b.type <> a.type
        where  a.is_own
      ) both_have
      group  by config_id, related_id
      having ${isEnough("name")}
    )
    insert into config_relationships (config_id, related_id, relation, scraper_id, selector_id)
    select p.config_id, p.related_id, 'Alias', ${scraper.id}, ${aliasRule}
    from   pairs p
    where  not exists (
             select from config_relationships e
             where  e.config_id = p.config_id and e.related_id = p.related_id and e.relation = 'Alias' and e.deleted_at is null
           )
    order  by p.related_id, p.config_id
    on conflict on constraint config_relationships_once
    do update set deleted_at = null, selector_id = excluded.selector_id`.execute(tx);
  const went = await sql`
    update config_relationships e
    set    deleted_at = now()
    where  e.ctid = any (array(
             select l.ctid
             from   config_relationships l
             join   config_items f on f.id = l.config_id
             join   config_items t on t.id = l.related_id
             where  l.selector_id = ${aliasRule} and l.deleted_at is null
             and    ${scraper.id} in (f.scraper_id, t.scraper_id) ${ownerCondition(only, "f.id", "t.id")}
             and    f.deleted_at is null and t.deleted_at is null
             and    (f.type = t.type or not exists (
                      select from unnest(f.external_id) as n (name)
                      where  n.name = any (t.external_id) and n.name !~ ${rowNumber}
                      having ${isEnough("n.name")}
                    ))
             order  by l.related_id, l.config_id
             for    no key update of l
           ))`.execute(tx);
  tally.relationships.added += Number(came.numAffectedRows ?? 0n);
  tally.relationships.deleted += Number(went.numAffectedRows ?? 0n);
}
