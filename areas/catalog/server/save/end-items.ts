// Deletes items and resolves insights. Items are deleted by a change, with their scraper, or because a complete run
// without errors did not see them, either immediately or after the retention time of the scraper.
import { sql } from "kysely";
import type { System } from "#server/area.ts";
import { noteLinksDue } from "./link-scope.ts";
import { seenNow, type Age, type SaveOptions, type SaveRun, type SaveTransaction } from "./save-run.ts";
import type { Owner } from "./stages.ts";
import { Tally } from "./tally.ts";
import { inTurn } from "./transaction.ts";

/** Marks items as deleted and clears their hashes, so that they are written again if they return. */
export async function endItems(
  { tx, tally, events }: Pick<SaveTransaction, "tx" | "tally" | "events">,
  items: readonly { id: string; at?: string | undefined }[],
  reason: "STALE" | "FROM_EVENT" | "SCRAPER_DELETED",
): Promise<void> {
  if (items.length === 0) return;
  const { rows } = await sql<Owner>`
    update config_items i
    set    deleted_at = coalesce(g.at, now()), delete_reason = ${reason}
    from   unnest(${items.map(({ id }) => id)}::uuid[], ${items.map(({ at }) => at ?? null)}::timestamptz[]) as g (id, at)
    where  i.id = g.id and i.deleted_at is null
    returning i.id, i.type`.execute(tx);
  const ids = rows.map(({ id }) => id);
  await sql`update config_sightings set hash = null where config_id = any (${ids}::uuid[])`.execute(tx);
  await noteLinksDue(tx, ids);
  for (const { id, type } of rows) {
    tally.count("deleted", type);
    events.push({ name: "config.deleted", id });
  }
}

const perBatch = 1_000;
const staleAnalysisAge = 48 * 3_600_000;

/** The time is never after the start of the run, so that items seen by this run are kept even if the age is short. */
const before = (run: SaveRun, age: number) =>
  sql`least(${run.startedAt}::timestamptz, ${seenNow(run)} - ${age} * interval '1 millisecond')`;

/**
 * The time at which the item was last seen or mentioned: a mentioned item exists, even if this run did not report it.
 * `greatest` ignores nulls.
 */
const lastSeen = sql`greatest(s.seen_at, s.mentioned_at)`;

type Stores = Pick<System, "db" | "events">;

export async function endStale(
  { db, events }: Stores,
  run: SaveRun,
  { retention, signal }: SaveOptions,
): Promise<void> {
  const age: Age = retention?.staleItemAge ?? 0;
  if (age === "keep") return;
  for (;;) {
    signal.throwIfAborted();
    const { tally, ended } = await inTurn(db.system, { scraper: run.scraper }, async (tx) => {
      const { rows } = await sql<Pick<Owner, "id">>`
        select i.id
        from   config_sightings s
        join   config_items i on i.id = s.config_id
        where  s.scraper_id = ${run.scraper.id} and i.deleted_at is null
        and    ${lastSeen} < ${before(run, age)}
        order  by i.id
        limit  ${perBatch}
        for    no key update of i`.execute(tx);
      const ending: Parameters<typeof endItems>[0] = { tx, tally: new Tally(), events: [] };
      await endItems(ending, rows, "STALE");
      await events.publishAll(tx, ending.events);
      return { tally: ending.tally, ended: rows.length };
    });
    run.tally.add(tally);
    if (ended < perBatch) return;
  }
}

/** Warns that unseen items were not deleted because of errors. */
export async function warnUnseen({ db }: Stores, run: SaveRun, { retention }: SaveOptions): Promise<void> {
  const age: Age = retention?.staleItemAge ?? 0;
  if (age === "keep") return;
  const { rows } = await sql<{ unseen: number }>`
    select count(*) as unseen
    from  (
            select
            from   config_sightings s
            join   config_items i on i.id = s.config_id
            where  s.scraper_id = ${run.scraper.id} and i.deleted_at is null
            and    ${lastSeen} < ${before(run, age)}
            limit  ${perBatch}
          ) of`.execute(db.system);
  const { unseen } = rows[0]!;
  if (unseen > 0)
    run.tally.warn(
      `Because of errors, no items were deleted: ${unseen === perBatch ? `${perBatch} items or more were` : unseen === 1 ? "one item was" : `${unseen} items were`} not seen by this run.`,
    );
}

/** Resolves open insights of this scraper that were not observed recently; silenced insights stay silenced. */
export async function resolveStaleInsights({ db }: Stores, run: SaveRun, { retention }: SaveOptions): Promise<void> {
  const age: Age = retention?.staleAnalysisAge ?? staleAnalysisAge;
  if (age === "keep") return;
  const { numAffectedRows = 0n } = await sql`
    update config_analysis
    set    status = 'resolved'
    where  scraper_id = ${run.scraper.id} and status = 'open'
    and    last_observed < ${before(run, age)}`.execute(db.system);
  run.tally.insights.resolved += Number(numAffectedRows);
}
