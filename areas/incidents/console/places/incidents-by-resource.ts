// The incidents that a component or a catalog item is evidence of, newest first.
import { db, rows } from "#console/client/rows.ts";

const COLUMNS = "id,incident_id,title,type,status,severity,created_at";
const MAX_LISTED = 50;
const sources = { of: ["incidents", "hypotheses", "evidences"] } as const;

export const incidentsByComponent = (id: string) =>
  rows(
    ["incidents_by_component", id],
    () =>
      db
        .from("incidents_by_component")
        .select(COLUMNS)
        .eq("component_id", id)
        .order("created_at", { ascending: false })
        .limit(MAX_LISTED),
    sources,
  );

export const incidentsByConfig = (id: string) =>
  rows(
    ["incidents_by_config", id],
    () =>
      db
        .from("incidents_by_config")
        .select(COLUMNS)
        .eq("config_id", id)
        .order("created_at", { ascending: false })
        .limit(MAX_LISTED),
    sources,
  );

export type LinkedIncident = Awaited<ReturnType<NonNullable<ReturnType<typeof incidentsByConfig>["queryFn"]>>>[number];
