// Stores references to items, by external ids or by a selector, until they are resolved (link.ts). Also finds the items
// of changes and insights, and updates the mention time of items that a run refers to.
import { CompiledQuery, sql } from "kysely";
import type { Json } from "#language/columns.ts";
import { isEmptySelector, toSelector, type ResourceSelector } from "#language/resource-selector.ts";
import type { System } from "#server/area.ts";
import type { Tx } from "#server/db/pool.ts";
import type { Row } from "#server/db/tables.ts";
import { Statement } from "#server/selector/condition.ts";
import { takeControls } from "#server/selector/controls.ts";
import { selectorCondition } from "#server/selector/selector-condition.ts";
import { selectableConfigs } from "../find-configs.ts";
import type { FoundChange, FoundInsight, Item, ItemReference } from "../scrape/found.ts";
import { seenNow, type SaveRun } from "./save-run.ts";
import type { Batch, ItemWrite, Owner } from "./stages.ts";

type ReferenceRow = Omit<Row<"config_references">, "scraper_id" | "target_id">;

/** Replaces the references of these items. */
export async function writeReferences(tx: Tx, { scraper }: SaveRun, written: readonly ItemWrite[]): Promise<void> {
  const known = written.flatMap((entry) => entry.known?.id ?? []);
  if (known.length > 0) await sql`delete from config_references where config_id = any (${known}::uuid[])`.execute(tx);
  const rows = written.flatMap(({ sighted, row }) => rowsOf(row.id, sighted.item));
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

/** Lists parents first, because they are tried in this order. */
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
      ...("item" in to
        ? named(to.item)
        : { external_id: null, type: null, of_scraper: null, selector: to.selector as Json }),
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

export const referenceKey = ({ externalId, type = "", scraper = "" }: ItemReference) =>
  `${scraper}\0${type}\0${externalId}`;

/**
 * If several items match a reference, the order of preference is: not deleted, the id is its first external id, found
 * by this scraper, newest.
 */
export async function findReferences(
  tx: Tx,
  { scraper }: SaveRun,
  references: readonly ItemReference[],
): Promise<Map<string, Owner>> {
  const distinct = [...new Map(references.map((reference) => [referenceKey(reference), reference])).values()];
  if (distinct.length === 0) return new Map();
  const { rows } = await sql<Owner & { n: number }>`
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

/** Maximum number of matches. A selector that matches more items is probably a mistake. */
export const maxSelected = 500;

/** Throws Unreadable. Default scope: the given scraper. */
export async function selectItems(
  tx: Tx,
  catalog: System["catalog"],
  selector: ResourceSelector,
  { scraperId, max = maxSelected }: { scraperId: string; max?: number },
): Promise<Owner[]> {
  if (isEmptySelector(selector)) return [];
  const { columns } = catalog.current.relations.get(selectableConfigs.relation)!;
  const selected = { kind: selectableConfigs, columns };
  const statement = new Statement();
  const scoped = {
    ...selector,
    scope: selector.scope === undefined || selector.scope === "" ? scraperId : selector.scope,
  };
  const anyScope = scoped.scope === "all" ? { ...scoped, scope: undefined } : scoped;
  const { rest } = takeControls(toSelector(anyScope), selected);
  const text = [
    "select r.id, r.type from config_items r",
    `where  ${selectorCondition(anyScope, rest, selected, statement)}`,
    `order by r.name, r.id limit ${statement.value(Math.min(selector.limit || max, max), "integer")}`,
  ].join("\n");
  const { rows } = await tx.executeQuery<Owner>(CompiledQuery.raw(text, statement.values));
  return rows;
}

/**
 * Returns the items that a run refers to without reporting them. A change or an insight of an item shows that the item
 * exists, so such items are marked as mentioned, and a mentioned item is not deleted as stale.
 */
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
 * Marks only items of this scraper, because other items are deleted by their own scraper. A reference without a type
 * marks every item of that name. Skips locked rows: another batch of the run is marking them, and waiting could
 * deadlock.
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
