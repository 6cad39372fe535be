// The history of job runs (table job_history): a row from the start of a run to its end, with its errors, and the
// retention of these rows. Runs outside the job engine use the same functions.
import { hostname } from "node:os";
import { sql, type Kysely } from "kysely";
import type { JobDetails } from "#language/columns.ts";
import type { DB } from "../db/tables.ts";
import { daysAgo, deleteInBatches } from "../retention.ts";
import { maskTexts } from "../spec/masked-spec.ts";
import { historyLimits, type HistoryKept, type JobResource } from "./queue.ts";
import { jobSchema } from "./install.ts";

export type RunStatus = DB["job_history"]["status"]["__select__"];

/** The job in the engine that a run belongs to. */
export interface RunSource {
  queue: string;
  job: string;
  attempt: number;
}

export interface RunStart {
  id: string;
  name: string;
  resource?: JobResource | undefined;
  /** The job of the run; undefined for runs outside the engine. */
  source?: RunSource;
  startedAt: Date;
}

export interface RunEnd {
  status: Exclude<RunStatus, "RUNNING">;
  successes: number;
  failures: number;
  details: JobDetails;
  durationMs: number;
}

/** Returns SUCCESS if there are no failures, FAILED if there are no successes, otherwise WARNING. */
export const statusOf = ({ successes, failures }: Pick<RunEnd, "successes" | "failures">): RunEnd["status"] =>
  failures === 0 ? "SUCCESS" : successes > 0 ? "WARNING" : "FAILED";

const host = hostname();

export async function recordStart(db: Kysely<DB>, run: RunStart): Promise<void> {
  await db
    .insertInto("job_history")
    .values({ ...columnsOf(run), status: "RUNNING" })
    .execute();
}

/** Writes the whole row, so that a run whose start could not be recorded is also recorded. */
export async function recordEnd(db: Kysely<DB>, run: RunStart, end: RunEnd): Promise<void> {
  const ended = {
    status: end.status,
    success_count: end.successes,
    error_count: end.failures,
    details: Object.keys(end.details).length > 0 ? maskTexts(end.details) : null,
    duration_millis: Math.round(end.durationMs),
    time_end: new Date(run.startedAt.getTime() + end.durationMs).toISOString(),
  };
  await db
    .insertInto("job_history")
    .values({ ...columnsOf(run), ...ended })
    .onConflict((conflict) => conflict.column("id").doUpdateSet(ended))
    .execute();
}

const columnsOf = ({ id, name, resource, source, startedAt }: RunStart) => ({
  id,
  name,
  resource_type: resource?.type ?? null,
  resource_id: resource?.id ?? null,
  hostname: host,
  time_start: startedAt.toISOString(),
  created_at: startedAt.toISOString(),
  queue: source?.queue ?? null,
  job_id: source?.job ?? null,
  attempt: source?.attempt ?? null,
});

const interruptedMessage =
  "The process that ran this job exited before the run was finished. Another worker runs the job again if it has retries left.";
const timedOutMessage = "The run did not end within four hours.";

/**
 * Marks runs as failed if their worker no longer exists: their job is not active, or has a newer attempt. Returns their
 * number.
 */
export async function endInterrupted(db: Kysely<DB>): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    update job_history h
    set    ${endsAs(interruptedMessage)}
    where  h.status = 'RUNNING'
    and    h.job_id is not null
    and    not exists (
             select from ${sql.table(`${jobSchema}.job`)} j
             where  j.name = h.queue
             and    j.id = h.job_id
             and    j.state = 'active'
             and    j.retry_count + 1 = h.attempt
           )`.execute(db);
  return Number(numAffectedRows);
}

export interface Retention {
  days: number;
  /** The number of runs to keep, by the name in the history. Default: `balanced`. */
  kept: Readonly<Record<string, HistoryKept>>;
  signal?: AbortSignal | undefined;
}

/** Deletes runs that are older than `days` or exceed the number to keep. Returns the number of deleted rows. */
export async function retain(db: Kysely<DB>, { days, kept, signal }: Retention): Promise<number> {
  await sql`
    update job_history h
    set    ${endsAs(timedOutMessage)}
    where  h.status = 'RUNNING'
    and    h.job_id is null
    and    h.time_start < now() - interval '4 hours'`.execute(db);
  const limits = JSON.stringify(Object.entries(kept).map(([name, kind]) => ({ name, ...historyLimits[kind] })));
  const { successful, other } = historyLimits.balanced;
  return deleteInBatches(
    db,
    (limit) => sql`
    delete from job_history
    where  id in (
      select ranked.id
      from   (
        select r.id,
               r.created_at,
               row_number() over (
                 partition by r.agent_id, r.name, r.resource_type, r.resource_id, r.status = 'SUCCESS'
                 order by r.created_at desc
               ) as age,
               case when r.status = 'SUCCESS' then coalesce(l.successful, ${successful}) else coalesce(l.other, ${other}) end as keep
        from   job_history r
        left   join json_to_recordset(${limits}::json) as l (name text, successful int, other int) on l.name = r.name
        where  r.status <> 'RUNNING'
      ) ranked
      where  ranked.age > ranked.keep or ranked.created_at < ${daysAgo(days)}
      limit  ${limit}
    )`,
    { signal },
  );
}

const endsAs = (message: string) => sql`
  status = 'FAILED',
  error_count = h.error_count + 1,
  details = jsonb_build_object('errors', jsonb_build_array(${message}::text)),
  time_end = now(),
  duration_millis = least(extract(epoch from now() - h.time_start) * 1000, 2147483647)::int`;
