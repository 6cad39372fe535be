// The state of a list of insights, from the URL.
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { usePreference } from "#console/preference.ts";
import { showDeletedConfigs } from "#console/preferences/preferences.ts";
import { useAgentOptions } from "#console/resources/agent-names.ts";
import { useUrl } from "#console/url/url-state.ts";
import { useFilters } from "#console/widgets/filter/filter-set.ts";
import { useTableView } from "#console/widgets/table/table-view.ts";
import type { TriStates } from "#language/tri-state.ts";
import { analyzers, configTypes, typeOptions } from "../parts/filter-options.ts";
import { insightTypeOptions } from "../parts/insight-type.ts";
import {
  insightFilters,
  insightFiltersOfItem,
  insightGroupUrl,
  severityOptions,
  statusOptions,
} from "./insight-filters.ts";
import { componentNames, configIdsOf, type InsightsRequest, insightsPage, WORST_FIRST } from "./insights-query.ts";

/** The default query for the insights of an item, which returns open insights. */
export const itemInsightsRequest = (id: string, pageSize: number): InsightsRequest => ({
  filters: { states: (name) => (name === "status" ? OPEN : NO_STATES), text: () => "" },
  view: { pageIndex: 0, pageSize, sort: WORST_FIRST },
  groupBy: "none",
  isDeletedShown: false,
  of: { id },
});

const OPEN: TriStates = new Map([["open", "include"]]);
const NO_STATES: TriStates = new Map();

/** The filters and sort order in the URL of a list of insights. */
export function useInsightsRequest(item: { id: string } | undefined) {
  const filters = useFilters(item ? insightFiltersOfItem : insightFilters);
  const view = useTableView({ sort: WORST_FIRST });
  const [{ groupBy }, change] = useUrl(insightGroupUrl);
  // Insights of one item are shown even if the item is deleted.
  const isDeletedShown = usePreference(showDeletedConfigs) && !item;
  const component = item ? "" : filters.text("component");
  const found = useQuery(configIdsOf(component));
  const request: InsightsRequest = {
    filters,
    view,
    groupBy,
    isDeletedShown,
    of: item,
    configIds: component === "" ? undefined : (found.data ?? []).map(({ config_id }) => config_id),
  };
  return { filters, view, groupBy, change, request, isReady: component === "" || found.isSuccess };
}

export function useInsights(item: { id: string } | undefined) {
  const { filters, view, groupBy, change, request, isReady } = useInsightsRequest(item);
  const query = useQuery({ ...insightsPage(request), enabled: isReady });
  const [types, from, components] = [useQuery(configTypes), useQuery(analyzers), useQuery(componentNames)];
  const agents = useAgentOptions(filters.text("agent_id"));
  const options = useMemo(
    () => ({
      configType: typeOptions(types.data),
      type: insightTypeOptions,
      severity: severityOptions,
      status: statusOptions,
      analyzer: from.data?.map(({ analyzer }) => ({ value: analyzer })),
      component: components.data?.map(({ id, name }) => ({ value: id, label: name })),
      agent_id: agents,
    }),
    [types.data, from.data, components.data, agents],
  );
  return {
    filters,
    options,
    view,
    groupBy,
    changeGroupBy: (next: string) => void change({ groupBy: next as typeof groupBy }),
    request,
    query,
  };
}

export type Insights = ReturnType<typeof useInsights>;
