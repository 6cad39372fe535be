// Turns the references of items into edges, parents and paths: in bulk at the end of a run, and only if something changed. An
// unresolved name is looked up again by each run, so the order in which scrapers run does not matter.
import { sql } from "kysely";
import type { System } from "#server/area.ts";
import type { Tx } from "#server/db/pool.ts";
import { aliasRule, linkAliases } from "./link-aliases.ts";
import { linkParents } from "./link-parents.ts";
import { ofOwners, type About } from "./link-about.ts";
import { inBulk } from "./link-in-bulk.ts";
import { takeLinksDue } from "./links-due.ts";
import { resolveSelectors } from "./link-selectors.ts";
import type { SaveRun } from "./save-run.ts";
import { Tally } from "./tally.ts";
import { inTurn } from "./transaction.ts";

/** For more items it is faster to process all items of the scraper. */
const maxTouched = 2_000;

export async function link(system: Pick<System, "db" | "catalog">, run: SaveRun, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  if (!run.isWhole && run.touched.size === 0) return;
  const isAll = run.isWhole || run.touched.size > maxTouched;
  const about: About = { run, only: isAll ? undefined : [...run.touched] };
  const tally = await inTurn(system.db.system, { scraper: run.scraper }, async (tx) => {
    const counted = new Tally();
    const isDue = !isAll || (await takeLinksDue(tx, run.scraper.id));
    const found = (await inBulk(tx, isAll, () => resolveOwn(tx, about))) + (await resolveOthers(tx, about));
    const selected = await resolveSelectors(tx, system.catalog, about, counted);
    if (!isDue && found + selected === 0) return counted;
    await inBulk(tx, isAll, () => linkRelationships(tx, about, counted));
    await inBulk(tx, isAll, () => linkAliases(tx, about, counted));
    await linkParents(tx, about, counted);
    return counted;
  });
  run.tally.add(tally);
}

/** Resolves references by the primary id to items of the same scraper, which most references are. */
async function resolveOwn(tx: Tx, { run: { scraper }, only }: About): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    update config_references r
    set    target_id = t.target_id
    from  (
            select distinct on (o.config_id, o.position) o.config_id, o.position, s.config_id as target_id
            from   config_references o
            join   config_sightings s
            on     s.scraper_id = ${scraper.id} and s.external_id = o.external_id and (o.type is null or s.type = o.type)
            where  o.scraper_id = ${scraper.id} and o.target_id is null and o.selector is null and o.of_scraper is null
            and    s.config_id <> o.config_id ${ofOwners(only, "o.config_id")}
            order  by o.config_id, o.position, s.type
          ) t
    where  r.config_id = t.config_id and r.position = t.position`.execute(tx);
  return Number(numAffectedRows);
}

/** Resolves references by an alias or to items of another scraper. */
async function resolveOthers(tx: Tx, { run: { scraper }, only }: About): Promise<number> {
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
            where  o.scraper_id = ${scraper.id} and o.target_id is null and o.selector is null ${ofOwners(only, "o.config_id")}
          ) t
    where  r.config_id = t.config_id and r.position = t.position`.execute(tx);
  return Number(numAffectedRows);
}

/**
 * Adds missing edges and deletes edges that are no longer referenced. Deleted items get no new edges but keep the existing ones.
 */
async function linkRelationships(tx: Tx, { run: { scraper }, only }: About, tally: Tally): Promise<void> {
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
    where  r.scraper_id = ${scraper.id} and not r.is_parent ${ofOwners(only, "r.config_id", "o.target_id")}
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
    and    e.selector_id is distinct from ${aliasRule} ${ofOwners(only, "e.config_id", "e.related_id")}
    and    not exists (
             select from (${said}) w
             where  w.config_id = e.config_id and w.related_id = e.related_id and w.relation is not distinct from e.relation
           )`.execute(tx);
  tally.relationships.added += Number(came.numAffectedRows ?? 0n);
  tally.relationships.deleted += Number(went.numAffectedRows ?? 0n);
}
