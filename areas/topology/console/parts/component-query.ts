// Queries for the page of a component.
import { db, pageOfRows, rows } from "#console/client/rows.ts";
import type { Tables, Views } from "#generated/tables.ts";

export type NamedComponent = Pick<Tables["components"]["Row"], "id" | "name" | "text">;

/** Components by id, in the order of the ids. Components that the reader is not allowed to see are left out. */
export const namesOf = (ids: readonly string[]) => ({
  ...rows(["components", "names", ids], () =>
    db
      .from("components")
      .select<string, NamedComponent>("id,name,text")
      .in("id", [...ids]),
  ),
  enabled: ids.length > 0,
  select: (found: readonly NamedComponent[]) => ids.flatMap((id) => found.find((one) => one.id === id) ?? []),
});

/** The row of a component that is missing in the tree, for example because it was deleted. */
export const storedComponent = (id: string) =>
  rows(["components", "stored", id], () => db.from("components").select("id,name,text,deleted_at").eq("id", id));

export const topologyOf = (id: string) =>
  rows(["topologies", "name", id], () => db.from("topologies").select("id,name").eq("id", id));

export const agentOf = (id: string) =>
  rows(["agents", "name", id], () => db.from("agents").select("id,name").eq("id", id));

export interface ConfigLinkRow {
  config_id: string;
  selector_id: string | null;
  deleted_at: string | null;
  configs: Pick<Views["configs"]["Row"], "id" | "name" | "type" | "deleted_at"> | null;
}

/** The catalog items of a component, including deleted links. */
export const configLinksOf = (id: string) =>
  rows(
    ["config_component_relationships", id],
    () =>
      db
        .from("config_component_relationships")
        .select<string, ConfigLinkRow>(
          "config_id,selector_id,deleted_at,configs!config_component_relationships_config_id_fkey(id,type,name,deleted_at)",
        )
        .eq("component_id", id),
    { of: ["config_items"] },
  );

export const checksOf = (id: string) =>
  rows(
    ["checks_by_component", id],
    () => db.from("checks_by_component").select("id,name,type,status,icon,health").eq("component_id", id).order("name"),
    { of: ["checks", "check_component_relationships"] },
  );

/** Maximum number of rows in a panel, which links to the other rows. */
export const MAX_SHOWN = 50;

export const changesOf = (id: string) =>
  pageOfRows(
    ["changes_by_component", id],
    () =>
      db
        .from("changes_by_component")
        .select("id,config_id,name,type,change_type,severity,created_at", { count: "exact" })
        .eq("component_id", id)
        .order("created_at", { ascending: false })
        .limit(MAX_SHOWN),
    { of: ["config_changes", "config_component_relationships"] },
  );

export const insightsOf = (id: string) =>
  pageOfRows(
    ["analysis_by_component", id],
    () =>
      db
        .from("analysis_by_component")
        .select("analysis_id,config_id,name,type,analysis_type,severity,first_observed", { count: "exact" })
        .eq("component_id", id)
        .limit(MAX_SHOWN),
    { of: ["config_analysis", "config_component_relationships"] },
  );

export interface TeamRow {
  team_id: string;
  team: Pick<Tables["teams"]["Row"], "id" | "name" | "icon"> | null;
}

export const teamsOf = (id: string) =>
  rows(
    ["team_components", id],
    () => db.from("team_components").select<string, TeamRow>("team_id,team:teams(id,name,icon)").eq("component_id", id),
    { of: ["teams"] },
  );
