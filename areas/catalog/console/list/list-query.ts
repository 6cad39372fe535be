// The items of a type, or those that were searched for: a page of many, in the server's order.
import { ask, db, pageOfRows, pageRange } from "#console/client/rows.ts";
import type { Filters } from "#console/widgets/filter/filter-set.ts";
import type { TableView } from "#console/widgets/table/table-view.ts";
import { type Agents, agentIds } from "../parts/agents.ts";
import { labelCondition, stateCondition } from "./conditions.ts";
import type { Facet, Field } from "./facet.ts";

export interface ListAsked {
  filters: Pick<Filters, "states" | "text">;
  view: Pick<TableView, "pageIndex" | "pageSize" | "sort">;
  facets: readonly Facet[];
  isDeletedShown: boolean;
  agents: Agents | undefined;
}

const COLUMNS =
  "id,type,config_class,status,health,labels,name,tags,created_at,updated_at,deleted_at,agent_id,cost_per_minute,cost_total_1d,cost_total_7d,cost_total_30d,changes,analysis";
const sortable = ["name", "type", "status", "changes", "cost_total_30d", "created_at", "updated_at", "deleted_at"];
/** Items have these: where one without would stand is not asked, because an index knows only one answer. */
const alwaysThere: ReadonlySet<string> = new Set(["name", "type", "changes", "created_at", "updated_at"]);
const MOST_EXPORTED = 10_000;
const made = { of: ["config_items", "config_changes", "config_analysis"] } as const;

export const listPage = (asked: ListAsked) =>
  pageOfRows(keyOf(asked), () => items(asked).range(...pageRange(asked.view)), made);

export type Item = Awaited<ReturnType<NonNullable<ReturnType<typeof listPage>["queryFn"]>>>["rows"][number];

/** Everything that is filtered, in its order, as far as a file is meant to hold it. */
export const allItems = async (asked: ListAsked): Promise<readonly Item[]> =>
  (await ask(items(asked).range(0, MOST_EXPORTED - 1), new AbortController().signal)).rows;

/** By what items stand together that are in one group. Of health, those that are not well come first. */
const groupOrder: Readonly<Record<Field, { column: string; ascending: boolean }>> = {
  config_class: { column: "type", ascending: true },
  type: { column: "type", ascending: true },
  status: { column: "status", ascending: true },
  health: { column: "health", ascending: false },
  changed: { column: "updated_at", ascending: false },
  agent: { column: "agent_id", ascending: true },
};

/** A group goes on over the next page, and does not begin anew on each. Tags and labels have no order in the database. */
const groupedBy = (facets: readonly Facet[]) =>
  facets.flatMap((facet) => (facet.type === "field" ? groupOrder[facet.field] : []));

const allConfigs = () => db.from("configs").select(COLUMNS, { count: "exact" });

/** The text in a name, or its words anywhere in what is known of an item: rows as those of all. */
const configsMentioning = (search: string) =>
  db
    .rpc("configs_mentioning", { search }, { get: true, count: "exact" })
    .select<string>(COLUMNS) as unknown as ReturnType<typeof allConfigs>;

function items({ filters, view, facets, isDeletedShown, agents }: ListAsked) {
  const search = filters.text("search").trim();
  let query = search === "" ? allConfigs() : configsMentioning(search);
  const type = filters.text("configType");
  if (type !== "") query = query.eq("type", type);
  const conditions = [
    stateCondition("status", filters.states("status")),
    stateCondition("health", filters.states("health"), "unknown"),
    stateCondition("agent_id", agentIds(filters.states("agent"), agents)),
    labelCondition("tags", filters.states("tags")),
    labelCondition("labels", filters.states("labels")),
  ];
  for (const condition of conditions) if (condition !== undefined) query = query.or(condition);
  if (!isDeletedShown) query = query.is("deleted_at", null);
  for (const { column, ascending } of groupedBy(facets))
    query = query.order(column, { ascending, ...(!alwaysThere.has(column) && { nullsFirst: false }) });
  const sort = view.sort && sortable.includes(view.sort.id) ? view.sort : undefined;
  if (sort)
    query = query.order(sort.id, { ascending: !sort.desc, ...(!alwaysThere.has(sort.id) && { nullsFirst: false }) });
  else query = query.order("type");
  // The id makes the order of equals the same on every page.
  return query.order("name").order("id");
}

const keyOf = ({ filters, view: { pageIndex, pageSize, sort }, facets, isDeletedShown, agents }: ListAsked) =>
  [
    "configs",
    ["tags", "labels", "status", "health"].map((name) => [...filters.states(name)]),
    [...agentIds(filters.states("agent"), agents)],
    [filters.text("configType"), filters.text("search").trim(), isDeletedShown],
    { pageIndex, pageSize, sort, groups: groupedBy(facets).map(({ column }) => column) },
  ] as const;
