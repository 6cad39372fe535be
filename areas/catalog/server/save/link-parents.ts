// Sets the parent of each item to the first of its named parents that exists, and updates the paths of moved items and their
// descendants. Parents that form a loop or a too deep chain are rejected.
import { sql } from "kysely";
import type { Tx } from "#server/db/pool.ts";
import { ofOwners, type About } from "./link-about.ts";
import { inBulk } from "./link-in-bulk.ts";
import type { Tally } from "./tally.ts";

/** Rows of items are wide and have many indexes, so the number of rows per statement is limited. */
const perStatement = 2_000;
/** More ancestors are a mistake in the source. The limit ends recursive queries and bounds the path stored with every item. */
export const maxDepth = 100;

export async function linkParents(tx: Tx, about: About, tally: Tally): Promise<void> {
  if ((await inBulk(tx, about.only === undefined, () => gatherMoved(tx, about))) > 0) {
    await rejectEndless(tx, tally);
    await move(tx);
  }
  await sql`drop table moved_configs`.execute(tx);
}

/** Collects the items whose parent changes. */
async function gatherMoved(tx: Tx, { run: { scraper }, only }: About): Promise<number> {
  await sql`
    create temp table moved_configs on commit drop as
    with choice as (
      select distinct on (r.config_id) r.config_id, t.id as parent_id
      from   config_references r
      left   join config_selected s on s.config_id = r.config_id and s.position = r.position
      join   config_items t on t.id = coalesce(r.target_id, s.target_id) and t.deleted_at is null and t.id <> r.config_id
      where  r.scraper_id = ${scraper.id} and r.is_parent ${ofOwners(only, "r.config_id")}
      order  by r.config_id, r.position, t.name, t.id
    )
    select i.id, c.parent_id
    from   config_items i
    join   config_sightings s on s.config_id = i.id
    left   join choice c on c.config_id = i.id
    where  s.scraper_id = ${scraper.id} and i.deleted_at is null and i.parent_id is distinct from c.parent_id
    ${ofOwners(only, "i.id")}`.execute(tx);
  await sql`create index on moved_configs (id)`.execute(tx);
  await sql`create index on moved_configs (parent_id)`.execute(tx);
  await sql`analyze moved_configs`.execute(tx);
  const { rows } = await sql<{ moved: number }>`select count(*) as moved from moved_configs`.execute(tx);
  return rows[0]!.moved;
}

/** Walks from each moved item up to the root, back to the item itself, or to the maximum depth. */
const up = sql`
  up as (
    select id as start, parent_id as at, 1 as depth from moved_configs where parent_id is not null
    union  all
    select u.start, case when m.id is null then i.parent_id else m.parent_id end, u.depth + 1
    from   up u
    left   join moved_configs m on m.id = u.at
    left   join config_items i on i.id = u.at
    where  u.at <> u.start and u.depth < ${sql.lit(maxDepth)}
  )`;

interface Rejected {
  type: string;
  name: string;
}

const maxWarnings = 20;

async function rejectEndless(tx: Tx, tally: Tally): Promise<void> {
  const { rows } = await sql<Rejected & { is_endless: boolean }>`
    with recursive ${up},
    loops as (
      update moved_configs set parent_id = null where id in (select start from up where at = start) returning id
    )
    select i.type, i.name, false as is_endless from loops l join config_items i on i.id = l.id
    union  all
    select '', '', true where exists (select from up where depth = ${maxDepth} and at is not null and at <> start)
    order  by is_endless desc, type, name
    limit  ${maxWarnings + 1}`.execute(tx);
  for (const { type, name } of rows.filter(({ is_endless }) => !is_endless).slice(0, maxWarnings))
    tally.warn(`The parents of ${type} ${name} form a loop; it is left without a parent.`, { type });
  if (rows[0]?.is_endless) await rejectDeep(tx, tally);
}

/** Removing the loops has given the items below them a root. A chain that still has none is too deep or part of a larger loop. */
async function rejectDeep(tx: Tx, tally: Tally): Promise<void> {
  const { rows } = await sql<Rejected>`
    with recursive ${up},
    deep as (
      update moved_configs set parent_id = null
      where  id in (select start from up where depth = ${maxDepth} and at is not null)
      returning id
    )
    select i.type, i.name from deep d join config_items i on i.id = d.id order by i.type, i.name limit ${maxWarnings}`.execute(
    tx,
  );
  for (const { type, name } of rows)
    tally.warn(
      `${type} ${name} has ${maxDepth} parents above it or more, or its parents form a loop; it is left without a parent.`,
      { type },
    );
}

async function move(tx: Tx): Promise<void> {
  // A moved item is also reached from a moved ancestor; the longest path is the right one.
  await sql`
    create temp table moved_paths on commit drop as
    with recursive down as (
      select m.id, m.parent_id, case when p.id is null then '' else concat_ws('.', nullif(p.path, ''), p.id) end as path, 0 as depth
      from   moved_configs m
      left   join config_items p on p.id = m.parent_id
      union  all
      select c.id, d.id, concat_ws('.', nullif(d.path, ''), d.id), d.depth + 1
      from   down d
      cross  join lateral (
               select m.id from moved_configs m where m.parent_id = d.id
               union  all
               select i.id from config_items i
               where  i.parent_id = d.id and not exists (select from moved_configs m where m.id = i.id)
             ) c
      where  d.depth < ${2 * maxDepth}
    ),
    longest as (
      select distinct on (id) id, parent_id, path from down order by id, depth desc
    )
    select row_number() over (order by l.id) as n, l.id, l.parent_id, l.path
    from   longest l
    join   config_items i on i.id = l.id
    where  i.parent_id is distinct from l.parent_id or i.path is distinct from l.path`.execute(tx);
  await sql`create index on moved_paths (n)`.execute(tx);
  await sql`analyze moved_paths`.execute(tx);
  for (let from = 0; ; from += perStatement) {
    const { numAffectedRows = 0n } = await sql`
      update config_items i
      set    parent_id = m.parent_id, path = m.path
      from   moved_paths m
      where  m.id = i.id and m.n > ${from} and m.n <= ${from + perStatement}`.execute(tx);
    if (numAffectedRows < perStatement) break;
  }
  await sql`drop table moved_paths`.execute(tx);
}
