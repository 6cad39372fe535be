// The runs of jobs as people see them (table job_history): a row from the start of a run, its end and its errors, and
// the upkeep of both. Runs outside the job engine record themselves through the same mouth.
import { hostname } from "node:os";
import { sql, type Kysely } from "kysely";
import type { JobDetails } from "#language/columns.ts";
import type { DB } from "../db/tables.ts";
import { daysAgo, deleteInBatches } from "../retention.ts";
import { maskTexts } from "../spec/masked-spec.ts";
import { historyKept, type HistoryKept, type JobResource } from "./definition.ts";
import { jobSchema } from "./install.ts";

export type RunStatus = DB["job_history"]["status"]["__select__"];

/** The job a run belongs to, in the engine's words. */
export interface RunOf {
  queue: string;
  job: string;
  attempt: number;
}

export interface RunStart {
  id: string;
  name: string;
  resource?: JobResource | undefined;
  of?: RunOf;
  startedAt: Date;
}

export interface RunEnd {
  status: Exclude<RunStatus, "RUNNING">;
  successes: number;
  failures: number;
  details: JobDetails;
  durationMs: number;
}

/** Some of it went wrong, all of it, or nothing. */
export const statusOf = ({ successes, failures }: Pick<RunEnd, "successes" | "failures">): RunEnd["status"] =>
  failures === 0 ? "SUCCESS" : successes > 0 ? "WARNING" : "FAILED";

const host = hostname();

export async function recordStart(db: Kysely<DB>, run: RunStart): Promise<void> {
  await db
    .insertInto("job_history")
    .values({ ...columnsOf(run), status: "RUNNING" })
    .execute();
}

/** Writes the whole run, so that one whose start could not be recorded is there all the same. */
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

const columnsOf = ({ id, name, resource, of, startedAt }: RunStart) => ({
  id,
  name,
  resource_type: resource?.type ?? null,
  resource_id: resource?.id ?? null,
  hostname: host,
  time_start: startedAt.toISOString(),
  created_at: startedAt.toISOString(),
  queue: of?.queue ?? null,
  job_id: of?.job ?? null,
  attempt: of?.attempt ?? null,
});

const interrupted =
  "The process that ran this job ended before the run did. The job was given to another worker if it had tries left.";
const forgotten = "Nothing was heard of this run for four hours.";

/** Ends runs that nobody runs any more: their job is not active, or not in that attempt. Returns how many. */
export async function endInterrupted(db: Kysely<DB>): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    update job_history h
    set    ${endsAs(interrupted)}
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
  /** By the name in the history; others are kept in balance. */
  kept: Readonly<Record<string, HistoryKept>>;
  signal?: AbortSignal | undefined;
}

/** Removes what is older than needed and what there is too much of. Returns how many. */
export async function retain(db: Kysely<DB>, { days, kept, signal }: Retention): Promise<number> {
  await sql`
    update job_history h
    set    ${endsAs(forgotten)}
    where  h.status = 'RUNNING'
    and    h.job_id is null
    and    h.time_start < now() - interval '4 hours'`.execute(db);
  const limits = JSON.stringify(Object.entries(kept).map(([name, kind]) => ({ name, ...historyKept[kind] })));
  const { successful, other } = historyKept.balanced;
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
               case when r.status = 'SUCCESS' then coalesce(l.successful, ${successful}) else coalesce(l.other, ${other}) end as most
        from   job_history r
        left   join json_to_recordset(${limits}::json) as l (name text, successful int, other int) on l.name = r.name
        where  r.status <> 'RUNNING'
      ) ranked
      where  ranked.age > ranked.most or ranked.created_at < ${daysAgo(days)}
      limit  ${limit}
    )`,
    { signal },
  );
}

const endsAs = (sentence: string) => sql`
  status = 'FAILED',
  error_count = h.error_count + 1,
  details = jsonb_build_object('errors', jsonb_build_array(${sentence}::text)),
  time_end = now(),
  duration_millis = least(extract(epoch from now() - h.time_start) * 1000, 2147483647)::int`;
