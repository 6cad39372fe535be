// Queries for a page of insights, sorted by the server.
import { ask, db, pageOfRows, pageRange, rows, whereStates } from "#console/client/rows.ts";
import type { Filters } from "#console/widgets/filter/filter-set.ts";
import { anywhere } from "#console/widgets/form/row-query.ts";
import type { TableView } from "#console/widgets/table/table-view.ts";
import { MAX_OPTIONS } from "../parts/filter-options.ts";
import type { Grouping } from "./insight-filters.ts";

export interface InsightsRequest {
  filters: Pick<Filters, "states" | "text">;
  view: Pick<TableView, "pageIndex" | "pageSize" | "sort">;
  groupBy: Grouping;
  isDeletedShown: boolean;
  /** Only insights of this item. */
  of?: { id: string } | undefined;
  /** Only insights of these items; undefined for all. */
  configIds?: readonly string[] | undefined;
}

const COLUMNS =
  "id,config_id,config_name,config_type,config_class,deleted_at,analysis_type,analyzer,severity,status,summary,first_observed,last_observed";
/** The database column for each sortable table column. */
const sortable: Readonly<Record<string, string>> = {
  severity: "severity_rank",
  first_observed: "first_observed",
  last_observed: "last_observed",
};
export const WORST_FIRST = { id: "severity", desc: false };
const MAX_EXPORTED = 10_000;
const sources = { of: ["config_analysis", "config_items"] } as const;

export const insightsPage = (request: InsightsRequest) =>
  pageOfRows(keyOf(request), () => insights(request).range(...pageRange(request.view)), sources);

export type Insight = Awaited<ReturnType<NonNullable<ReturnType<typeof insightsPage>["queryFn"]>>>["rows"][number];

/** All filtered insights in the order of the table, up to the limit of an export. */
export const allInsights = async (request: InsightsRequest): Promise<readonly Insight[]> =>
  (await ask(insights(request).range(0, MAX_EXPORTED - 1), new AbortController().signal)).rows;

const searched = ["summary", "analyzer", "config_name"];

/** Columns by filter. */
const equal = {
  configType: "config_type",
  type: "analysis_type",
  severity: "severity",
  analyzer: "analyzer",
  agent_id: "agent_id",
} as const;

interface Filterable {
  eq(column: string, value: string): this;
  is(column: string, value: null): this;
  in(column: string, values: readonly string[]): this;
  filter(column: string, operator: string, value: string): this;
  or(filters: string): this;
}

function filtered<Query>(all: Query, { filters, isDeletedShown, of, configIds }: InsightsRequest): Query {
  let query = all as Query & Filterable;
  if (of) query = query.eq("config_id", of.id);
  else if (!isDeletedShown) query = query.is("deleted_at", null);
  if (configIds) query = query.in("config_id", configIds);
  for (const [name, column] of Object.entries(equal)) {
    const chosen = filters.text(name);
    if (chosen !== "")
      query = query.filter(column, "eq", name === "severity" || name === "type" ? chosen.toLowerCase() : chosen);
  }
  const sought = filters.text("search").trim();
  if (sought !== "") query = query.or(searched.map((column) => `${column}.ilike.${anywhere(sought)}`).join(","));
  return whereStates(query, "status", filters.states("status"));
}

function insights(request: InsightsRequest) {
  const { view, groupBy } = request;
  let query = filtered(db.from("config_analysis_items").select(COLUMNS, { count: "exact" }), request);
  // Sorts by the grouping column first, so that groups stay together across pages.
  if (groupBy !== "none") query = query.order(sortable[groupBy] ?? groupBy, { nullsFirst: false });
  const { id: by, desc } = view.sort && Object.hasOwn(sortable, view.sort.id) ? view.sort : WORST_FIRST;
  query = query.order(sortable[by]!, { ascending: !desc, nullsFirst: false });
  if (by === WORST_FIRST.id) query = query.order("first_observed", { ascending: false });
  return query.order("id");
}

interface SeverityCount {
  severity: string | null;
  count: number;
}

/** The number of filtered insights on all pages, by severity. */
export const severityCounts = (request: InsightsRequest) =>
  rows(
    [...keyOf({ ...request, view: ANY_VIEW, groupBy: "none" }), "severities"],
    () => filtered(db.from("config_analysis_items").select<string, SeverityCount>("severity,count()"), request),
    sources,
  );

const ANY_VIEW = { pageIndex: 0, pageSize: 0, sort: WORST_FIRST };

export const oneInsight = (id: string) =>
  rows(["config_analysis", "one", id], () =>
    db
      .from("config_analysis")
      .select(
        "id,config_id,source,analyzer,analysis_type,message,summary,severity,status,analysis,properties,first_observed,last_observed,config:config_items(id,name,type,config_class,deleted_at)",
      )
      .eq("id", id),
  );

export type InsightDetail = Awaited<ReturnType<NonNullable<ReturnType<typeof oneInsight>["queryFn"]>>>[number];

export const componentNames = rows(["component_names"], () =>
  db.from("component_names").select("id,name").order("name").limit(MAX_OPTIONS),
);

/** The maximum number of item ids in a request, since they must fit into a URL. */
const MAX_ITEMS = 300;

/** Queries the items of a component. The insights of a component are the insights of its items. */
export const configIdsOf = (component: string) => ({
  ...rows(["config_component_relationships", component], () =>
    db
      .from("config_component_relationships")
      .select("config_id")
      .eq("component_id", component)
      .is("deleted_at", null)
      .limit(MAX_ITEMS),
  ),
  enabled: component !== "",
});

const keyOf = ({
  filters,
  view: { pageIndex, pageSize, sort },
  groupBy,
  isDeletedShown,
  of,
  configIds,
}: InsightsRequest) =>
  [
    "config_analysis_items",
    ["search", "configType", "type", "severity", "analyzer", "agent_id"].map((name) => filters.text(name)),
    [...filters.states("status")],
    { pageIndex, pageSize, sort, groupBy, isDeletedShown, of, configIds },
  ] as const;
