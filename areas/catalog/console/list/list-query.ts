// Queries a page of items of one type or of a search result, sorted by the server.
import { ask, db, pageOfRows, pageRange } from "#console/client/rows.ts";
import type { Filters } from "#console/widgets/filter/filter-set.ts";
import type { TableView } from "#console/widgets/table/table-view.ts";
import { type Agents, agentIds } from "../parts/agents.ts";
import { labelCondition, stateCondition } from "./conditions.ts";
import type { Facet, Field } from "./facet.ts";

export interface ListRequest {
  filters: Pick<Filters, "states" | "text">;
  view: Pick<TableView, "pageIndex" | "pageSize" | "sort">;
  facets: readonly Facet[];
  isDeletedShown: boolean;
  agents: Agents | undefined;
}

const COLUMNS =
  "id,type,config_class,status,health,labels,name,tags,created_at,updated_at,deleted_at,agent_id,cost_per_minute,cost_total_1d,cost_total_7d,cost_total_30d,changes,analysis";
const sortable = [
  "name",
  "type",
  "status",
  "health",
  "changes",
  "cost_total_30d",
  "created_at",
  "updated_at",
  "deleted_at",
];
/** Columns that are never null. They need no nulls order, so the server can use an index to sort by them. */
const notNull: ReadonlySet<string> = new Set(["name", "type", "changes", "created_at", "updated_at"]);
const MAX_EXPORTED = 10_000;
const sources = { of: ["config_items", "config_changes", "config_analysis"] } as const;

export const listPage = (request: ListRequest) =>
  pageOfRows(keyOf(request), () => items(request).range(...pageRange(request.view)), sources);

export type Item = Awaited<ReturnType<NonNullable<ReturnType<typeof listPage>["queryFn"]>>>["rows"][number];

/** All filtered items in the order of the table, up to the limit of an export. */
export const allItems = async (request: ListRequest): Promise<readonly Item[]> =>
  (await ask(items(request).range(0, MAX_EXPORTED - 1), new AbortController().signal)).rows;

/** The sort order that keeps the items of a group together. Unhealthy items come first. */
const groupOrder: Readonly<Record<Field, { column: string; ascending: boolean }>> = {
  config_class: { column: "type", ascending: true },
  type: { column: "type", ascending: true },
  status: { column: "status", ascending: true },
  health: { column: "health", ascending: false },
  changed: { column: "updated_at", ascending: false },
  agent: { column: "agent_id", ascending: true },
};

/** Sorting by groups lets a group continue on the next page. The database cannot sort by tags and labels. */
const groupedBy = (facets: readonly Facet[]) =>
  facets.flatMap((facet) => (facet.type === "field" ? groupOrder[facet.field] : []));

const allConfigs = () => db.from("configs").select(COLUMNS, { count: "exact" });

/**
 * Items whose name contains the text, or whose indexed fields contain its words; the rows have the columns of
 * `configs`.
 */
const configsMentioning = (search: string) =>
  db
    .rpc("configs_mentioning", { search }, { get: true, count: "exact" })
    .select<string>(COLUMNS) as unknown as ReturnType<typeof allConfigs>;

function items({ filters, view, facets, isDeletedShown, agents }: ListRequest) {
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
    query = query.order(column, { ascending, ...(!notNull.has(column) && { nullsFirst: false }) });
  const sort = view.sort && sortable.includes(view.sort.id) ? view.sort : undefined;
  if (sort)
    query = query.order(sort.id, { ascending: !sort.desc, ...(!notNull.has(sort.id) && { nullsFirst: false }) });
  else query = query.order("type");
  // Sorting by id last gives equal rows the same order on every page.
  return query.order("name").order("id");
}

const keyOf = ({ filters, view: { pageIndex, pageSize, sort }, facets, isDeletedShown, agents }: ListRequest) =>
  [
    "configs",
    ["tags", "labels", "status", "health"].map((name) => [...filters.states(name)]),
    [...agentIds(filters.states("agent"), agents)],
    [filters.text("configType"), filters.text("search").trim(), isDeletedShown],
    { pageIndex, pageSize, sort, groups: groupedBy(facets).map(({ column }) => column) },
  ] as const;
