// Queries a page of items of one type or of a search result, sorted by the server.
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { ask, db, pageRange, rows } from "#console/client/rows.ts";
import type { Filters } from "#console/widgets/filter/filter-set.ts";
import type { Sort, TableView } from "#console/widgets/table/table-view.ts";
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

/** Unhealthy items first, then warnings, then the other items by name. */
export const WORST_FIRST: Sort = { id: "health", desc: false };

/** The server sorts these values as text; alphabetical order puts the worst health first. */
const FAULTS = ["unhealthy", "warning"] as const;

export const listPage = (request: ListRequest) =>
  queryOptions({
    queryKey: keyOf(request),
    queryFn: ({ signal }) => itemsBetween(request, pageRange(request.view), signal),
    placeholderData: keepPreviousData,
    meta: { relations: sources.of },
  });

export type Item = Awaited<ReturnType<typeof itemsBetween>>["rows"][number];

/** All filtered items in the order of the table, up to the limit of an export. */
export const allItems = async (request: ListRequest): Promise<readonly Item[]> =>
  (await itemsBetween(request, [0, MAX_EXPORTED - 1], new AbortController().signal)).rows;

async function itemsBetween(request: ListRequest, [from, to]: readonly [number, number], signal: AbortSignal) {
  const { view, facets } = request;
  // The groups determine the order of a grouped list.
  if (facets.length > 0 || view.sort?.id !== WORST_FIRST.id || view.sort.desc)
    return ask(items(request).range(from, to), signal);
  // The server sorts health as text, so healthy items would come first. The faults are requested separately.
  const byName = { ...request, view: { ...view, sort: undefined } };
  const faults = await ask(items(request).in("health", FAULTS).range(from, to), signal);
  const space = to + 1 - Math.max(from, faults.total);
  const others = await ask(
    items(byName)
      .or(`health.is.null,health.not.in.(${FAULTS.join()})`)
      .range(Math.max(0, from - faults.total), Math.max(0, to - faults.total)),
    signal,
  );
  return {
    rows: space > 0 ? [...faults.rows, ...others.rows] : faults.rows,
    total: faults.total + others.total,
  };
}

interface Counted {
  health: string | null;
  count: number;
}

/** The number of items by health. The filter by health does not apply. */
export const healthCounts = (request: Pick<ListRequest, "filters" | "isDeletedShown" | "agents">) => {
  const { filters, agents } = request;
  const { type, search } = textsOf(filters);
  return rows(
    ["configs", "counted by health", type, search, request.isDeletedShown, statesOf(filters, agents)],
    () =>
      narrowed(
        search === ""
          ? db.from("configs").select<string, Counted>("health,count()")
          : db.rpc("configs_mentioning", { search }, { get: true }).select<string, Counted>("health,count()"),
        request,
      ),
    sources,
  );
};

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

interface Narrowable {
  eq(column: "type", value: string): this;
  is(column: "deleted_at", value: null): this;
  or(conditions: string): this;
}

const textsOf = (filters: Pick<Filters, "text">) => ({
  type: filters.text("configType"),
  search: filters.text("search").trim(),
});

/** Applies all filters except the search and the health. */
function narrowed<Query>(
  query: Query,
  { filters, isDeletedShown, agents }: Pick<ListRequest, "filters" | "isDeletedShown" | "agents">,
): Query {
  let found = query as Query & Narrowable;
  const { type } = textsOf(filters);
  if (type !== "") found = found.eq("type", type);
  const conditions = [
    stateCondition("status", filters.states("status")),
    stateCondition("agent_id", agentIds(filters.states("agent"), agents)),
    labelCondition("tags", filters.states("tags")),
    labelCondition("labels", filters.states("labels")),
  ];
  for (const condition of conditions) if (condition !== undefined) found = found.or(condition);
  return isDeletedShown ? found : found.is("deleted_at", null);
}

function items(request: ListRequest) {
  const { filters, view, facets } = request;
  const { search } = textsOf(filters);
  let query = narrowed(search === "" ? allConfigs() : configsMentioning(search), request);
  const health = stateCondition("health", filters.states("health"), "unknown");
  if (health !== undefined) query = query.or(health);
  for (const { column, ascending } of groupedBy(facets))
    query = query.order(column, { ascending, ...(!notNull.has(column) && { nullsFirst: false }) });
  const sort = view.sort && sortable.includes(view.sort.id) ? view.sort : undefined;
  if (sort)
    query = query.order(sort.id, { ascending: !sort.desc, ...(!notNull.has(sort.id) && { nullsFirst: false }) });
  else query = query.order("type");
  // Sorting by id last gives equal rows the same order on every page.
  return query.order("name").order("id");
}

const statesOf = (filters: Pick<Filters, "states">, agents: Agents | undefined) => [
  ["tags", "labels", "status"].map((name) => [...filters.states(name)]),
  [...agentIds(filters.states("agent"), agents)],
];

const keyOf = ({ filters, view: { pageIndex, pageSize, sort }, facets, isDeletedShown, agents }: ListRequest) =>
  [
    "configs",
    [...statesOf(filters, agents), [...filters.states("health")]],
    [...Object.values(textsOf(filters)), isDeletedShown],
    { pageIndex, pageSize, sort, groups: groupedBy(facets).map(({ column }) => column) },
  ] as const;
