// Stores the references of items to other items until they are resolved (link.ts).
import { sql } from "kysely";
import type { Tx } from "#server/db/pool.ts";
import type { Item, ItemReference } from "../scrape/found.ts";
import type { SaveRun } from "./save-run.ts";

interface ReferenceRow {
  config_id: string;
  position: number;
  is_parent: boolean;
  is_incoming: boolean;
  relation: string | null;
  external_id: string | null;
  type: string | null;
  of_scraper: string | null;
  selector: object | null;
  selector_id: string | null;
}

/** Replaces the references of these items. */
export async function writeReferences(
  tx: Tx,
  { scraper }: SaveRun,
  items: readonly { id: string; item: Item; isNew: boolean }[],
): Promise<void> {
  const known = items.filter(({ isNew }) => !isNew).map(({ id }) => id);
  if (known.length > 0) await sql`delete from config_references where config_id = any (${known}::uuid[])`.execute(tx);
  const rows = items.flatMap(({ id, item }) => rowsOf(id, item));
  if (rows.length === 0) return;
  await sql`
    insert into config_references (
      config_id, position, scraper_id, is_parent, is_incoming, relation, external_id, type, of_scraper, selector, selector_id
    )
    select g.config_id, g.position, ${scraper.id}, g.is_parent, g.is_incoming, g.relation, g.external_id, g.type, g.of_scraper,
           g.selector, g.selector_id
    from   jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g (
             config_id uuid, position integer, is_parent boolean, is_incoming boolean, relation text, external_id text, type text,
             of_scraper text, selector jsonb, selector_id text
           )`.execute(tx);
}

/** Parents first, because they are tried in this order. */
function rowsOf(id: string, { parents = [], relationships = [] }: Item): ReferenceRow[] {
  const none = {
    config_id: id,
    is_parent: false,
    is_incoming: false,
    relation: null,
    selector: null,
    selector_id: null,
  };
  const rows: Omit<ReferenceRow, "position">[] = parents
    .filter(({ externalId }) => externalId !== "")
    .map((parent) => ({ ...none, ...named(parent), is_parent: true }));
  for (const { to, relation, isIncoming = false, isParent = false, selectorId } of relationships) {
    if ("item" in to && to.item.externalId === "") continue;
    rows.push({
      ...none,
      ...("item" in to ? named(to.item) : { external_id: null, type: null, of_scraper: null, selector: to.selector }),
      // A "hard" relationship is a parent reference.
      is_parent: isParent || relation === "hard",
      is_incoming: isIncoming,
      relation,
      selector_id: selectorId ?? null,
    });
  }
  return rows.map((row, position) => ({ ...row, position }));
}

const named = ({ externalId, type, scraper }: ItemReference) => ({
  external_id: externalId,
  type: type ?? null,
  of_scraper: scraper ?? null,
});
