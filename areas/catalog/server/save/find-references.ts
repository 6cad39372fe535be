// Finds items by their external ids.
import { sql } from "kysely";
import type { Tx } from "#server/db/pool.ts";
import type { ItemReference } from "../scrape/found.ts";
import type { SaveRun } from "./save-run.ts";

export interface Owner {
  id: string;
  type: string;
}

export const referenceKey = ({ externalId, type = "", scraper = "" }: ItemReference) =>
  `${scraper}\0${type}\0${externalId}`;

/**
 * If several items match a reference, the order of preference is: not deleted, the id is its first external id, found by this
 * scraper, newest.
 */
export async function findReferences(
  tx: Tx,
  { scraper }: SaveRun,
  references: readonly ItemReference[],
): Promise<Map<string, Owner>> {
  const distinct = [...new Map(references.map((reference) => [referenceKey(reference), reference])).values()];
  if (distinct.length === 0) return new Map();
  const { rows } = await sql<{ n: number; id: string; type: string }>`
    select g.n, t.id, t.type
    from   unnest(${distinct.map(({ externalId }) => externalId)}::text[], ${distinct.map(({ type }) => type ?? null)}::text[],
                  ${distinct.map((reference) => reference.scraper ?? null)}::text[]) with ordinality as g (external_id, type, of_scraper, n)
    cross  join lateral (
             select i.id, i.type
             from   config_items i
             where  i.external_id @> array[g.external_id]
             and    (g.type is null or i.type = g.type)
             and    (g.of_scraper = 'all' or i.scraper_id = scraper_meant(g.of_scraper, ${scraper.id}))
             order  by i.deleted_at is null desc, i.external_id[1] = g.external_id desc, i.scraper_id = ${scraper.id} desc, i.created_at desc, i.id
             limit  1
           ) t`.execute(tx);
  return new Map(rows.map(({ n, id, type }) => [referenceKey(distinct[n - 1]!), { id, type }]));
}
