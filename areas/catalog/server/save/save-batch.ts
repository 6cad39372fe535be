// Saves one batch in one transaction: items, references, changes, insights and events.
import type { System } from "#server/area.ts";
import { newId } from "#server/db/new-id.ts";
import type { Tx } from "#server/db/pool.ts";
import type { Event } from "#server/events.ts";
import { isSame } from "../../normal-text.ts";
import type { Item } from "../scrape/found.ts";
import type { Batch } from "./batches.ts";
import type { ChangeRules } from "./change-rules.ts";
import type { Waiting } from "./deferred.ts";
import { diffChange, type DiffChange } from "./diff-change.ts";
import { firstParents } from "./first-parents.ts";
import { holdFacets } from "./hold-facets.ts";
import { saveInsights, type PlacedInsight } from "./insights.ts";
import { fieldsDiffer, rowOf, type ItemRow } from "./item-row.ts";
import { findKnown, freeRowIds, type KnownItem } from "./known-items.ts";
import { noteLinksDue } from "./links-due.ts";
import { markMentioned, mentionsIn } from "./mentions.ts";
import { place } from "./place.ts";
import { saveChanges, type PlacedChange } from "./save-changes.ts";
import type { SaveRun } from "./save-run.ts";
import type { Sighted } from "./sighted.ts";
import { Tally } from "./tally.ts";
import { keepUnlisted } from "./unlisted-versions.ts";
import {
  insertItems,
  markChanged,
  updateDocuments,
  updateItems,
  writeSightings,
  type SightingRow,
} from "./write-items.ts";
import { locationsOf, writeLocations } from "./write-locations.ts";
import { writeReferences } from "./write-references.ts";

export interface BatchTools {
  tx: Tx;
  system: Pick<System, "db" | "events" | "catalog">;
  run: SaveRun;
  rules: ChangeRules;
}

export interface WrittenBatch {
  /** A separate tally, because the transaction may be rolled back. */
  tally: Tally;
  waiting: Waiting;
  /** Items with changed references, and items that are new, renamed, deleted or revived. */
  touched: readonly string[];
}

export async function saveBatch(tools: BatchTools, { items, news }: Batch): Promise<WrittenBatch> {
  const tally = new Tally();
  const events: Event[] = [];
  const { ids, diffs, touched } = await saveItems(tools, items, tally, events);
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
  await markMentioned(tools.tx, tools.run, mentionsIn({ items, news }));
  return { ...(await saveNews(tools, { waiting, insights, tally, events })), touched };
}

export async function saveNews(
  tools: BatchTools,
  {
    waiting,
    insights = [],
    tally = new Tally(),
    events = [],
  }: { waiting: Waiting; insights?: readonly PlacedInsight[]; tally?: Tally; events?: Event[] },
): Promise<WrittenBatch> {
  const placed = await place(tools, waiting, tally);
  await saveChanges(tools, placed.changes, tally, events);
  await keepUnlisted(tools.tx, placed.unlisted);
  await saveInsights(tools, [...insights, ...placed.insights], tally);
  await tools.system.events.publishAll(tools.tx, events);
  return { tally, waiting: placed.waiting, touched: [] };
}

interface Written {
  sighted: Sighted;
  row: ItemRow;
  known: KnownItem | undefined;
}

async function saveItems(
  { tx, run }: BatchTools,
  items: readonly Sighted[],
  tally: Tally,
  events: Event[],
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
  const written = others.map((sighted): Written => {
    const { item, key } = sighted;
    const found = known.get(key);
    // A row id that is already used gets replaced: another scraper may have found the same thing.
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
    const diff: DiffChange = diffChange(before.config, row.config);
    diffs.push({ id: row.id, type: item.type, change: await run.judge(diff.change, item), diff });
  }
  const fresh = written.filter(({ known: before }) => !before);
  // A single statement takes its locks in order without this.
  if (fresh.length > 0 && changed.length > 0) await holdFacets(tx, [...fresh.map(({ row }) => row), ...changed]);
  const parents = await firstParents(
    tx,
    run,
    fresh.map(({ sighted, row }) => ({ id: row.id, item: sighted.item })),
  );
  await insertItems(
    tx,
    run,
    fresh.map(({ row }) => ({ ...row, ...parents.get(row.id)! })),
  );
  await updateItems(tx, changed);
  await updateDocuments(tx, documents);
  await writeLocations(
    tx,
    written.filter(isRelocated).map(({ sighted, row }) => ({ id: row.id, item: sighted.item })),
  );
  const sightingOf = ({ sighted: { item, hash, referencesHash }, row }: Written): SightingRow => ({
    config_id: row.id,
    external_id: item.id,
    type: item.type,
    hash,
    references_hash: referencesHash,
  });
  const isNamed = ({ known: before }: Written) => before !== undefined && !before.is_renamed;
  await markChanged(tx, run, written.filter(isNamed).map(sightingOf));
  await writeSightings(tx, run, written.filter((entry) => !isNamed(entry)).map(sightingOf));
  const withNewReferences = written.filter(({ sighted, known: before }) =>
    before ? hasOtherReferences(before, sighted) : hasReferences(sighted.item),
  );
  await writeReferences(
    tx,
    run,
    withNewReferences.map(({ sighted, row, known: before }) => ({ id: row.id, item: sighted.item, isNew: !before })),
  );
  const newReferences = new Set(withNewReferences);
  const touched = written
    .filter((entry) => newReferences.has(entry) || affectsReferences(entry))
    .map(({ row }) => row.id);
  await noteLinksDue(tx, touched, run.scraper.id);
  return { ids, diffs, touched };
}

const isRelocated = ({ sighted: { item }, known }: Written) => !isSame(locationsOf(item), known?.locations ?? []);

const hasOtherReferences = ({ references_hash }: KnownItem, { referencesHash }: Sighted) =>
  references_hash?.replaceAll("-", "") !== referencesHash;

/** References of other items may resolve differently now: the item is new, revived, deleted, or has another name or type. */
const affectsReferences = ({ row, known }: Written) =>
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
  if (row.health !== null && row.health !== before.health) events.push({ name: `config.${row.health}`, id: row.id });
}
