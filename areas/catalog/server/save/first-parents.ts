// The parents of new items, as far as they are known when those come in: a row that is written with its parent need not be written
// a second time. Whatever is not known yet is left to link.ts.
import { sql } from "kysely";
import type { Tx } from "#server/db/pool.ts";
import type { Item } from "../scrape/found.ts";
import { deepest } from "./link-parents.ts";
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

/** By id of the row. */
export async function firstParents(
  tx: Tx,
  run: SaveRun,
  items: readonly { id: string; item: Item }[],
): Promise<ReadonlyMap<string, Parent>> {
  const here = new Map(items.map((one) => [keyOf(one.item.id, one.item.type), one]));
  const known = await findPlaces(tx, run, items);
  const parents = new Map<string, Parent>();
  const underway: string[] = [];
  const looped = new Set<string>();

  function parentOf({ id, item }: { id: string; item: Item }): Parent {
    const done = parents.get(id);
    if (done) return done;
    // Who leads back to himself has none, and is told so when all is linked.
    const since = underway.indexOf(id);
    if (since >= 0) {
      for (const one of underway.slice(since)) looped.add(one);
      return none;
    }
    underway.push(id);
    const parent = firstOf(item);
    underway.pop();
    parents.set(id, looped.has(id) ? none : parent);
    return parents.get(id)!;
  }

  function firstOf(item: Item): Parent {
    // Others may come first that are looked for otherwise.
    for (const { externalId, type, scraper } of item.parents ?? []) {
      if (type === undefined || scraper !== undefined) return none;
      const key = keyOf(externalId, type);
      const beside = here.get(key);
      if (beside) {
        const above = parentOf(beside);
        return parents.has(beside.id) ? below(beside.id, above.path) : none;
      }
      const place = known.get(key);
      if (place) return below(place.id, place.path);
    }
    return none;
  }

  for (const one of items) parentOf(one);
  return parents;
}

/** Each step is as long as an id. What is deeper is told when all is linked. */
const longestPath = (deepest - 2) * 37;

const below = (id: string, path: string): Parent =>
  path.length >= longestPath ? none : { parent_id: id, path: path === "" ? id : `${path}.${id}` };

async function findPlaces(tx: Tx, { scraper }: SaveRun, items: readonly { item: Item }[]): Promise<Map<string, Place>> {
  const wanted = new Map<string, readonly [string, string]>();
  for (const { item } of items)
    for (const { externalId, type, scraper: of } of item.parents ?? [])
      if (type !== undefined && of === undefined) wanted.set(keyOf(externalId, type), [externalId, type]);
  if (wanted.size === 0) return new Map();
  const names = [...wanted.values()];
  const { rows } = await sql<Place & { external_id: string; type: string }>`
    select s.external_id, s.type, i.id, coalesce(i.path, '') as path
    from   unnest(${names.map(([id]) => id)}::text[], ${names.map(([, type]) => type)}::text[]) as g (external_id, type)
    join   config_sightings s on s.scraper_id = ${scraper.id} and s.external_id = g.external_id and s.type = g.type
    join   config_items i on i.id = s.config_id and i.deleted_at is null`.execute(tx);
  return new Map(rows.map((row) => [keyOf(row.external_id, row.type), row]));
}
