// Finds the parents of new items as far as they are known, so that most rows are written only once. link.ts finds the others at
// the end of the run.
import { sql } from "kysely";
import type { Tx } from "#server/db/pool.ts";
import type { Item } from "../scrape/found.ts";
import { maxDepth } from "./link-parents.ts";
import type { SaveRun } from "./save-run.ts";
import { keyOf } from "./sighted.ts";

export interface Parent {
  parent_id: string | null;
  path: string;
}

interface Place {
  id: string;
  path: string;
}

const none: Parent = { parent_id: null, path: "" };

/** The keys of the result are row ids. */
export async function firstParents(
  tx: Tx,
  run: SaveRun,
  items: readonly { id: string; item: Item }[],
): Promise<ReadonlyMap<string, Parent>> {
  const batchItems = new Map(items.map((entry) => [keyOf(entry.item.id, entry.item.type), entry]));
  const known = await findPlaces(tx, run, items);
  const parents = new Map<string, Parent>();
  const underway: string[] = [];
  const looped = new Set<string>();

  function parentOf({ id, item }: { id: string; item: Item }): Parent {
    const done = parents.get(id);
    if (done) return done;
    // Items in a loop get no parent; link.ts reports the loop.
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
    // A parent without a type or of another scraper is not looked up here; as it comes first, the parents after it cannot be used.
    for (const { externalId, type, scraper } of item.parents ?? []) {
      if (type === undefined || scraper !== undefined) return none;
      const key = keyOf(externalId, type);
      const inBatch = batchItems.get(key);
      if (inBatch) {
        const above = parentOf(inBatch);
        return parents.has(inBatch.id) ? below(inBatch.id, above.path) : none;
      }
      const place = known.get(key);
      if (place) return below(place.id, place.path);
    }
    return none;
  }

  for (const entry of items) parentOf(entry);
  return parents;
}

/** Each step of a path is an id and a dot. link.ts reports items that are deeper. */
const maxPathLength = (maxDepth - 2) * 37;

const below = (id: string, path: string): Parent =>
  path.length >= maxPathLength ? none : { parent_id: id, path: path === "" ? id : `${path}.${id}` };

async function findPlaces(tx: Tx, { scraper }: SaveRun, items: readonly { item: Item }[]): Promise<Map<string, Place>> {
  const wanted = new Map<string, readonly [string, string]>();
  for (const { item } of items)
    for (const { externalId, type, scraper: scraperName } of item.parents ?? [])
      if (type !== undefined && scraperName === undefined) wanted.set(keyOf(externalId, type), [externalId, type]);
  if (wanted.size === 0) return new Map();
  const names = [...wanted.values()];
  const { rows } = await sql<Place & { external_id: string; type: string }>`
    select s.external_id, s.type, i.id, coalesce(i.path, '') as path
    from   unnest(${names.map(([id]) => id)}::text[], ${names.map(([, type]) => type)}::text[]) as g (external_id, type)
    join   config_sightings s on s.scraper_id = ${scraper.id} and s.external_id = g.external_id and s.type = g.type
    join   config_items i on i.id = s.config_id and i.deleted_at is null`.execute(tx);
  return new Map(rows.map((row) => [keyOf(row.external_id, row.type), row]));
}
