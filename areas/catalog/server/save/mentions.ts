// Items that a run names without reporting them: it reports a change or an insight of the item, so the item exists. They are marked
// as mentioned, and a mentioned item does not end as stale.
import { sql } from "kysely";
import type { Tx } from "#server/db/pool.ts";
import type { FoundChange, FoundInsight, ItemReference } from "../scrape/found.ts";
import type { Batch } from "./batches.ts";
import { referenceKey } from "./find-references.ts";
import { seenNow, type SaveRun } from "./save-run.ts";

export function mentionsIn({ items, news }: Batch): readonly ItemReference[] {
  const owners = (all: readonly (FoundChange | FoundInsight)[] = []) => all.flatMap(({ of }) => of ?? []);
  const references = [
    ...items.flatMap(({ item: { changes, insights } }) => [...owners(changes), ...owners(insights)]),
    ...news.flatMap(({ changes, insights, mentions = [], isHistory }) =>
      isHistory ? mentions : [...owners(changes), ...owners(insights), ...mentions],
    ),
  ];
  return [...new Map(references.map((reference) => [referenceKey(reference), reference])).values()];
}

/**
 * Only items of this scraper, because other items are deleted by their own scraper. A reference without a type marks every item of that name. A row that is
 * locked is being marked by another batch of the run, so it can be skipped; waiting for it could deadlock.
 */
export async function markMentioned(tx: Tx, run: SaveRun, references: readonly ItemReference[]): Promise<void> {
  if (references.length === 0) return;
  await sql`
    update config_sightings
    set    mentioned_at = ${seenNow(run)}
    where  config_id in (
             select s.config_id
             from   unnest(${references.map(({ externalId }) => externalId)}::text[],
                           ${references.map(({ type }) => type ?? null)}::text[],
                           ${references.map(({ scraper }) => scraper ?? null)}::text[]) as g (external_id, type, of_scraper)
             join   config_items i on i.external_id @> array[g.external_id] and (g.type is null or i.type = g.type)
             join   config_sightings s on s.config_id = i.id
             where  i.scraper_id = ${run.scraper.id} and i.deleted_at is null
             and    (g.of_scraper = 'all' or scraper_meant(g.of_scraper, ${run.scraper.id}) = ${run.scraper.id})
             and    (s.mentioned_at is null or s.mentioned_at < ${run.startedAt})
             for    no key update of s skip locked
           )`.execute(tx);
}
