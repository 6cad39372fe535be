// Items of different types that go by the same name are two sides of one thing: a database as its server knows it and as the cloud
// bills it. Between each two there is one edge, from the one that was known first, whoever's scraper comes by.
import { sql } from "kysely";
import type { Tx } from "#server/db/pool.ts";
import { ofOwners, type About } from "./link-about.ts";
import type { Tally } from "./tally.ts";

/** The rule that made them. Others may call their edges as they like. */
export const aliasRule = "alias";
/** What more items are called by is no name. */
const mostNamed = 50;
/** Nor is the number by which a table counts its rows: the first of one is not the first of another. */
const counted = String.raw`^\d{1,7}$`;

export async function linkAliases(tx: Tx, { run: { scraper }, only }: About, tally: Tally): Promise<void> {
  const isOwn = only === undefined ? sql`i.scraper_id = ${scraper.id}` : sql`i.id = any (${only}::uuid[])`;
  const came = await sql`
    with names as materialized (
      select n.name, i.id, i.type, ${isOwn} as is_own
      from   config_items i
      cross  join unnest(i.external_id) as n (name)
      where  i.deleted_at is null and n.name !~ ${counted}
      ${only === undefined ? sql`` : sql`and i.external_id && array(select unnest(o.external_id) from config_items o where o.id = any (${only}::uuid[]))`}
    ),
    shared as (
      select name from names group by name having bool_or(is_own) and min(type) <> max(type) and count(*) <= ${mostNamed}
    ),
    pairs as (
      select distinct least(a.id, b.id) as config_id, greatest(a.id, b.id) as related_id
      from   shared s
      join   names a on a.name = s.name
      join   names b on b.name = s.name and b.type <> a.type
      where  a.is_own
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
             and    ${scraper.id} in (f.scraper_id, t.scraper_id) ${ofOwners(only, "f.id", "t.id")}
             and    f.deleted_at is null and t.deleted_at is null
             and    (f.type = t.type or not coalesce(f.external_id && t.external_id, false))
             order  by l.related_id, l.config_id
             for    no key update of l
           ))`.execute(tx);
  tally.relationships.added += Number(came.numAffectedRows ?? 0n);
  tally.relationships.deleted += Number(went.numAffectedRows ?? 0n);
}
