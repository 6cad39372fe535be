// The parent of an item is the first parent in its list that exists. New items are written with the parents that are
// already known; at the end of the run the other parents are set, and the paths of moved items and their descendants
// are updated. Parents that form a loop or a chain that is too deep are rejected.
import { sql } from "kysely";
import type { Tx } from "#server/db/pool.ts";
import type { Item } from "../scrape/found.ts";
import { keyOf } from "./batches.ts";
import { inBulk, ownerCondition, type LinkScope } from "./link-scope.ts";
import type { SaveRun } from "./save-run.ts";
import type { ItemRow, ItemWrite } from "./stages.ts";
import type { Tally } from "./tally.ts";

/**
 * Maximum number of ancestors. An item with more ancestors is a mistake in the source. This limit stops recursive
 * queries and bounds the path that is stored with every item.
 */
const maxDepth = 100;

interface Parent {
  parent_id: string | null;
  path: string;
}

const none: Parent = { parent_id: null, path: "" };

/**
 * Finds the parents of new items that are already known, so that most rows are written only once. The keys are row ids.
 */
export async function firstParents(
  tx: Tx,
  run: SaveRun,
  added: readonly ItemWrite[],
): Promise<ReadonlyMap<string, Parent>> {
  const inThisBatch = new Map(added.map((entry) => [entry.sighted.key, entry]));
  const known = await findKnownParents(tx, run, added);
  const parents = new Map<string, Parent>();
  const underway: string[] = [];
  const looped = new Set<string>();

  function parentOf({ row: { id }, sighted: { item } }: ItemWrite): Parent {
    const done = parents.get(id);
    if (done) return done;
    // Items in a loop get no parent; linkParents reports the loop.
    const since = underway.indexOf(id);
    if (since >= 0) {
      for (const member of underway.slice(since)) looped.add(member);
      return none;
    }
    underway.push(id);
    const parent = firstOf(item);
    underway.pop();
    parents.set(id, looped.has(id) ? none : parent);
    return parents.get(id)!;
  }

  function firstOf(item: Item): Parent {
    // A parent without a type, or of a different scraper, is resolved later. Such a parent takes precedence, so later
    // parents in the list cannot be used yet.
    for (const { externalId, type, scraper } of item.parents ?? []) {
      if (type === undefined || scraper !== undefined) return none;
      const key = keyOf(externalId, type);
      const inBatch = inThisBatch.get(key);
      if (inBatch) {
        const above = parentOf(inBatch);
        return parents.has(inBatch.row.id) ? below(inBatch.row.id, above.path) : none;
      }
      const parent = known.get(key);
      if (parent) return parent;
    }
    return none;
  }

  for (const entry of added) parentOf(entry);
  return parents;
}

/** Each step of a path is an id and a dot. linkParents reports items that are deeper. */
const maxPathLength = (maxDepth - 2) * 37;

const below = (id: string, path: string): Parent =>
  path.length >= maxPathLength ? none : { parent_id: id, path: path === "" ? id : `${path}.${id}` };

async function findKnownParents(
  tx: Tx,
  { scraper }: SaveRun,
  added: readonly ItemWrite[],
): Promise<Map<string, Parent>> {
  const wanted = new Map<string, readonly [string, string]>();
  for (const {
    sighted: { item },
  } of added)
    for (const { externalId, type, scraper: scraperName } of item.parents ?? [])
      if (type !== undefined && scraperName === undefined) wanted.set(keyOf(externalId, type), [externalId, type]);
  if (wanted.size === 0) return new Map();
  const names = [...wanted.values()];
  const { rows } = await sql<{ external_id: string; type: string; id: string; path: string }>`
    select s.external_id, s.type, i.id, coalesce(i.path, '') as path
    from   unnest(${names.map(([id]) => id)}::text[], ${names.map(([, type]) => type)}::text[]) as g (external_id, type)
    join   config_sightings s on s.scraper_id = ${scraper.id} and s.external_id = g.external_id and s.type = g.type
    join   config_items i on i.id = s.config_id and i.deleted_at is null`.execute(tx);
  return new Map(rows.map(({ external_id, type, id, path }) => [keyOf(external_id, type), below(id, path)]));
}

/** Rows of items are wide and have many indexes, so the number of rows per statement is limited. */
const perStatement = 2_000;

export async function linkParents(tx: Tx, scope: LinkScope, tally: Tally): Promise<void> {
  if ((await inBulk(tx, scope.only === undefined, () => gatherMoved(tx, scope))) > 0) {
    await rejectEndless(tx, tally);
    await move(tx);
  }
  await sql`drop table moved_configs`.execute(tx);
}

/** Collects the items whose parent changes. */
async function gatherMoved(tx: Tx, { run: { scraper }, only }: LinkScope): Promise<number> {
  await sql`
    create temp table moved_configs on commit drop as
    with choice as (
      select distinct on (r.config_id) r.config_id, t.id as parent_id
      from   config_references r
      left   join config_selected s on s.config_id = r.config_id and s.position = r.position
      join   config_items t on t.id = coalesce(r.target_id, s.target_id) and t.deleted_at is null and t.id <> r.config_id
      where  r.scraper_id = ${scraper.id} and r.is_parent ${ownerCondition(only, "r.config_id")}
      order  by r.config_id, r.position, t.name, t.id
    )
    select i.id, c.parent_id
    from   config_items i
    join   config_sightings s on s.config_id = i.id
    left   join choice c on c.config_id = i.id
    where  s.scraper_id = ${scraper.id} and i.deleted_at is null and i.parent_id is distinct from c.parent_id
    ${ownerCondition(only, "i.id")}`.execute(tx);
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

const maxWarnings = 20;

async function rejectEndless(tx: Tx, tally: Tally): Promise<void> {
  const { rows } = await sql<Pick<ItemRow, "type" | "name"> & { is_endless: boolean }>`
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
    tally.warn(`The parents of ${type} ${name} form a loop, so ${name} has no parent.`, { type });
  if (rows[0]?.is_endless) await rejectDeep(tx, tally);
}

/**
 * After the loops are removed, the items below them have a root. A chain that still has no root is too deep, or part of
 * a larger loop.
 */
async function rejectDeep(tx: Tx, tally: Tally): Promise<void> {
  const { rows } = await sql<Pick<ItemRow, "type" | "name">>`
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
      `${type} ${name} has ${maxDepth} ancestors or more, or its parents form a loop, so ${name} has no parent.`,
      {
        type,
      },
    );
}

async function move(tx: Tx): Promise<void> {
  // The query may reach a moved item also through a moved ancestor, so the longest path is correct.
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
