// Insights as the screens read them: a page of many, in the server's order.
import { ask, db, pageOfRows, pageRange, rows, whereStates } from "#console/client/rows.ts";
import type { Filters } from "#console/widgets/filter/filter-set.ts";
import type { TableView } from "#console/widgets/table/table-view.ts";
import { MOST_OFFERED } from "../parts/filter-options.ts";
import type { Grouping } from "./insight-filters.ts";

export interface InsightsAsked {
  filters: Pick<Filters, "states" | "text">;
  view: Pick<TableView, "pageIndex" | "pageSize" | "sort">;
  groupBy: Grouping;
  isDeletedShown: boolean;
  /** Only those of one item. */
  of?: { id: string } | undefined;
  /** Only those of these items; undefined where all are meant. */
  configIds?: readonly string[] | undefined;
}

const COLUMNS =
  "id,config_id,config_name,config_type,config_class,deleted_at,analysis_type,analyzer,severity,status,summary,first_observed,last_observed";
const sortable = ["first_observed", "last_observed"];
const MOST_EXPORTED = 10_000;
const made = { of: ["config_analysis", "config_items"] } as const;

export const insightsPage = (asked: InsightsAsked) =>
  pageOfRows(keyOf(asked), () => insights(asked).range(...pageRange(asked.view)), made);

export type Insight = Awaited<ReturnType<NonNullable<ReturnType<typeof insightsPage>["queryFn"]>>>["rows"][number];

/** Everything that is filtered, in its order, as far as a file is meant to hold it. */
export const allInsights = async (asked: InsightsAsked): Promise<readonly Insight[]> =>
  (await ask(insights(asked).range(0, MOST_EXPORTED - 1), new AbortController().signal)).rows;

/** What the filters are called in the rows. */
const equal = { configType: "config_type", type: "analysis_type", severity: "severity", analyzer: "analyzer" } as const;

function insights({ filters, view, groupBy, isDeletedShown, of, configIds }: InsightsAsked) {
  let query = db.from("config_analysis_items").select(COLUMNS, { count: "exact" });
  if (of) query = query.eq("config_id", of.id);
  else if (!isDeletedShown) query = query.is("deleted_at", null);
  if (configIds) query = query.in("config_id", configIds);
  for (const [name, column] of Object.entries(equal)) {
    const chosen = filters.text(name);
    if (chosen !== "")
      query = query.filter(column, "eq", name === "severity" || name === "type" ? chosen.toLowerCase() : chosen);
  }
  query = whereStates(query, "status", filters.states("status"));
  // What belongs together stands together, on whichever pages it falls.
  if (groupBy !== "none") query = query.order(groupBy, { nullsFirst: false });
  const { id: by, desc } =
    view.sort && sortable.includes(view.sort.id) ? view.sort : { id: "first_observed", desc: true };
  return query.order(by, { ascending: !desc, nullsFirst: false }).order("id");
}

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
  db.from("component_names").select("id,name").order("name").limit(MOST_OFFERED),
);

/** As many as an address holds. */
const MOST_ITEMS = 300;

/** The insights of a component are those of the items that it is made of. */
export const configIdsOf = (component: string) => ({
  ...rows(["config_component_relationships", component], () =>
    db
      .from("config_component_relationships")
      .select("config_id")
      .eq("component_id", component)
      .is("deleted_at", null)
      .limit(MOST_ITEMS),
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
}: InsightsAsked) =>
  [
    "config_analysis_items",
    ["configType", "type", "severity", "analyzer"].map((name) => filters.text(name)),
    [...filters.states("status")],
    { pageIndex, pageSize, sort, groupBy, isDeletedShown, of, configIds },
  ] as const;
