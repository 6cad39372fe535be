// The queries of the incident list and of the board.
import { ask, db, pageOfRows, pageRange, rows } from "#console/client/rows.ts";
import { isId } from "#console/resources/resource-client.ts";
import type { Filters } from "#console/widgets/filter/filter-set.ts";
import type { TableView } from "#console/widgets/table/table-view.ts";
import type { Views } from "#generated/tables.ts";
import { severities } from "#language/severity.ts";
import { type IncidentStatus, incidentStatuses, typeOf } from "../parts/incident-words.ts";

export interface IncidentsRequest {
  filters: Pick<Filters, "text">;
  view: Pick<TableView, "pageIndex" | "pageSize" | "sort">;
}

const fields = [
  "id",
  "incident_id",
  "title",
  "severity",
  "type",
  "status",
  "created_at",
  "responders",
  "commander",
] as const;
// The oldest evidence of each hypothesis that refers to a resource: the reason why the incident was opened.
const COLUMNS = `${fields.join(",")},hypotheses(evidences(created_at,component:components(id,name),config:config_items(id,name),check:checks(id,name)))`;
const RESOURCE_TYPES = ["check", "config", "topology", "config_change", "config_analysis"] as const;

interface Named {
  id: string;
  name: string;
}

/** The linked rows are null if they were deleted, or if the person is not allowed to read them. */
interface FirstEvidence {
  created_at: string;
  component: Named | null;
  config: Named | null;
  check: Named | null;
}

export interface IncidentRow extends Pick<Views["incident_summary"]["Row"], (typeof fields)[number]> {
  hypotheses: readonly { evidences: readonly FirstEvidence[] }[];
}

/** The resource that the incident was opened for; undefined if the person is not allowed to read it. */
export function resourceOf({ hypotheses }: IncidentRow): (Named & { kind: string }) | undefined {
  const [first] = hypotheses
    .flatMap(({ evidences }) => evidences)
    .toSorted((a, b) => a.created_at.localeCompare(b.created_at));
  if (first?.component) return { kind: "component", ...first.component };
  if (first?.config) return { kind: "config", ...first.config };
  return first?.check ? { kind: "check", ...first.check } : undefined;
}

const sources = { of: ["incidents", "responders", "comments", "evidences", "hypotheses"] } as const;
const sortable: readonly string[] = ["created_at", "title", "status", "type"];
export const NEWEST_FIRST = { id: "created_at", desc: true };
const MAX_EXPORTED = 10_000;

/**
 * An unknown filter value, for instance from an old link, matches nothing. It is not sent, because the server would
 * refuse it.
 */
const known = <Value extends string>(values: readonly Value[], chosen: string) =>
  values.find((value) => value === chosen.toLowerCase());

function filtered(filters: Pick<Filters, "text">) {
  let query = db
    .from("incident_summary")
    .select<string, IncidentRow>(COLUMNS, { count: "exact" })
    .in("hypotheses.evidences.type", RESOURCE_TYPES)
    .order("created_at", { referencedTable: "hypotheses.evidences" })
    .limit(1, { referencedTable: "hypotheses.evidences" });
  const [status, severity, type] = ["status", "severity", "type"].map((name) => filters.text(name)) as [
    string,
    string,
    string,
  ];
  const [owner, component, search] = ["owner", "component", "search"].map((name) => filters.text(name).trim()) as [
    string,
    string,
    string,
  ];
  if (status !== "") query = query.in("status", [known(incidentStatuses, status) ?? []].flat());
  if (severity !== "") query = query.in("severity", [known(severities, severity) ?? []].flat());
  if (type !== "") query = query.in("type", [typeOf(type)?.value ?? []].flat());
  if (owner !== "") query = query.in("created_by", isId(owner) ? [owner] : []);
  if (component !== "")
    query = isId(component) ? query.contains("component_ids", [component]) : query.in("created_by", []);
  if (search !== "") query = query.ilike("title", `*${search.replaceAll(/[\\%_*]/g, String.raw`\$&`)}*`);
  return query;
}

function incidents({ filters, view }: IncidentsRequest) {
  const { id: by, desc } = view.sort && sortable.includes(view.sort.id) ? view.sort : NEWEST_FIRST;
  return filtered(filters).order(by, { ascending: !desc }).order("id");
}

export const incidentsPage = (request: IncidentsRequest) =>
  pageOfRows(
    ["incident_summary", keyOf(request), request.view.pageIndex, request.view.pageSize, request.view.sort],
    () => incidents(request).range(...pageRange(request.view)),
    sources,
  );

/** All filtered incidents in table order, up to the export limit. */
export const allIncidents = async (request: IncidentsRequest): Promise<readonly IncidentRow[]> =>
  (await ask(incidents(request).range(0, MAX_EXPORTED - 1), new AbortController().signal)).rows;

/** The newest incidents in these statuses. */
export const rowsOfIncidents = (
  filters: Pick<Filters, "text">,
  { statuses, limit }: { statuses: readonly IncidentStatus[]; limit: number },
) =>
  rows(
    ["incident_summary", "board", keyOf({ filters })],
    () => filtered(filters).in("status", statuses).order("created_at", { ascending: false }).limit(limit),
    sources,
  );

const keyOf = ({ filters }: Pick<IncidentsRequest, "filters">) =>
  ["status", "severity", "type", "owner", "component", "search"].map((name) => filters.text(name));
