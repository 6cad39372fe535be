// The data of the dashboard: the components for the filters, the order and the time in the URL.
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { useMemo, useState } from "react";
import { callOptions } from "#console/client/call.ts";
import { db, rows } from "#console/client/rows.ts";
import { hiddenComponentsUrl } from "#console/preferences/preferences.ts";
import { useFollowed } from "#console/shell/use-followed.ts";
import { printSearch, type Search } from "#console/url/search.ts";
import { useUrl } from "#console/url/url-state.ts";
import { useFilters } from "#console/widgets/filter/filter-set.ts";
import { encodeItem } from "#lib/text/match.ts";
import { titleOf } from "#lib/text/words.ts";
import * as contract from "../../contract.ts";
import { distinctionsOf } from "../parts/same-names.ts";
import { prunedTree, searchTest, withMatches } from "./search-tree.ts";
import { nextSort, rememberedSort, sortChoice, type SortChoice, sortOptions } from "./sort-choice.ts";
import type { Topology } from "../../model.ts";
import { topologyFilters, topologyUrl, type View } from "./topology-url.ts";

/**
 * The number of levels: cards show a component and its children; the graph shows more. The page of a component needs
 * one additional level.
 */
const DEPTHS = { cards: "1", table: "1", graph: "5" } as const;
const DEPTHS_BELOW = { cards: "2", table: "2", graph: "5" } as const;
/** If a type is chosen, all levels are searched. */
const ALL_LEVELS = "50";

/** Maximum number of label options. More options would make the list unusable. */
const MAX_LABELS = 1000;
const MAX_AGENTS = 1000;

const agentRows = rows(["agents", "names"], () => db.from("agents").select("id,name").order("name").limit(MAX_AGENTS));

/** The past no longer changes. */
const NOTHING: readonly string[] = [];
const LIVE: readonly string[] = ["components", "component_relationships", "team_components"];

const filterNames = ["status", "type", "team", "labels", "agent_id"] as const;

// The server parses these parameters as lists, whose items may contain commas.
const optionOf = (label: string) => ({ value: encodeItem(label), label });
const labelItem = (key: string, value: string) => `${encodeItem(key)}=${encodeItem(value)}`;

export type TopologyDashboard = ReturnType<typeof useTopology>;

/** `of` is the id of a component; if it is set, the dashboard shows the descendants of that component. */
export function useTopology(of?: string) {
  const [url, change] = useUrl(topologyUrl);
  const [{ showHiddenComponents }] = useUrl(hiddenComponentsUrl);
  const filters = useFilters(topologyFilters);
  const [last, setLast] = useState(rememberedSort.get);
  const sort = sortChoice(url, last);
  const chosen: Partial<Record<(typeof filterNames)[number], string>> = {};
  for (const name of filterNames) if (filters.text(name) !== "") chosen[name] = filters.text(name);
  const isFlat = chosen.type !== undefined;
  const request = {
    ...(of !== undefined && { id: of }),
    ...chosen,
    ...(isFlat && { flatten: "true" as const }),
    ...(!showHiddenComponents && { hidden: "false" as const }),
    ...(url.at !== "" && { at: url.at }),
    depth: isFlat ? ALL_LEVELS : (of === undefined ? DEPTHS : DEPTHS_BELOW)[url.view],
    sortBy: sort.by,
    sortOrder: sort.order,
  };
  const query = useQuery({
    ...callOptions(contract.topology, { query: request }),
    placeholderData: keepPreviousData,
  });
  useFollowed(query, { relations: url.at === "" ? LIVE : NOTHING });

  const { data } = query;
  const { view } = url;
  const search = filters.text("search");
  const isFiltered = filters.chips.length > 0;
  const components = useMemo(() => {
    const found = data && (of === undefined ? data.components : partsOf(of, data.components, { view, isFiltered }));
    // Older consoles left out components without a name.
    const all = found?.filter(({ name, text }) => name !== "" || Boolean(text));
    const test = searchTest(search);
    return all && test ? (view === "graph" ? prunedTree : withMatches)(all, test) : all;
  }, [data, search, view, of, isFiltered]);

  const distinctions = useMemo(() => distinctionsOf(components ?? []), [components]);
  const agents = useQuery(agentRows).data;
  const agentNames = useMemo(() => new Map(agents?.map(({ id, name }) => [id, name])), [agents]);
  const options = useMemo(
    () => ({
      status: data?.healthStatuses.map((one) => ({ value: encodeItem(one), label: titleOf(one) })),
      type: data?.types.map(optionOf),
      team: data?.teams.map(optionOf),
      labels:
        data &&
        Object.entries(data.tags)
          .flatMap(([key, values]) => values.map((one) => ({ value: labelItem(key, one), label: `${key}:${one}` })))
          .slice(0, MAX_LABELS),
      agent_id: agents?.map(({ id, name }) => ({ value: id, label: name })),
    }),
    [data, agents],
  );
  const offeredSorts = useMemo(() => sortOptions(data?.components ?? []), [data]);
  const changeSort = (next: SortChoice) => {
    rememberedSort.set(next);
    setLast(next);
    void change({ sortBy: next.by, sortOrder: next.order });
  };
  return {
    of,
    url,
    change,
    filters,
    options,
    query,
    /**
     * The component `of`, from the same response as its children; undefined while it loads and for a search on all
     * levels.
     */
    root: isFlat ? undefined : data?.components.find(({ id }) => id === of),
    /** The components that match the filters and the search; undefined while they load. */
    components,
    /** Identifies filters, order and time. */
    viewKey: JSON.stringify([request, search]),
    sort: {
      ...sort,
      options: offeredSorts,
      change: changeSort,
      choose: (by: string) => changeSort(nextSort(sort, by)),
    },
    agentNames,
    /** The attributes that distinguish components with the same name. */
    distinctions,
    /** The query for component links, which keep the filters, the view and the time of this page. */
    carried: useCarried(),
  };
}

/**
 * Parameters that refer to components of this page. They are removed from links, because they do not apply to the next
 * page.
 */
const OWN_PARAMS: ReadonlySet<string> = new Set(["refererId", "status", "search", "folds"]);

function useCarried(): string {
  const search: Search = useSearch({ strict: false });
  return useMemo(
    () => printSearch(Object.fromEntries(Object.entries(search).filter(([name]) => !OWN_PARAMS.has(name)))).slice(1),
    [search],
  );
}

/** The children of a component, or the component itself if it has no children. The graph begins with the component. */
export function partsOf(
  id: string,
  found: readonly Topology[],
  { view, isFiltered }: { view: View; isFiltered: boolean },
): readonly Topology[] {
  const root = found.find((component) => component.id === id);
  if (view === "graph" && root?.components) return [root];
  // A flat list of all levels, without children.
  if (!root || found.length > 1) return found.filter((component) => component !== root);
  const children = root.components ?? [];
  return children.length > 0 || isFiltered ? children : [root];
}
