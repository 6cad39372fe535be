// Reads the history of a check in a time span, as points of a chart. Points are computed from the runs, if the runs are
// still stored. Earlier points, and points that cover several hours, come from the hourly and daily sums.
import type { System } from "#server/area.ts";
import { problem } from "#language/problem.ts";
import { DAY, HOUR, MINUTE } from "#lib/time/zoned-time.ts";
import { claimsOf } from "#server/db/policy.ts";

import type { Actor } from "#server/http/actor.ts";
import type { CheckGraph, GraphPoint } from "../../contract.ts";
import type { Span } from "./span.ts";

/** From this bucket length on, hourly sums are precise enough. */
const coarseMs = 4 * HOUR;
/** The sums of the last hours may not exist yet. */
const unsummedMs = 3 * HOUR;

export async function readGraph(
  system: System,
  actor: Actor,
  { check, span, count }: { check: string; span: Span; count: number },
): Promise<Omit<CheckGraph, "duration" | "runnerName">> {
  const db = system.db.reading(claimsOf(actor, "read"));
  const about = await db.query<About>(aboutStatement, [check]);
  if (!about.rows[0]) throw problem.notFound("check", check);
  const bucketMs = bucketOf(span, count);
  const sources = sourcesOf(span, bucketMs, about.rows[0]);
  const { rows } = await db.query<{ points: GraphPoint[] | null; p99: number; p97: number; p95: number; p50: number }>(
    graphStatement,
    [check, ...sources.map((at) => at.toISOString()), span.to.toISOString(), `${bucketMs} milliseconds`],
  );
  const { points, ...quantiles } = rows[0]!;
  const status = points ?? [];
  const sum = (key: "passed" | "failed") => status.reduce((total, point) => total + point[key], 0);
  return {
    status,
    latency: { ...quantiles, rolling1h: about.rows[0].mean ?? 0 },
    uptime: { passed: sum("passed"), failed: sum("failed") },
    bucket_seconds: bucketMs / 1000,
    start: span.from.toISOString(),
    end: span.to.toISOString(),
  };
}

interface About {
  mean: number | null;
  first_run: string | null;
  first_hour: string | null;
}

const aboutStatement = `
  select s.mean,
         (select r.time from check_statuses r where r.check_id = c.id order by r.time limit 1) as first_run,
         (select h.created_at from check_statuses_1h h where h.check_id = c.id order by h.created_at limit 1) as first_hour
  from   checks c
  left   join check_status_summaries s on s.check_id = c.id
  where  c.id = $1`;

/**
 * Returns the bucket length: whole minutes, at least one minute. Buckets begin at multiples of their length, so a span
 * may overlap one more bucket than its length divided by the bucket length.
 */
export function bucketOf({ from, to }: Span, count: number): number {
  const minutes = Math.ceil((to.getTime() - from.getTime()) / Math.max(1, count - 1) / MINUTE);
  return Math.max(1, minutes) * MINUTE;
}

/** The start of the daily sums, the hourly sums and the runs; each source ends where the next begins. */
function sourcesOf({ from, to }: Span, bucketMs: number, about: About): [days: Date, hours: Date, runs: Date] {
  const start = from.getTime();
  const floor = (at: number, unit: number) => Math.floor(at / unit) * unit;
  const known = (text: string | null, unit: number) => (text === null ? to.getTime() : floor(Date.parse(text), unit));
  const precise = bucketMs < coarseMs ? start : floor(to.getTime() - unsummedMs, HOUR);
  const runs = Math.min(Math.max(start, precise, known(about.first_run, HOUR)), to.getTime());
  const hours = Math.min(Math.max(start, known(about.first_hour, DAY)), runs);
  return [from, new Date(hours), new Date(runs)];
}

/**
 * A bucket failed if it contains a failed run outside of maintenance, passed if it contains a passed run, and has no
 * status otherwise. Latencies are computed from the runs with a status, or from the totals of the hourly and daily
 * summaries.
 */
const graphStatement = `
  with runs as materialized (
    select date_bin($6::interval, r.time, 'epoch') as bucket, r.duration, r.status, r.could_not_check, r.in_maintenance,
           counts_in_uptime(r.invalid, r.in_maintenance) as counts
    from   check_statuses r
    where  r.check_id = $1 and r.time >= $4 and r.time < $5
  ), sums as (
    select date_bin($6::interval, h.created_at, 'epoch') as bucket, h.duration, h.total, h.passed, h.failed
    from   check_statuses_1h h
    where  h.check_id = $1 and h.created_at >= $3 and h.created_at < $4
    union  all
    select date_bin($6::interval, d.created_at, 'epoch'), d.duration, d.total, d.passed, d.failed
    from   check_statuses_1d d
    where  d.check_id = $1 and d.created_at >= $2 and d.created_at < $3
  ), found as (
    select bucket,
           sum(duration) filter (where status is not null) as duration, count(*) filter (where status is not null) as timed,
           count(*) filter (where status and counts) as passed, count(*) filter (where not status and counts) as failed,
           count(*) filter (where could_not_check) as could_not_check, count(*) filter (where in_maintenance) as in_maintenance,
           count(*) filter (where status) as good, count(*) filter (where not status and not in_maintenance) as bad
    from   runs group by bucket
    union  all
    select bucket, sum(duration), sum(total), sum(passed), sum(failed), 0, 0, sum(passed), sum(failed) from sums group by bucket
  ), buckets as (
    select bucket, sum(duration) / nullif(sum(timed), 0) as duration, sum(passed) as passed, sum(failed) as failed,
           sum(could_not_check) as could_not_check, sum(in_maintenance) as in_maintenance, sum(good) as good, sum(bad) as bad
    from   found group by bucket
  ), latencies as (
    select duration::double precision as duration from runs where status is not null
    union  all
    select duration::double precision / total from sums where total > 0
  )
  select (
           select json_agg(json_build_object(
                    'time', bucket, 'status', case when bad > 0 then false when good > 0 then true end,
                    'duration', round(duration, 1)::double precision, 'passed', passed, 'failed', failed,
                    'could_not_check', could_not_check, 'in_maintenance', in_maintenance) order by bucket)
           from buckets
         ) as points,
         q[1] as p99, q[2] as p97, q[3] as p95, q[4] as p50
  from   (select percentile_disc(array[0.99, 0.97, 0.95, 0.5]) within group (order by duration) as q from latencies) l`;
