// Saves one batch in one transaction: items, references, changes, insights and events.
import { newId } from "#lib/uuid/new-id.ts";
import type { Tx } from "#server/db/pool.ts";
import type { Event } from "#server/events.ts";
import { isSame } from "../../normal-text.ts";
import { healthEvent } from "../event-names.ts";
import type { Item } from "../scrape/found.ts";
import { diffChange, keepUnlisted } from "./document-diffs.ts";
import { saveInsights } from "./insights.ts";
import { fieldsDiffer, findKnown, freeRowIds, rowOf } from "./item-rows.ts";
import { noteLinksDue } from "./link-scope.ts";
import { place } from "./place.ts";
import { markMentioned, mentionsIn, writeReferences } from "./references.ts";
import { saveChanges } from "./save-changes.ts";
import type { SaveRun, SaveTools, SaveTransaction } from "./save-run.ts";
import type { Batch, ItemRow, ItemWrite, KnownItem, PlacedChange, PlacedInsight, Sighted, Waiting } from "./stages.ts";
import { Tally } from "./tally.ts";
import {
  holdFacets,
  insertItems,
  locationsOf,
  markChanged,
  updateDocuments,
  updateItems,
  writeLocations,
  writeSightings,
} from "./write-items.ts";

/** The result of a transaction, added to the run after the commit. */
export interface WrittenBatch {
  tally: Tally;
  waiting: Waiting;
  /** Items with changed references, and items that are new, renamed, deleted or revived. */
  touched: readonly string[];
}

export async function saveBatch(
  system: SaveTools,
  run: SaveRun,
  tx: Tx,
  { items, news }: Batch,
): Promise<WrittenBatch> {
  const saving: SaveTransaction = { tx, system, run, tally: new Tally(), events: [] };
  const { ids, diffs, touched } = await saveItems(saving, items);
  const waiting: Waiting = { changes: [], insights: [], moving: diffs };
  const insights: PlacedInsight[] = [];
  for (const { item, key } of items) {
    const owner = { id: ids.get(key)!, type: item.type };
    for (const change of item.changes ?? [])
      if (change.of) waiting.changes.push(change);
      else waiting.moving.push({ ...owner, change });
    for (const insight of item.insights ?? [])
      if (insight.of) waiting.insights.push(insight);
      else insights.push({ ...owner, insight });
  }
  for (const each of news) {
    waiting.changes.push(...each.changes);
    waiting.insights.push(...each.insights);
  }
  await markMentioned(tx, run, mentionsIn({ items, news }));
  return { tally: saving.tally, waiting: await saveNews(saving, waiting, insights), touched };
}

/** Saves the changes and insights that waited for the end of the run. */
export async function saveDeferred(system: SaveTools, run: SaveRun, tx: Tx, deferred: Waiting): Promise<WrittenBatch> {
  const saving: SaveTransaction = { tx, system, run, tally: new Tally(), events: [] };
  return { tally: saving.tally, waiting: await saveNews(saving, deferred, []), touched: [] };
}

/** Returns the changes and insights that have to wait for the end of the run. */
async function saveNews(
  saving: SaveTransaction,
  waiting: Waiting,
  insights: readonly PlacedInsight[],
): Promise<Waiting> {
  const placed = await place(saving, waiting);
  await saveChanges(saving, placed.changes);
  await keepUnlisted(saving.tx, placed.unlisted);
  await saveInsights(saving, [...insights, ...placed.insights]);
  await saving.system.events.publishAll(saving.tx, saving.events);
  return placed.waiting;
}

