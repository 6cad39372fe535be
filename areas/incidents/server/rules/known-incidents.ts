// Reads the unfinished incidents that can explain failing resources: incidents of the rules, and incidents with
// evidence about these resources or their ancestors.
import { sql, type Kysely } from "kysely";
import type { DB } from "#server/db/tables.ts";
import type { KnownIncident } from "./plan.ts";
import { idOfKey, keyOf, kindOfKey, type ResourceKey, type ResourceKind } from "../history/resource.ts";

interface Row {
  id: string;
  rule: string | null;
  is_open: boolean;
  kind: ResourceKind;
  resource_id: string;
  definition_of_done: boolean;
}

const rowsWhere = (condition: ReturnType<typeof sql>) => sql<Row>`
  select i.id, i.incident_rule_id as rule, i.status <> 'resolved' as is_open, r.kind, r.id as resource_id, e.definition_of_done
  from   incidents i
  join   hypotheses h on h.incident_id = i.id
  join   evidences e on e.hypothesis_id = h.id
  cross  join lateral (values ('component', e.component_id), ('check', e.check_id), ('config', e.config_id)) as r (kind, id)
  where  i.status not in ('closed', 'cancelled') and r.id is not null and ${condition}
  order  by i.created_at, i.id`;

/** Returns the unfinished incidents of these rules, the oldest first. */
export async function incidentsOfRules(db: Kysely<DB>, rules: readonly string[]): Promise<readonly KnownIncident[]> {
  const { rows } = await rowsWhere(sql`i.incident_rule_id = any (${rules}::uuid[])`).execute(db);
  return grouped(rows);
}

/** Returns the unfinished incidents with evidence about these resources, the oldest first. */
export async function incidentsAbout(db: Kysely<DB>, keys: Iterable<ResourceKey>): Promise<readonly KnownIncident[]> {
  const all = [...keys];
  const idsOf = (kind: ResourceKind) => all.filter((key) => kindOfKey(key) === kind).map(idOfKey);
  const { rows } = await rowsWhere(sql`e.id in (
    select id from evidences where component_id = any (${idsOf("component")}::uuid[])
    union all
    select id from evidences where check_id = any (${idsOf("check")}::uuid[])
    union all
    select id from evidences where config_id = any (${idsOf("config")}::uuid[])
  )`).execute(db);
  return grouped(rows);
}

function grouped(rows: readonly Row[]): readonly KnownIncident[] {
  const incidents = new Map<string, KnownIncident>();
  for (const { id, rule, is_open: isOpen, kind, resource_id, definition_of_done: isDone } of rows) {
    const known = incidents.get(id) ?? { id, rule, isOpen, resources: new Map() };
    const key = keyOf({ kind, id: resource_id });
    known.resources.set(key, isDone || (known.resources.get(key) ?? false));
    incidents.set(id, known);
  }
  return [...incidents.values()];
}

/** Merges two lists of incidents and their resources. */
export function mergeIncidents(...lists: readonly (readonly KnownIncident[])[]): readonly KnownIncident[] {
  const merged = new Map<string, KnownIncident>();
  for (const incident of lists.flat()) {
    const known = merged.get(incident.id);
    if (!known) merged.set(incident.id, incident);
    else for (const [key, isDone] of incident.resources) known.resources.set(key, isDone);
  }
  return [...merged.values()];
}
