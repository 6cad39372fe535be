// Reads the inputs of a component's roll-up: the health that its source states, the health of its config items, its
// checks, insights, incidents and costs, and its parents.
import { sql, type Kysely } from "kysely";
import type { ComponentSummary, Counts, CountsOfCounts } from "#language/columns.ts";
import type { DB } from "#server/db/tables.ts";
import { isHealth, noSums, storedSummary, worst, type Health, type Sums } from "./fold.ts";

/** A component with its roll-up inputs, and the result that the database has. */
export interface ComponentInputs {
  id: string;
  /** The parent, and the components that include this component by a relationship. */
  parents: readonly string[];
  /** The worst of the stated health, the config items and the checks. */
  ownHealth: Health;
  statedStatus: string | null;
  statusExpr: string | null;
  healthExpr: string | null;
  /** The row, for expressions; null if the component has no expression. */
  self: Readonly<Record<string, unknown>> | null;
  sums: Sums;
  /** The time at which a check's pause ends or a check becomes unknown; null if no such time is known. */
  recheckAt: number | null;
  stored: StoredResult;
}

/** The columns that the roll-up writes. */
export interface StoredResult {
  health: Health | null;
  status: string;
  /** JSON. */
  summary: string | null;
  costs: readonly (number | null)[];
}

interface InputRow {
  id: string;
  parents: string[];
  stated_health: string | null;
  stated_status: string | null;
  status_expr: string | null;
  health_expr: string | null;
  self: Record<string, unknown> | null;
  represented: string | null;
  healths: (string | null)[] | null;
  checks: Counts | null;
  recheck_at: string | null;
  insights: CountsOfCounts | null;
  incidents: CountsOfCounts | null;
  costs: (string | null)[];
  health: Health | null;
  status: string;
  summary: ComponentSummary | null;
  stored_costs: (string | null)[];
}

/**
 * Columns that the server computes. They are not part of `self`. A change of any other column records the component
 * (dirty_components.sql), so that its expressions are evaluated again.
 */
export const computedColumns: readonly string[] = [
  "health",
  "status",
  "summary",
  "cost_per_minute",
  "cost_total_1d",
  "cost_total_7d",
  "cost_total_30d",
  "last_transition_time",
  "properties_values",
  "build_hash",
  "updated_at",
];

/**
 * Returns the components in `ids`, or all components that are not deleted. Checks in `maintained` do not count as
 * healthy or unhealthy.
 */
export async function readInputs(
  db: Kysely<DB>,
  ids: readonly string[] | "all",
  maintained: readonly string[],
): Promise<readonly ComponentInputs[]> {
  const among = (column: string) => (ids === "all" ? sql`true` : sql`${sql.ref(column)} = any (${ids}::uuid[])`);
  const { rows } = await sql<InputRow>`
    with linked_configs as (
      select r.component_id, r.config_id
      from   config_component_relationships r
      where  r.deleted_at is null and ${among("r.component_id")}
      union
      select c.id, c.config_id
      from   components c
      where  c.config_id is not null and ${among("c.id")}
    ), config_inputs as (
      select l.component_id, array_agg(distinct i.health) filter (where i.health is not null) as healths,
             sum(i.cost_per_minute) as cost_per_minute, sum(i.cost_total_1d) as cost_total_1d,
             sum(i.cost_total_7d) as cost_total_7d, sum(i.cost_total_30d) as cost_total_30d
      from   linked_configs l
      join   config_items i on i.id = l.config_id and i.deleted_at is null
      group  by 1
    ), open_insights as (
      select l.component_id, coalesce(a.analysis_type, 'other') as type, coalesce(a.severity, 'info') as severity, count(*) as found
      from   linked_configs l
      join   config_items i on i.id = l.config_id and i.deleted_at is null
      join   config_analysis a on a.config_id = l.config_id and a.status = 'open'
      group  by 1, 2, 3
    ), insights as (
      select component_id, jsonb_object_agg(type, severities) as insights
      from   (select component_id, type, jsonb_object_agg(severity, found) as severities from open_insights group by 1, 2) t
      group  by 1
    ), open_incidents as (
      select e.component_id, i.type, i.severity, count(distinct i.id) as found
      from   evidences e
      join   hypotheses h on h.id = e.hypothesis_id
      join   incidents i on i.id = h.incident_id and i.resolved is null and i.closed is null
      where  e.component_id is not null and ${among("e.component_id")}
      group  by 1, 2, 3
    ), incidents as (
      select component_id, jsonb_object_agg(type, severities) as incidents
      from   (select component_id, type, jsonb_object_agg(severity, found) as severities from open_incidents group by 1, 2) t
      group  by 1
    ), linked_checks as (
      select distinct r.component_id, k.id, k.status,
             is_paused(k.paused_at, k.paused_until) as paused, k.paused_until,
             -- The same times as in check_health.
             least(
               k.could_not_check_since + 3::bigint * coalesce(k.interval_seconds, 0) * interval '1 s',
               k.next_runtime + 3::bigint * k.interval_seconds * interval '1 s'
             ) as unknown_from
      from   check_component_relationships r
      join   checks k on k.id = r.check_id and k.deleted_at is null
      where  r.deleted_at is null and ${among("r.component_id")}
    ), check_inputs as (
      select component_id,
             jsonb_strip_nulls(jsonb_build_object(
               'healthy', nullif(count(*) filter (where status = 'healthy' and counts), 0),
               'unhealthy', nullif(count(*) filter (where status = 'unhealthy' and counts), 0)
             )) as checks,
             -- A run that does not change the status is not recorded, so an overdue check is read again until it has
             -- run. Times are rounded to steps of 5 s, so that one round reads many components.
             min(least(
               case when paused then paused_until end,
               case when unknown_from is not null
                    then date_bin('5 s', greatest(unknown_from, now()), timestamptz 'epoch') + interval '5 s' end
             )) as recheck_at
      from   (
               select *, not paused and not id = any (${maintained}::uuid[]) and unknown_from < now() is not true as counts
               from   linked_checks
             ) k
      group  by 1
    ), soft_parents as (
      select r.component_id, array_agg(distinct r.relationship_id) as parents
      from   component_relationships r
      where  r.deleted_at is null and r.relationship_id <> r.component_id and ${among("r.component_id")}
      group  by 1
    )
    select c.id,
           array_remove(coalesce(s.parents, '{}') || c.parent_id, null)::text[] as parents,
           c.stated_health, c.stated_status, c.status_expr, c.health_expr,
           case when c.health_expr is not null or c.status_expr is not null
                then to_jsonb(c) - ${computedColumns}::text[] end as self,
           (select i.health from config_items i where i.id = c.config_id and i.deleted_at is null) as represented,
           g.healths, k.checks, k.recheck_at, n.insights, m.incidents,
           array[g.cost_per_minute, g.cost_total_1d, g.cost_total_7d, g.cost_total_30d]::text[] as costs,
           c.health, c.status, c.summary,
           array[c.cost_per_minute, c.cost_total_1d, c.cost_total_7d, c.cost_total_30d]::text[] as stored_costs
    from   components c
    left   join soft_parents s on s.component_id = c.id
    left   join config_inputs g on g.component_id = c.id
    left   join check_inputs k on k.component_id = c.id
    left   join insights n on n.component_id = c.id
    left   join incidents m on m.component_id = c.id
    where  c.deleted_at is null and ${among("c.id")}`.execute(db);
  return rows.map(inputsOf);
}

