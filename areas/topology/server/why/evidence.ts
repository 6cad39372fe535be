// Reads the evidence about visited nodes: recent changes and open insights of config items, and the last errors of
// checks. The callers pass only nodes that the reader may read.
import type { QueryClient } from "#server/db/pool.ts";
import type { Severity } from "#language/severity.ts";
import { healthTrigger } from "./statements.ts";

/** The time span in which a change can be a cause. */
export interface Span {
  from: Date;
  to: Date;
}

export interface Change {
  id: string;
  config_id: string;
  change_type: string;
  severity: Severity | null;
  source: string | null;
  summary: string | null;
  created_at: string;
  first_observed: string;
  count: number;
  external_created_by: string | null;
  created_by: string | null;
}

/**
 * Maximum number of changes of an item within the time span. If there are more, they are treated as a stream of events,
 * and only the latest are read.
 */
const maxChangesOfItem = 25;

/**
 * A recurring event is one row: the row is within the time span if at least one of its occurrences may be within the
 * span. Changes of health and messages about them are consequences, not causes.
 */
export async function readChanges(
  db: QueryClient,
  configs: readonly string[],
  { from, to }: Span,
): Promise<ReadonlyMap<string, readonly Change[]>> {
  const { rows } = await db.query<Change>(
    {
      name: "why_changes",
      text: `
      select h.id, i.id as config_id, h.change_type, h.severity, h.source, h.summary, h.created_at, h.first_observed, h.count,
             h.external_created_by, h.created_by
      from   unnest($1::uuid[]) i (id)
      cross  join lateral (
               select *
               from   config_changes h
               where  h.config_id = i.id and h.created_at >= $2 and h.first_observed <= $3
               and    coalesce(h.source, '') not in ('${healthTrigger}', 'notification')
               order  by h.created_at desc
               limit  ${maxChangesOfItem}
             ) h`,
    },
    [configs, from.toISOString(), to.toISOString()],
  );
  return Map.groupBy(rows, ({ config_id }) => config_id);
}

export interface Insights {
  config_id: string;
  open: number;
  /** The summary of the most severe insight. */
  summary: string;
  is_severe: boolean;
  /** The time at which the newest insight was found. */
  newest: string;
}

export async function readInsights(
  db: QueryClient,
  configs: readonly string[],
): Promise<ReadonlyMap<string, Insights>> {
  const { rows } = await db.query<Insights>(
    {
      name: "why_insights",
      text: `
      select a.config_id, count(*) as open, max(a.first_observed) as newest,
             bool_or(a.severity in ('high', 'blocker', 'critical')) as is_severe,
             (array_agg(coalesce(nullif(a.summary, ''), a.analyzer)
                order by array_position('{critical,blocker,high,medium,low,warning,info}', a.severity), a.first_observed desc))[1] as summary
      from   config_analysis a
      where  a.config_id = any ($1::uuid[]) and a.status = 'open'
      group  by a.config_id`,
    },
    [configs],
  );
  return new Map(rows.map((row) => [row.config_id, row]));
}

/** The message of the last failed run of each check. */
export async function readErrors(db: QueryClient, checks: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { rows } = await db.query<{ id: string; message: string }>(
    `select i.id, concat_ws(': ', nullif(r.message, ''), nullif(r.error, '')) as message
     from   unnest($1::uuid[]) i (id)
     cross  join lateral (
              select s.message, s.error, s.status
              from   check_statuses s
              where  s.check_id = i.id and s.status is not null
              order  by s.time desc
              limit  1
            ) r
     where  not r.status`,
    [checks],
  );
  return new Map(rows.filter(({ message }) => message !== "").map(({ id, message }) => [id, message]));
}
