// The schedule of scrapers: scraper_turns has a row with the next due time of each scraper. The row is written in the
// transaction that writes the scraper; the first worker that sees a due row sends the job.
import { sql } from "kysely";
import { localAgent } from "#language/local-agent.ts";
import { parseSchedule } from "#lib/time/schedule.ts";
import { problemOf } from "#lib/text/unreadable.ts";
import { cadenceOf, nextDue } from "#lib/time/cadence.ts";
import type { System, JobDefinition } from "#server/area.ts";
import type { Tx } from "#server/db/pool.ts";
import { isFields } from "../scrape/document.ts";
import type { ScrapeData } from "./scrape-job.ts";

export const fallbackSchedule = { property: "scrapers.default.schedule", text: "@every 60m" };

/** Shorter intervals overload the sources. */
const minIntervalMs = 29_000;

export interface WrittenScraper {
  id: string;
  agent_id: string;
  spec: unknown;
  deleted_at: string | null;
}

/** Returns the schedule of the spec; empty for the default schedule, undefined for a scraper that only runs manually. */
export function writtenSchedule(spec: unknown): string | undefined {
  const text = isFields(spec) && typeof spec["schedule"] === "string" ? spec["schedule"].trim() : "";
  if (text === "") return "";
  // The API rejects an invalid schedule, but a manifest file may contain one.
  if (problemOf(() => parseSchedule(text)) !== undefined) return undefined;
  return parseSchedule(text).kind === "never" ? undefined : text;
}

/** Makes a new or changed scraper due immediately. */
export async function syncTurn(tx: Tx, { id, agent_id, spec, deleted_at }: WrittenScraper): Promise<void> {
  if (agent_id !== localAgent || id === localAgent) return;
  const schedule = deleted_at === null ? writtenSchedule(spec) : undefined;
  if (schedule === undefined) {
    await sql`delete from scraper_turns where scraper_id = ${id}`.execute(tx);
    return;
  }
  await sql`
    insert into scraper_turns as t (scraper_id, schedule, due_at, spec_hash, is_changed)
    select s.id, ${schedule}, now(), md5(s.spec::text || coalesce(s.spec_secrets, '')), true
    from   config_scrapers s
    where  s.id = ${id}
    on conflict (scraper_id) do update
    set    schedule = excluded.schedule, due_at = excluded.due_at, spec_hash = excluded.spec_hash, is_changed = true,
           rate_limited_until = null
    where  t.spec_hash <> excluded.spec_hash`.execute(tx);
}

/** The time until the next scraper is due; infinite when there is none. */
export async function nextTurnMs({ system }: Pick<System["db"], "system">): Promise<number> {
  const { rows } = await sql<{ ms: number | null }>`
    select (extract(epoch from min(greatest(due_at, rate_limited_until)) - now()) * 1000)::float8 as ms
    from   scraper_turns`.execute(system);
  return rows[0]!.ms ?? Number.POSITIVE_INFINITY;
}

/** Sends a job for each due scraper and sets the next due time. Returns the number of sent jobs. */
export async function sendDue(
  { db, jobs }: Pick<System, "db" | "jobs">,
  job: JobDefinition<ScrapeData>,
): Promise<number> {
  return db.system.transaction().execute(async (tx) => {
    const { rows } = await sql<{ scraper_id: string; schedule: string; is_changed: boolean; now: string }>`
      select scraper_id, schedule, is_changed, now() as now
      from   scraper_turns
      where  due_at <= now() and (rate_limited_until is null or rate_limited_until <= now())
      order  by due_at
      limit  100
      for    update skip locked`.execute(tx);
    let sent = 0;
    for (const { scraper_id: id, schedule, is_changed: isChanged, now } of rows) {
      const isSent = (await jobs.send(tx, job, { scraper_id: id })) !== null;
      if (isSent) sent += 1;
      // The run of the previous version is about to end, so this turn is tried again in half a second.
      const isWaiting = !isSent && isChanged;
      const due = isWaiting ? new Date(Date.parse(now) + 500) : await nextOf(tx, id, schedule, Date.parse(now));
      await sql`
        update scraper_turns set due_at = ${due.toISOString()}, is_changed = ${isWaiting}
        where  scraper_id = ${id}`.execute(tx);
    }
    return sent;
  });
}

async function nextOf(tx: Tx, id: string, schedule: string, now: number): Promise<Date> {
  const text = schedule === "" ? await defaultSchedule(tx) : schedule;
  const cadence = cadenceOf(text) ?? cadenceOf(fallbackSchedule.text)!;
  const slow = cadence.minIntervalMs < minIntervalMs ? cadenceOf(`@every ${minIntervalMs / 1000}s`)! : cadence;
  return new Date(nextDue(slow, id, { now, previous: now }));
}

async function defaultSchedule(tx: Tx): Promise<string> {
  const property = await tx
    .selectFrom("properties_in_force")
    .select("value")
    .where("name", "=", fallbackSchedule.property)
    .executeTakeFirst();
  const text = property?.value.trim() ?? "";
  return text !== "" && problemOf(() => parseSchedule(text)) === undefined ? text : fallbackSchedule.text;
}
