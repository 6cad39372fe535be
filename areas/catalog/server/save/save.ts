// Updates the catalog with the items that a scraper finds. The memory use stays bounded, and each batch is written
// completely or not at all. The stages:
//
// 1. `chunks` (batches.ts) reads the stream, computes the hashes of each item and splits the items into batches.
// 2. `markUnchanged` (item-rows.ts) marks unchanged items as seen. Most items end here.
// 3. `saveBatch` (save-batch.ts) writes the others, one batch per transaction: rows (item-rows.ts, write-items.ts),
//    references to other items (references.ts), changes (place.ts, known-changes.ts, save-changes.ts,
//    document-diffs.ts), insights (insights.ts), events.
// 4. `finish` ends unseen items (end-items.ts), links the items (link.ts, parents.ts), and saves the changes and
//    insights that waited for their items.
//
// stages.ts defines the types that the stages exchange, save-run.ts the state of a run, and tally.ts its summary.
import { sql } from "kysely";
import type { Found } from "../scrape/found.ts";
import { chunks, Gathering } from "./batches.ts";
import { endStale, resolveStaleInsights, warnUnseen } from "./end-items.ts";
import { markUnchanged } from "./item-rows.ts";
import { readDedupWindow } from "./known-changes.ts";
import { link } from "./link.ts";
import { saveBatch, saveDeferred, type WrittenBatch } from "./save-batch.ts";
import { ItemGone } from "./save-changes.ts";
import { Deferred, seenNow, type SaveOptions, type SaveRun, type SaveTools } from "./save-run.ts";
import type { Batch, Sighted, Waiting } from "./stages.ts";
import { Tally, type ScrapeSummary } from "./tally.ts";
import { inTurn, Lanes } from "./transaction.ts";

export interface Saved {
  summary: ScrapeSummary;
  /** The first errors; `failures` counts all of them. */
  errors: readonly string[];
  failures: number;
}

export async function save(system: SaveTools, found: AsyncIterable<Found>, options: SaveOptions): Promise<Saved> {
  const run = await beginRun(system, options);
  await saveAll(system, run, found, options.signal);
  await finish(system, run, options);
  return { summary: run.tally.summary(), errors: run.tally.errors, failures: run.tally.failures };
}

/**
 * Compares and writes batches while the next batch is being collected, which keeps this process and two database
 * processes busy. Inside a transaction, there is only one connection.
 */
async function saveAll(
  system: SaveTools,
  run: SaveRun,
  found: AsyncIterable<Found>,
  signal: AbortSignal,
): Promise<void> {
  const lanes = new Lanes(system.db.system.isTransaction ? 1 : 2);
  const gathering = new Gathering();
  const write = (batch: Batch | undefined) => batch && lanes.begin(() => saveInParts(system, run, batch));
  try {
    for await (const chunk of chunks(found, run.tally)) {
      signal.throwIfAborted();
      await lanes.begin(async () => gathering.add(await skipUnchanged(system.db.system, run, chunk)));
      await write(gathering.full());
    }
    await lanes.end();
    await write(gathering.rest());
  } finally {
    await lanes.end();
  }
}

/** Marks unchanged items as seen and removes them from the batch. */
async function skipUnchanged(db: SaveTools["db"]["system"], run: SaveRun, { items, news }: Batch): Promise<Batch> {
  if (items.length === 0) return { items, news };
  const same = await markUnchanged(db, run, items);
  const rest: Sighted[] = [];
  for (const sighted of items) {
    const id = same.get(sighted.key);
    const { type, changes = [], insights = [] } = sighted.item;
    if (id === undefined) {
      rest.push(sighted);
      continue;
    }
    run.tally.count("unchanged", type);
    run.watch?.item("unchanged", id, sighted.item, undefined);
    if (changes.length + insights.length > 0) rest.push({ ...sighted, sameAs: id });
  }
  return { items: rest, news };
}

/**
 * If PostgreSQL rejects a batch, the batch is split until the rejected item is alone. Its error is reported, and the
 * other items are saved.
 */
