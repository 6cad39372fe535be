// A run that somebody asks for: sent at once, whatever the schedule says, and found in the history. One that is going on stands
// for it.
import { setTimeout as delay } from "node:timers/promises";
import { sql } from "kysely";
import { problem } from "#language/problem.ts";
import type { System } from "#server/area.ts";
import type { JobDefinition } from "#server/jobs/definition.ts";
import type { RunStatus } from "#server/jobs/history.ts";
import { loadScrapers } from "../run/load.ts";
import type { ScrapeData } from "../run/scrape-job.ts";

export interface RunNow {
  job_history_id: string;
  status: RunStatus;
}

/** Until it has begun: another one may be before it. */
const begunWithinMs = 10_000;
/** Whoever waits for the end of a long one looks at the history. */
const endedWithinMs = 5 * 60_000;
const lookEveryMs = 100;

export async function runNow(
  system: Pick<System, "db" | "jobs" | "log" | "secrets">,
  job: JobDefinition<ScrapeData>,
  id: string,
  { isAsync, signal }: { isAsync: boolean; signal: AbortSignal },
): Promise<RunNow> {
  const [scraper] = await loadScrapers(system, [id]);
  if (!scraper) throw problem.notFound("scraper", id);
  const asked = await nowOf(system);
  const jobId = await system.jobs.send(system.db.system, job, { scraper_id: id }, { priority: 1 });
  const look = () => lastRun(system, id, jobId, asked);
  const begun = await waited(look, { withinMs: begunWithinMs, signal, isDone: (run) => run !== undefined });
  if (!begun)
    throw problem.unavailable("The run waits for a worker.", {
      hint: "It is begun as soon as one is free, and then stands in the job history.",
    });
  if (isAsync || begun.status !== "RUNNING") return begun;
  return (await waited(look, { withinMs: endedWithinMs, signal, isDone: (run) => run?.status !== "RUNNING" })) ?? begun;
}

async function nowOf({ db }: Pick<System, "db">): Promise<string> {
  const { rows } = await sql<{ now: string }>`select clock_timestamp() as now`.execute(db.system);
  return rows[0]!.now;
}

/** The run of the job that was sent, or the one that stood in its way. */
async function lastRun(
  { db }: Pick<System, "db">,
  id: string,
  jobId: string | null,
  asked: string,
): Promise<RunNow | undefined> {
  const isMeant = jobId === null ? sql`(status = 'RUNNING' or time_end >= ${asked})` : sql`job_id = ${jobId}::uuid`;
  const { rows } = await sql<RunNow>`
    select id as job_history_id, status
    from   job_history
    where  resource_type = 'config_scraper' and resource_id = ${id} and name = 'Scraper' and ${isMeant}
    order  by time_start desc
    limit  1`.execute(db.system);
  return rows[0];
}

async function waited<T>(
  look: () => Promise<T>,
  { withinMs, signal, isDone }: { withinMs: number; signal: AbortSignal; isDone(found: T): boolean },
): Promise<T> {
  const until = performance.now() + withinMs;
  for (;;) {
    signal.throwIfAborted();
    const found = await look();
    if (isDone(found) || performance.now() > until) return found;
    await delay(lookEveryMs, undefined, { signal });
  }
}
