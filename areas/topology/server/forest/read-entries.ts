// Reads components as entries of a tree.
import { sql, type Kysely } from "kysely";
import type { Labels } from "#language/columns.ts";
import type { DB } from "#server/db/tables.ts";
import type { TreeEntry } from "./forest.ts";

export interface ReadEntry extends TreeEntry {
  /** The version of the row. */
  mark: string;
}

interface EntryRow {
  id: string;
  name: string;
  type: string | null;
  status: string;
  health: string | null;
  owner: string | null;
  labels: Labels | null;
  agent_id: string;
  hidden: boolean;
  order: number | null;
  parent_id: string | null;
  created_at: string;
  updated_at: string | null;
  base: string;
  checks: string | null;
  incidents: string | null;
  analysis: string | null;
  mark: string;
}

/** Reads components that are not deleted; with `deleted`, also deleted components. */
export async function readEntries(
  db: Kysely<DB>,
  ids: readonly string[] | "all",
  { deleted = false }: { deleted?: boolean } = {},
): Promise<readonly ReadEntry[]> {
  const { rows } = await sql<EntryRow>`
    select c.id, c.name, c.type, c.status, c.health, c.owner, c.labels, c.agent_id, c.hidden, c.parent_id, c.created_at, c.updated_at,
           c.display_order as "order",
           c.xmin::text as mark,
           json_strip_nulls((select row_to_json(f) from (
             select c.id, c.agent_id, c.topology_id, c.external_id, c.config_id, c.name, c.text, c.topology_type, c.namespace, c.type,
                    c.icon, c.owner, c.labels, c.path, c.status, c.status_reason, c.status_expr, c.health, c.health_expr,
                    c.description, c.lifecycle, c.tooltip, c.display_order as "order", c.hidden, c.silenced, c.is_leaf, c.schedule, c.summary, c.selectors, c.configs,
                    c.component_checks as "componentChecks", c.properties, c.cost_per_minute, c.cost_total_1d, c.cost_total_7d,
                    c.cost_total_30d, c.created_at, c.updated_at, c.deleted_at,
                    (
                      select json_agg(json_build_object('name', l ->> 'name', 'type', l ->> 'type'))
                      from   jsonb_array_elements(case jsonb_typeof(c.log_selectors) when 'array' then c.log_selectors end) l
                    ) as logs
           ) f))::text as base,
           (select k.checks::text from check_summary_by_component k where k.component_id = c.id) as checks,
           (select i.incidents::text from incident_summary_by_component i where i.id = c.id) as incidents,
           (select a.analysis::text from analysis_summary_by_component a where a.id = c.id) as analysis
    from   components c
    where  ${deleted ? sql`true` : sql`c.deleted_at is null`}
    and    ${ids === "all" ? sql`true` : sql`c.id = any (${ids}::uuid[])`}`.execute(db);
  return rows.map(entryOf);
}

/** Returns the versions of all components that are not deleted. */
export async function readMarks(db: Kysely<DB>): Promise<readonly { id: string; mark: string }[]> {
  return (
    await sql<{ id: string; mark: string }>`
      select id, xmin::text as mark from components where deleted_at is null`.execute(db)
  ).rows;
}

const entryOf = ({
  agent_id,
  parent_id,
  created_at,
  updated_at,
  base,
  checks,
  incidents,
  analysis,
  ...row
}: EntryRow): ReadEntry => ({
  ...row,
  agentId: agent_id,
  parentId: parent_id,
  createdAt: created_at,
  updatedAt: updated_at,
  base: base.slice(0, -1),
  counts: {
    ...(checks !== null && { checks }),
    ...(incidents !== null && { incidents }),
    ...(analysis !== null && { analysis }),
  },
});

interface Links {
  related: Map<string, string[]>;
  relatedParents: Map<string, string[]>;
}

/** Reads the relationships at present, or at an earlier time. */
export async function readRelationships(db: Kysely<DB>, at?: Date): Promise<Links> {
  const { rows } = await sql<{ child: string; parent: string }>`
    select distinct component_id as child, relationship_id as parent
    from   component_relationships
    where  component_id <> relationship_id
    and    ${
      at
        ? sql`created_at <= ${at.toISOString()} and (deleted_at is null or deleted_at > ${at.toISOString()})`
        : sql`deleted_at is null`
    }
    order  by 1, 2`.execute(db);
  const links: Links = { related: new Map(), relatedParents: new Map() };
  for (const { child, parent } of rows) {
    append(links.related, parent, child);
    append(links.relatedParents, child, parent);
  }
  return links;
}

export async function readTeamNames(db: Kysely<DB>): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ id: string; name: string }>`
    select m.component_id as id, t.name
    from   team_components m
    join   teams t on t.id = m.team_id and t.deleted_at is null
    order  by t.name`.execute(db);
  const names = new Map<string, string[]>();
  for (const { id, name } of rows) append(names, id, name);
  return names;
}

function append(lists: Map<string, string[]>, key: string, item: string): void {
  const list = lists.get(key);
  if (list) list.push(item);
  else lists.set(key, [item]);
}
