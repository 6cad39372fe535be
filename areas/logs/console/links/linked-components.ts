// The components whose logs belong to a component, a config item, a check or an incident.
import { db, rows } from "#console/client/rows.ts";

interface LinkedComponent {
  components: { id: string; name: string; log_selectors: unknown; deleted_at: string | null } | null;
}

const columns = "id,name,log_selectors,deleted_at";

export const ofComponent = (id: string) => ({
  ...rows(["components_with_logs", "of", id], () => db.from("components_with_logs").select("id").eq("id", id), {
    of: ["components"],
  }),
  select: (found: readonly { id: string }[]) => found[0]?.id,
});

export const ofConfig = (id: string) => ({
  ...rows(
    ["config_component_relationships", "logs", id],
    () =>
      db
        .from("config_component_relationships")
        .select<string, LinkedComponent>(`components!config_component_relationships_component_id_fkey(${columns})`)
        .eq("config_id", id)
        .is("deleted_at", null),
    { of: ["components"] },
  ),
  select: firstWithLogs,
});

export const ofCheck = (id: string) => ({
  ...rows(
    ["check_component_relationships", "logs", id],
    () =>
      db
        .from("check_component_relationships")
        .select<string, LinkedComponent>(`components!check_component_relationships_component_id_fkey(${columns})`)
        .eq("check_id", id)
        .is("deleted_at", null),
    { of: ["components"] },
  ),
  select: firstWithLogs,
});

interface Relationship extends LinkedComponent {
  deleted_at: string | null;
}

interface EvidenceComponents extends LinkedComponent {
  checks: { check_component_relationships: readonly Relationship[] } | null;
  config_items: { config_component_relationships: readonly Relationship[] } | null;
}

/** The components of checks or config items, through the table that relates them. */
const related = (table: string) => `${table}(deleted_at,components!${table}_component_id_fkey(${columns}))`;

/** The evidence of an incident is a component, or a check or config item that belongs to one. */
export const ofIncident = (id: string) => ({
  ...rows(
    ["evidences", "logs", id],
    () =>
      db
        .from("evidences")
        .select<string, EvidenceComponents>(
          `hypotheses!inner(incident_id),components(${columns}),checks(${related("check_component_relationships")}),config_items(${related("config_component_relationships")})`,
        )
        .eq("hypotheses.incident_id", id),
    { of: ["components", "hypotheses"] },
  ),
  select: (found: readonly EvidenceComponents[]) =>
    firstWithLogs(found) ??
    firstWithLogs(
      found
        .flatMap(({ checks, config_items: config }) => [
          ...(checks?.check_component_relationships ?? []),
          ...(config?.config_component_relationships ?? []),
        ])
        .filter(({ deleted_at }) => deleted_at === null),
    ),
});

/** The first component by name that has log selectors. */
export function firstWithLogs(found: readonly LinkedComponent[]): string | undefined {
  return found
    .flatMap(({ components: component }) =>
      component?.deleted_at === null && Array.isArray(component.log_selectors) && component.log_selectors.length > 0
        ? [component]
        : [],
    )
    .sort((a, b) => (a.name < b.name ? -1 : 1))[0]?.id;
}