async function saveInParts(system: SaveTools, run: SaveRun, batch: Batch): Promise<void> {
  try {
    note(run, await inTurn(system.db.system, turnOf(run), (tx) => saveBatch(system, run, tx, batch)));
  } catch (error) {
    if (!isRejection(error)) throw error;
    const { items, news } = batch;
    if (items.length + news.length === 1) {
      run.tally.fail(`${nameOf(batch)} could not be saved: ${error.message}`, items[0]?.item.type);
      return;
    }
    const [half, halfNews] = [Math.ceil(items.length / 2), Math.ceil(news.length / 2)];
    await saveInParts(system, run, { items: items.slice(0, half), news: news.slice(0, halfNews) });
    await saveInParts(system, run, { items: items.slice(half), news: news.slice(halfNews) });
  }
}

async function saveWaiting(system: SaveTools, run: SaveRun, waiting: Waiting): Promise<void> {
  try {
    note(run, await inTurn(system.db.system, turnOf(run), (tx) => saveDeferred(system, run, tx, waiting)));
  } catch (error) {
    if (!isRejection(error)) throw error;
    run.tally.fail(`Deferred changes could not be saved: ${error.message}`);
  }
}

const turnOf = ({ scraper, isWhole, tally }: SaveRun) => ({
  scraper,
  isWhole,
  again: (error: unknown) => {
    if (error instanceof ItemGone) tally.gone(error.type, error.changes);
  },
});

function note({ tally, deferred, touched, isWhole }: SaveRun, written: WrittenBatch): void {
  tally.add(written.tally);
  deferred.addAll(written.waiting);
  if (!isWhole) for (const id of written.touched) touched.add(id);
}

/**
 * Whether the error concerns the written values and not the connection: invalid data, violated constraints, limits of
 * the database.
 */
const isRejection = (error: unknown): error is Error =>
  error instanceof Error && /^(?:22|23|54)/.test((error as { code?: string }).code ?? "");

const nameOf = ({ items, news }: Batch) =>
  items[0]
    ? `${items[0].item.type} ${items[0].item.name}`
    : `the change ${news[0]!.changes[0]?.externalId ?? ""}`.trim();

async function beginRun(system: SaveTools, { scraper, isWhole, judge, watch }: SaveOptions): Promise<SaveRun> {
  await sql`
    insert into config_scrape_states (scraper_id) values (${scraper.id}) on conflict do nothing`.execute(
    system.db.system,
  );
  const { rows } = await sql<{ started_at: string; is_first: boolean; was_empty: boolean }>`
    select greatest(now(), s.whole_at + interval '1 microsecond') as started_at, s.whole_at is null as is_first,
           not exists (select from config_items where scraper_id = ${scraper.id}) as was_empty
    from   (select ${scraper.id}::uuid as id) of
    left   join config_scrape_states s on s.scraper_id = of.id`.execute(system.db.system);
  const { started_at, is_first, was_empty } = rows[0]!;
  return {
    scraper,
    isWhole,
    startedAt: started_at,
    isFirst: is_first,
    wasEmpty: was_empty,
    dedupWindow: await readDedupWindow(system.db.system),
    touched: new Set(),
    tally: new Tally(),
    deferred: new Deferred(),
    judge: judge ?? ((change) => change),
    ...(watch && { watch }),
  };
}

/** After errors nothing is deleted, because the unseen items may be those that could not be read. */
async function finish(system: SaveTools, run: SaveRun, options: SaveOptions): Promise<void> {
  const { tally, deferred } = run;
  const isComplete = options.isWhole && tally.errors.length === 0;
  if (isComplete) await endStale(system, run, options);
  else if (options.isWhole) await warnUnseen(system, run, options);
  await link(system, run, options.signal);
  for (const waiting of deferred.take()) await saveWaiting(system, { ...run, isLast: true }, waiting);
  if (isComplete) await resolveStaleInsights(system, run, options);
  if (options.isWhole)
    await sql`
      insert into config_scrape_states (scraper_id, whole_at) values (${run.scraper.id}, ${seenNow(run)})
      on conflict (scraper_id) do update set whole_at = excluded.whole_at`.execute(system.db.system);
}
