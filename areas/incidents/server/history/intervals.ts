// The health of resources over time, read with the permissions of the reader. The health of components comes from their
// states, of checks from their runs, and of config items from the changes that record it.
import type { QueryClient } from "#server/db/pool.ts";
import { HOUR } from "#lib/time/zoned-time.ts";
import { keyOf, type ResourceKey, type ResourceKind } from "./resource.ts";

export interface Interval {
  /** Milliseconds. */
  from: number;
  to: number;
  health: string;
}

export interface Span {
  from: Date;
  to: Date;
}

export type Ids = Readonly<Partial<Record<ResourceKind, readonly string[]>>>;

/**
 * Returns the intervals of each resource within the time span, in chronological order. Resources without a history have
 * no intervals.
 */
export async function readIntervals(
  client: QueryClient,
  ids: Ids,
  span: Span,
): Promise<ReadonlyMap<ResourceKey, readonly Interval[]>> {
  const steps: Step[] = [
    ...(await componentSteps(client, ids.component ?? [], span)),
    ...(await checkSteps(client, ids.check ?? [], span)),
    ...(await configSteps(client, ids.config ?? [], span)),
  ];
  return new Map([...Map.groupBy(steps, keyOf)].map(([key, own]) => [key, toIntervals(own, span)]));
}

/** A resource has this health from this time on. */
interface Step {
  kind: ResourceKind;
  id: string;
  at: number;
  health: string;
}

/** Merges consecutive steps with the same health, and clips them to the time span. */
export function toIntervals(steps: readonly Omit<Step, "kind" | "id">[], span: Span): readonly Interval[] {
  const [start, end] = [span.from.getTime(), span.to.getTime()];
  const intervals: Interval[] = [];
  for (const { at, health } of steps.toSorted((a, b) => a.at - b.at)) {
    const last = intervals.at(-1);
    if (last?.health === health) continue;
    const from = Math.max(at, start);
    if (last) last.to = from;
    intervals.push({ from, to: end, health });
  }
  return intervals.filter(({ from, to }) => to > from && to > start && from < end);
}

async function componentSteps(client: QueryClient, ids: readonly string[], { from, to }: Span): Promise<Step[]> {
  if (ids.length === 0) return [];
  const { rows } = await client.query<{ id: string; at: string; health: string }>(
    `select component_id as id, since as at, case when is_deleted then 'gone' else coalesce(health, 'unknown') end as health
     from   component_intervals
     where  component_id = any ($1::uuid[]) and (until is null or until > $2) and since < $3`,
    [ids, from.toISOString(), to.toISOString()],
  );
  return rows.map((row) => ({ kind: "component", id: row.id, at: Date.parse(row.at), health: row.health }));
}

/** In longer time spans, only the hours with failures are read, because a check can have tens of thousands of runs. */
const maxRunsSpan = 24 * HOUR;
/** The last hours may not be aggregated yet. */
const unsummedHours = 3;

const runs = `
  select s.check_id, s.time, s.status, date_trunc('hour', s.time, 'UTC') as hour
  from   check_statuses s
  where  s.check_id = any ($1::uuid[]) and s.time >= $2 and s.time < $3 and s.status is not null
  and    counts_in_uptime(s.invalid, s.in_maintenance)`;

const runsOfFailingHours = `
  select s.check_id, s.time, s.status, h.hour
  from   (
           select h.check_id, h.created_at as hour
           from   check_statuses_1h h
           where  h.check_id = any ($1::uuid[]) and h.failed > 0 and h.created_at >= $2::timestamptz - interval '1 hour' and h.created_at < $3
           union
           select c.id, date_trunc('hour', now(), 'UTC') - n * interval '1 hour'
           from   unnest($1::uuid[]) as c (id), generate_series(0, ${unsummedHours}) n
         ) h
  join   check_statuses s on s.check_id = h.check_id and s.time >= h.hour and s.time < h.hour + interval '1 hour'
  where  s.status is not null and s.time >= $2 and s.time < $3 and counts_in_uptime(s.invalid, s.in_maintenance)`;

async function checkSteps(client: QueryClient, ids: readonly string[], { from, to }: Span): Promise<Step[]> {
  if (ids.length === 0) return [];
  const isLong = to.getTime() - from.getTime() > maxRunsSpan;
  const { rows } = await client.query<{ id: string; at: string; status: boolean; hour_before: string | null }>(
    `select check_id as id, time as at, status, hour_before
     from   (
              select r.check_id, r.time, r.status, r.hour,
                     lag(r.status) over w as before, lag(r.hour) over w as hour_before
              from   (${isLong ? runsOfFailingHours : runs}) r
              window w as (partition by r.check_id order by r.time)
            ) t
     where  before is distinct from status or hour > hour_before + interval '1 hour'`,
    [ids, from.toISOString(), to.toISOString()],
  );
  return rows.flatMap(({ id, at, status, hour_before: before }): Step[] => {
    const health = status ? "healthy" : "unhealthy";
    const step: Step = { kind: "check", id, at: Date.parse(at), health };
    const passedFrom = before === null ? undefined : Date.parse(before) + HOUR;
    // The hours in between have no failures.
    return isLong && passedFrom !== undefined && passedFrom < step.at
      ? [{ kind: "check", id, at: passedFrom, health: "healthy" }, step]
      : [step];
  });
}

const healths: Readonly<Record<string, string>> = {
  Healthy: "healthy",
  Unhealthy: "unhealthy",
  Warning: "warning",
  HealthUnknown: "unknown",
};

async function configSteps(client: QueryClient, ids: readonly string[], { from, to }: Span): Promise<Step[]> {
  if (ids.length === 0) return [];
  const { rows } = await client.query<{ id: string; at: string; change_type: string; previous: string | null }>(
    `select config_id as id, created_at as at, change_type, details #>> '{previous,health}' as previous
     from   config_changes
     where  config_id = any ($1::uuid[]) and source = 'config-db-health-trigger' and created_at >= $2 and created_at < $3
     order  by created_at`,
    [ids, from.toISOString(), to.toISOString()],
  );
  const { rows: items } = await client.query<{ id: string; health: string; inserted_at: string }>(
    "select id, coalesce(health, 'unknown') as health, inserted_at from config_items where id = any ($1::uuid[])",
    [ids],
  );
  const changes = Map.groupBy(rows, ({ id }) => id);
  return items.flatMap(({ id, health, inserted_at: foundAt }): Step[] => {
    const own = changes.get(id) ?? [];
    // Before the first change, the item had the health that this change replaced.
    const first = own.length > 0 ? (own[0]!.previous ?? "unknown") : health;
    return [
      { kind: "config", id, at: Math.max(Date.parse(foundAt), from.getTime()), health: first },
      ...own.map((row): Step => ({
        kind: "config",
        id,
        at: Date.parse(row.at),
        health: healths[row.change_type] ?? "unknown",
      })),
    ];
  });
}
