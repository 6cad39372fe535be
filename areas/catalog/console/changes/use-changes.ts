// The state of a list of changes, read from and written to the URL.
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { usePreference } from "#console/preference.ts";
import { showDeletedConfigs, useTimeZone } from "#console/preferences/preferences.ts";
import { agentNames } from "#console/resources/agent-names.ts";
import { useFollowed } from "#console/shell/use-followed.ts";
import { useUrl } from "#console/url/url-state.ts";
import { useFilters } from "#console/widgets/filter/filter-set.ts";
import { useTableView } from "#console/widgets/table/table-view.ts";
import { useTimeRange } from "#console/widgets/time/use-time-range.ts";
import type { TimeRange } from "#lib/time/time-range.ts";
import type { TriStates } from "#language/tri-state.ts";
import { changeTypes, configTypes, useCarried } from "../parts/filter-options.ts";
import { aroundUrl, changeFilters, changeFiltersOfItem, changeTime, severityOptions } from "./change-filters.ts";
import type { ChangesRequest } from "./changes-body.ts";
import { changesPage, configNames, changeRelations, peopleNames } from "./changes-query.ts";

export const NEWEST_FIRST = { id: "created_at", desc: true };

/** The item whose changes are listed, and the default time range. */
export interface ChangesOf {
  id: string;
  range: TimeRange;
}

/** The filters, range and sort order in the URL of a list of changes. */
export function useChangesRequest(scope: ChangesOf | undefined) {
  const filters = useFilters(scope ? changeFiltersOfItem : changeFilters);
  const view = useTableView({ sort: NEWEST_FIRST });
  const { range = changeTime, change: changeRange } = useTimeRange(scope?.range ?? changeTime);
  const timeZone = useTimeZone();
  const isDeletedShown = usePreference(showDeletedConfigs);
  const [around] = useUrl(aroundUrl);
  const request: ChangesRequest = {
    filters,
    range,
    timeZone,
    isDeletedShown,
    ...(scope && { of: { id: scope.id, ...around } }),
  };
  return { filters, view, range, changeRange, request };
}

export function useChanges(scope: ChangesOf | undefined) {
  const { filters, view, range, changeRange, request } = useChangesRequest(scope);
  const [types, kinds, tags] = [useQuery(configTypes), useQuery(changeTypes), useCarried("config_tags")];
  const { data: configs } = useQuery(configNames(idsAmong(filters.states("id"))));
  const { data: people } = useQuery(peopleNames(idsAmong(filters.states("created_by"))));
  const { data: agents } = useQuery(agentNames(idsAmong(filters.states("agent_id"))));
  const options = useMemo(
    () => ({
      configTypes: types.data?.map(({ type }) => ({ value: type })),
      changeType: kinds.data?.map(({ change_type }) => ({ value: change_type })),
      severity: severityOptions,
      tags: tags.options,
      id: configs?.map(named),
      created_by: people?.map(named),
      agent_id: agents?.map(named),
    }),
    [types.data, kinds.data, tags.options, configs, people, agents],
  );
  const query = useQuery(changesPage(request, view));
  useFollowed(query, { relations: changeRelations });
  return {
    filters,
    options,
    seeks: { tags: tags.seek },
    view,
    range,
    changeRange,
    request,
    query,
  };
}

/** Returns the items that are ids; all other items are names from a source. */
const idsAmong = (states: TriStates) => [...states.keys()].filter((item) => /^[\da-f-]{36}$/i.test(item)).sort();

const named = ({ id, name }: { id: string; name: string }) => ({ value: id, label: name });

export type Changes = ReturnType<typeof useChanges>;
