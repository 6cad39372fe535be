// Where items are becomes rows: what is said anew comes, what is not said any more goes.
import { sql } from "kysely";
import type { Tx } from "#server/db/pool.ts";
import type { Item } from "../scrape/found.ts";

/** In the order in which they are compared. */
export const locationsOf = ({ locations = [] }: Pick<Item, "locations">): readonly string[] =>
  [...new Set(locations)].sort();

/** Takes the place of whatever was said of these items before. */
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
