// Writes the locations of items: inserts new ones, deletes the others.
import { sql } from "kysely";
import type { Tx } from "#server/db/pool.ts";
import type { Item } from "../scrape/found.ts";

/** Sorted, because they are compared with the stored ones. */
export const locationsOf = ({ locations = [] }: Pick<Item, "locations">): readonly string[] =>
  [...new Set(locations)].sort();

/** Replaces the locations of these items. */
export async function writeLocations(tx: Tx, items: readonly { id: string; item: Item }[]): Promise<void> {
  if (items.length === 0) return;
  const said = items.flatMap(({ id, item }) => locationsOf(item).map((location) => ({ id, location })));
  await sql`
    with said as materialized (
      select id, location from jsonb_to_recordset(${JSON.stringify(said)}::jsonb) as g (id uuid, location text)
    ),
    gone as (
      delete from config_locations l
      where  l.id = any (${items.map(({ id }) => id)}::uuid[])
      and    not exists (select from said s where s.id = l.id and s.location = l.location)
    )
    insert into config_locations (id, location) select id, location from said on conflict do nothing`.execute(tx);
}