function inputsOf(row: InputRow): ComponentInputs {
  const checks = row.checks ?? {};
  const status = row.stated_status;
  return {
    id: row.id,
    parents: [...new Set(row.parents)].filter((parent) => parent !== row.id),
    ownHealth: worst([
      // The health of the config item that the component represents is newer than the health that the last build
      // stated.
      healthIn(row.represented) ?? healthIn(row.stated_health) ?? healthIn(status),
      ...(row.healths ?? []).map(healthIn),
      checks["unhealthy"] ? "unhealthy" : null,
      checks["healthy"] ? "healthy" : null,
    ]),
    statedStatus: status,
    statusExpr: row.status_expr,
    healthExpr: row.health_expr,
    self: row.self,
    sums: {
      checks,
      insights: row.insights ?? {},
      incidents: row.incidents ?? {},
      costs: row.costs.map(costIn),
    },
    recheckAt: timeIn(row.recheck_at),
    stored: {
      health: row.health,
      status: row.status,
      summary: storedSummary(row.summary),
      costs: row.stored_costs.map(costIn),
    },
  };
}

/**
 * Returns a component whose inputs cannot be read because the database refuses one of its values: it stays in the tree
 * as unknown.
 */
export async function readWithoutInputs(db: Kysely<DB>, id: string): Promise<readonly ComponentInputs[]> {
  const { rows } = await sql<{ parent_id: string | null; health: Health | null; status: string }>`
    select parent_id::text as parent_id, health, status from components where id = ${id} and deleted_at is null`.execute(
    db,
  );
  return rows.map(({ parent_id: parent, health, status }) => ({
    id,
    parents: parent === null || parent === id ? [] : [parent],
    ownHealth: "unknown",
    statedStatus: null,
    statusExpr: null,
    healthExpr: null,
    self: null,
    sums: noSums(),
    recheckAt: null,
    stored: { health, status, summary: null, costs: [null, null, null, null] },
  }));
}

const healthIn = (word: string | null): Health | null => (isHealth(word) ? word : null);
/** Cost columns can contain NaN, which counts as missing. */
const costIn = (text: string | null): number | null => {
  const cost = text === null ? Number.NaN : Number(text);
  return Number.isNaN(cost) ? null : cost;
};
/** Returns null for infinity, a time that never comes. */
const timeIn = (text: string | null): number | null => {
  const time = text === null ? Number.NaN : Date.parse(text);
  return Number.isNaN(time) ? null : time;
};
