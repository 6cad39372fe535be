// Writes a generated estate to the database, with the rolled-up health of its components: a component is as unhealthy
// as the worst of its checks, items and children, and its health changed when the first of them became unhealthy.
import type pg from "pg";
import type { Component, Estate, Health } from "./estate.ts";

interface RolledUp {
  health: Exclude<Health, null>;
  /** Minutes before now. */
  since: number | undefined;
}

export function rolledUp(estate: Estate): ReadonlyMap<Component, RolledUp> {
  const all = new Map<Component, RolledUp>();
  const rollUp = (component: Component): RolledUp => {
    const known = all.get(component);
    if (known) return known;
    const children = estate.components.filter(({ parent }) => parent === component).map(rollUp);
    const parts: RolledUp[] = [
      ...component.checks.map(({ isFailing, since }): RolledUp => ({
        health: isFailing ? "unhealthy" : "healthy",
        since,
      })),
      ...component.items.map(({ health, unhealthySince }) => ({ health: health ?? "unknown", since: unhealthySince })),
      ...children,
    ];
    const health =
      (["unhealthy", "warning"] as const).find((worst) => parts.some((part) => part.health === worst)) ?? "healthy";
    const since =
      health === "healthy"
        ? undefined
        : Math.max(...parts.filter((part) => part.health === health).map((part) => part.since!));
    const result: RolledUp = { health, since };
    all.set(component, result);
    return result;
  };
  for (const component of estate.components) rollUp(component);
  return all;
}

export async function store(client: pg.ClientBase, estate: Estate): Promise<void> {
  const insert = (statement: string, rows: readonly object[]) => client.query(statement, [JSON.stringify(rows)]);
  const ago = (column: string) => `now() - ${column} * interval '1 minute'`;
  await client.query("begin");
  await insert(
    `insert into config_items (id, type, config_class, name, health, status, parent_id, path, inserted_at, created_at)
     select id, type, config_class, name, health, status, parent_id, path, now() - interval '40 days', now() - interval '40 days'
     from   jsonb_to_recordset($1) r (id uuid, type text, config_class text, name text, health text, status text, parent_id uuid, path text)`,
    estate.items.map(({ id, type, name, health, status, parent }) => ({
      id,
      type,
      config_class: type.split("::").at(-1),
      name,
      health,
      status,
      parent_id: parent?.id ?? null,
      path: pathOf(parent),
    })),
  );
  await insert(
    `insert into config_relationships (config_id, related_id, relation)
     select config_id, related_id, relation from jsonb_to_recordset($1) r (config_id uuid, related_id uuid, relation text)
     on conflict do nothing`,
    estate.relations.map(({ from, to, name }) => ({ config_id: from.id, related_id: to.id, relation: name })),
  );
  await insert(
    `insert into config_changes (id, config_id, change_type, source, severity, summary, created_at, first_observed, count)
     select coalesce(id, new_id()), config_id, change_type, source, severity, summary, ${ago("age")}, ${ago("first_age")}, count
     from   jsonb_to_recordset($1) r (id uuid, config_id uuid, change_type text, source text, severity text, summary text, age float, first_age float, count int)`,
    [
      ...estate.changes.map(({ id, item, type, source, severity, summary, age, firstAge = age, count = 1 }) => ({
        id,
        config_id: item.id,
        change_type: type,
        source,
        severity,
        summary,
        age,
        first_age: firstAge,
        count,
      })),
      // Writes the same change of health that follow_config_items records.
      ...estate.items.flatMap(({ id, health, status, unhealthySince: age }) =>
        age === undefined
          ? []
          : {
              id: null,
              config_id: id,
              change_type: health === "warning" ? "Warning" : "Unhealthy",
              source: "config-db-health-trigger",
              severity: health === "warning" ? "low" : "medium",
              summary: status,
              age,
              first_age: age,
              count: 1,
            },
      ),
    ],
  );
  await insert(
    `insert into config_analysis (config_id, analyzer, analysis_type, severity, summary, first_observed, last_observed)
     select config_id, analyzer, type, severity, summary, ${ago("age")}, now()
     from   jsonb_to_recordset($1) r (config_id uuid, analyzer text, type text, severity text, summary text, age float)`,
    estate.items.flatMap(({ id, insight }) => (insight ? { config_id: id, ...insight } : [])),
  );
  await insert(
    `with new as (select * from jsonb_to_recordset($1) r (id uuid, type text, name text, status text, since float, message text, items uuid[])),
     canary as (insert into canaries (id, name, spec) select id, name || ' ' || id, '{}' from new),
     inserted as (
       insert into checks (id, canary_id, type, name, status, last_transition_time, last_runtime, next_runtime, interval_seconds)
       select id, id, type, name, status, ${ago("since")}, now(), now() + interval '1 minute', 60 from new
     ), linked as (
       insert into check_config_relationships (config_id, check_id, canary_id, selector_id)
       select unnest(items), id, id, 'check/generated' from new
     )
     insert into check_statuses (check_id, time, status, message) select id, now(), status = 'healthy', message from new`,
    estate.checks.map(({ id, type, name, isFailing, since, message = null, items }) => ({
      id,
      type,
      name,
      status: isFailing ? "unhealthy" : "healthy",
      since,
      message,
      items: items.map((item) => item.id),
    })),
  );
  const health = rolledUp(estate);
  await insert(
    `with new as (
       select * from jsonb_to_recordset($1) r (id uuid, name text, type text, parent_id uuid, health text, since float, items uuid[], checks uuid[])
     ), inserted as (
       insert into components (id, name, type, parent_id, health, last_transition_time)
       select id, name, type, parent_id, health, ${ago("since")} from new
     ), items as (
       insert into config_component_relationships (component_id, config_id, selector_id) select id, unnest(items), 'generated' from new
     )
     insert into check_component_relationships (component_id, check_id, canary_id, selector_id)
     select n.id, c.id, c.id, 'generated' from new n, unnest(n.checks) c (id)`,
    estate.components.map((component) => ({
      id: component.id,
      name: component.name,
      type: component.type,
      parent_id: component.parent?.id ?? null,
      ...health.get(component)!,
      items: component.items.map(({ id }) => id),
      checks: component.checks.map(({ id }) => id),
    })),
  );
  await client.query("commit");
}

const pathOf = (parent: Estate["items"][number] | undefined): string =>
  parent === undefined ? "" : [pathOf(parent.parent), parent.id].filter(Boolean).join(".");
