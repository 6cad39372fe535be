// What selectors mean at present. Those that only name a thing, which most do, are asked together; the others one by one, each once.
import { sql } from "kysely";
import { normalLine } from "../../normal-text.ts";
import type { Json } from "#language/columns.ts";
import type { ResourceSelector } from "#language/resource-selector.ts";
import { Unreadable } from "#language/unreadable.ts";
import type { System } from "#server/area.ts";
import type { Tx } from "#server/db/pool.ts";
import { ofOwners, type About } from "./link-about.ts";
import { mostSelected, selectItems } from "./select-items.ts";
import type { Tally } from "./tally.ts";

/** Each costs a statement; a manifest that makes more of them is told so. */
const mostAsked = 2_000;

/** Answers how much of what is meant is another than before. */
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
  if (rows.length > mostAsked)
    tally.warn(
      `Of ${rows.length} selectors for relationships ${mostAsked} were followed. Name what is meant, or select less.`,
    );
  const wanted: { config_id: string; position: number; target_id: string }[] = [];
  for (const { selector, at } of rows.slice(0, mostAsked)) {
    try {
      const found = await selectItems(tx, catalog, selector, { scraperId: scraper.id });
      if (found.length === mostSelected)
        tally.warn(
          `The selector ${normalLine(selector as unknown as Json)} means more than ${mostSelected} items: the first are linked.`,
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
