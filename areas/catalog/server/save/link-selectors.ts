// Resolves the selectors of relationships to items; equal selectors are resolved once.
import { sql } from "kysely";
import { normalLine } from "../../normal-text.ts";
import type { Json } from "#language/columns.ts";
import type { ResourceSelector } from "#language/resource-selector.ts";
import { Unreadable } from "#language/unreadable.ts";
import type { System } from "#server/area.ts";
import type { Tx } from "#server/db/pool.ts";
import { ofOwners, type About } from "./link-about.ts";
import { maxSelected, selectItems } from "./select-items.ts";
import type { Tally } from "./tally.ts";

/** Each selector costs a statement; a manifest with more selectors gets a warning. */
const maxSelectors = 2_000;

/** Returns the number of added and removed targets. */
export async function resolveSelectors(
  tx: Tx,
  catalog: System["catalog"],
  { run: { scraper }, only }: About,
  tally: Tally,
): Promise<number> {
  const { rows } = await sql<{ selector: ResourceSelector; at: { config_id: string; position: number }[] }>`
    select selector, jsonb_agg(jsonb_build_object('config_id', config_id, 'position', position)) as at
    from   config_references
    where  scraper_id = ${scraper.id} and selector is not null ${ofOwners(only, "config_id")}
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
          `The selector ${normalLine(selector as unknown as Json)} matches more than ${maxSelected} items; only the first ones are linked.`,
        );
      for (const place of at)
        for (const { id } of found) if (id !== place.config_id) wanted.push({ ...place, target_id: id });
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      tally.warn(`The selector ${normalLine(selector as unknown as Json)} cannot be read: ${error.message}`);
    }
  }
  const { rows: changed } = await sql<{ changed: number }>`
    with wanted as (
      select * from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as g (config_id uuid, position integer, target_id uuid)
    ), gone as (
      delete from config_selected s
      using  config_references r
      where  r.config_id = s.config_id and r.position = s.position and r.scraper_id = ${scraper.id}
      ${ofOwners(only, "r.config_id")}
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