async function saveItems(
  { tx, run, tally, events }: SaveTransaction,
  items: readonly Sighted[],
): Promise<{ ids: ReadonlyMap<string, string>; diffs: PlacedChange[]; touched: readonly string[] }> {
  if (items.length === 0) return { ids: new Map(), diffs: [], touched: [] };
  const ids = new Map(items.flatMap(({ key, sameAs }) => (sameAs === undefined ? [] : [[key, sameAs] as const])));
  const others = items.filter(({ key }) => !ids.has(key));
  if (others.length === 0) return { ids, diffs: [], touched: [] };

  const known = await findKnown(tx, run, others);
  const isNew = ({ key }: Sighted) => !known.has(key);
  const free = await freeRowIds(
    tx,
    others.filter(isNew).flatMap(({ item }) => item.rowId ?? []),
  );
  const taken = new Set<string>();
  const written = others.map((sighted): ItemWrite => {
    const { item, key } = sighted;
    const found = known.get(key);
    // Replaces a row id that is already in use, because another scraper may have found the same object.
    const wanted = item.rowId !== undefined && free.has(item.rowId.toLowerCase()) && !taken.has(item.rowId);
    const id = found?.id ?? (wanted ? item.rowId! : newId());
    taken.add(id);
    ids.set(key, id);
    return { sighted, row: rowOf(item, id, found), known: found };
  });

  const [changed, documents]: [ItemRow[], ItemRow[]] = [[], []];
  const diffs: PlacedChange[] = [];
  for (const { sighted, row, known: before } of written) {
    const { item } = sighted;
    if (!before) {
      tally.count("added", item.type);
      run.watch?.item("added", row.id, item, row);
      if (!run.isFirst && row.deleted_at === null) events.push({ name: "config.created", id: row.id });
      if (row.health === "unhealthy" || row.health === "warning")
        events.push({ name: `config.${row.health}`, id: row.id });
      continue;
    }
    const hasOtherDocument = !isSame(row.config, before.config);
    const isChanged = fieldsDiffer(row, before);
    if (isChanged) changed.push(row);
    else if (hasOtherDocument) documents.push(row);
    const isUpdated =
      isChanged ||
      hasOtherDocument ||
      hasOtherReferences(before, sighted) ||
      isRelocated({ sighted, row, known: before });
    const action = isUpdated ? "updated" : "unchanged";
    tally.count(action, item.type);
    run.watch?.item(action, row.id, item, row);
    pushEvents(events, row, before);
    if (!hasOtherDocument) continue;
    const { change, diff } = diffChange(before.config, row.config);
    diffs.push({ id: row.id, type: item.type, change: await run.judge(change, item), diff });
  }
  const fresh = written.filter(({ known: before }) => !before);
  // Locks the facets first if there are several statements; a single statement locks them in order by itself.
  if (fresh.length > 0 && changed.length > 0) await holdFacets(tx, [...fresh.map(({ row }) => row), ...changed]);
  await insertItems(tx, run, fresh);
  await updateItems(tx, changed);
  await updateDocuments(tx, documents);
  await writeLocations(tx, written.filter(isRelocated));
  const isNamed = ({ known: before }: ItemWrite) => before !== undefined && !before.is_renamed;
  await markChanged(tx, run, written.filter(isNamed));
  await writeSightings(
    tx,
    run,
    written.filter((entry) => !isNamed(entry)),
  );
  const withNewReferences = written.filter(({ sighted, known: before }) =>
    before ? hasOtherReferences(before, sighted) : hasReferences(sighted.item),
  );
  await writeReferences(tx, run, withNewReferences);
  const newReferences = new Set(withNewReferences);
  const touched = written
    .filter((entry) => newReferences.has(entry) || affectsReferences(entry))
    .map(({ row }) => row.id);
  await noteLinksDue(tx, touched, run.scraper.id);
  return { ids, diffs, touched };
}

const isRelocated = ({ sighted: { item }, known }: ItemWrite) => !isSame(locationsOf(item), known?.locations ?? []);

const hasOtherReferences = ({ references_hash }: KnownItem, { referencesHash }: Sighted) =>
  references_hash?.replaceAll("-", "") !== referencesHash;

/**
 * Whether references of other items may now resolve differently: the item is new, revived or deleted, or has a
 * different name or type.
 */
const affectsReferences = ({ row, known }: ItemWrite) =>
  known === undefined ||
  (known.deleted_at === null) !== (row.deleted_at === null) ||
  known.type !== row.type ||
  !isSame(row.external_id, known.external_id);

const hasReferences = ({ parents = [], relationships = [] }: Item) => parents.length + relationships.length > 0;

function pushEvents(events: Event[], row: ItemRow, before: KnownItem): void {
  if (row.deleted_at !== null) {
    if (before.deleted_at === null) events.push({ name: "config.deleted", id: row.id });
    return;
  }
  if (before.deleted_at !== null) events.push({ name: "config.created", id: row.id });
  if (row.health !== null && row.health !== before.health)
    events.push({ name: healthEvent(before.health, row.health), id: row.id });
}
