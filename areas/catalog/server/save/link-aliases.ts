// Items of different types that share an external id are two views of one thing: a database as its server knows it and as the
// cloud bills it. Each such pair gets one edge, from the item that was known first, whichever scraper runs.
//
// A short id such as `web` or `db-1` names many unrelated things. Two shared short ids are required, or one id that is unique by its
// form: an address, an ARN, a path, a host name, a hash.
import { sql } from "kysely";
import type { Tx } from "#server/db/pool.ts";
import { ofOwners, type About } from "./link-about.ts";
import type { Tally } from "./tally.ts";

/** The `selector_id` of edges created here. */
export const aliasRule = "alias";
/** An id that more items share identifies none of them. */
const maxSharing = 50;
/** Row numbers of tables: the first row of one table is not the first row of another. */
const rowNumber = String.raw`^\d{1,7}$`;
const unique = String.raw`[:/.@]|[0-9a-f]{8}`;
/** A pair has to share one unique id, or two ids of any form. */
const isEnough = (name: string) => sql`bool_or(${sql.ref(name)} ~ ${unique}) or count(*) > 1`;

export async function linkAliases(tx: Tx, { run: { scraper }, only }: About, tally: Tally): Promise<void> {
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
             and    ${scraper.id} in (f.scraper_id, t.scraper_id) ${ofOwners(only, "f.id", "t.id")}
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
