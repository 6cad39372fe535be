// The changes just before an event: changes of the config item, or of the config items of a check or component, within
// the last hour.
import { sql, type Kysely } from "kysely";
import type { DB } from "#server/db/tables.ts";
import type { ResourceKind } from "../pipeline/resources.ts";

export interface RecentChange {
  change_type: string;
  summary: string | null;
  severity: string | null;
  created_at: string;
  count: number;
}

const maxTypes = 3;

/** Returns the newest change of up to three types for each resource, the most severe first. */
export async function recentChanges(
  db: Kysely<DB>,
  resources: readonly { kind: ResourceKind; id: string }[],
): Promise<Map<string, readonly RecentChange[]>> {
  const wanted = resources.filter(({ kind }) => kind === "config" || kind === "check" || kind === "component");
  if (wanted.length === 0) return new Map();
  const { rows } = await sql<RecentChange & { resource_id: string }>`
    with wanted as (
      select distinct w.kind, w.id
      from   unnest(${wanted.map(({ kind }) => kind)}::text[], ${wanted.map(({ id }) => id)}::uuid[]) as w (kind, id)
    ), items as (
      select id as resource_id, id as config_id from wanted where kind = 'config'
      union
      select w.id, r.config_id from wanted w join check_config_relationships r on r.check_id = w.id and r.deleted_at is null
      where  w.kind = 'check'
      union
      select w.id, r.config_id from wanted w join config_component_relationships r on r.component_id = w.id and r.deleted_at is null
      where  w.kind = 'component'
    ), newest as (
      select distinct on (i.resource_id, c.change_type)
             i.resource_id, c.change_type, c.summary, c.severity, c.created_at, c.count
      from   items i
      join   config_changes c on c.config_id = i.config_id
      where  c.created_at > now() - interval '1 hour' and c.source is distinct from 'notification'
      and    c.change_type not in ('Healthy', 'Unhealthy', 'Warning', 'HealthUnknown')
      order  by i.resource_id, c.change_type, c.created_at desc
    )
    select *
    from  (
      select n.*, row_number() over (
               partition by n.resource_id
               order by array_position(array['critical', 'blocker', 'high', 'medium', 'warning', 'low', 'info'], n.severity), n.created_at desc
             ) as place
      from   newest n
    ) p
    where  p.place <= ${maxTypes}
    order  by p.resource_id, p.place`.execute(db);
  return Map.groupBy(rows, (row) => row.resource_id);
}
