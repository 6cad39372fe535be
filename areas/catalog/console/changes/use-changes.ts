// Which changes a screen shows, from the address; and the ways to change that.
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { usePreference } from "#console/preference.ts";
import { showDeletedConfigs, useTimeZone } from "#console/preferences/preferences.ts";
import { useFollowed } from "#console/shell/use-followed.ts";
import { useUrl } from "#console/url/url-state.ts";
import { useFilters } from "#console/widgets/filter/filter-set.ts";
import { useTableView } from "#console/widgets/table/table-view.ts";
import { useTimeRange } from "#console/widgets/time/use-time-range.ts";
import { changeTypes, configTypes, useCarried } from "../parts/filter-options.ts";
import { aroundUrl, changeFilters, changeTime, severityOptions } from "./change-filters.ts";
import type { ChangesAsked } from "./changes-body.ts";
import { changesPage, ofChanges } from "./changes-query.ts";

const NEWEST_FIRST = { id: "created_at", desc: true };

export function useChanges(of: { id: string } | undefined) {
  const filters = useFilters(changeFilters);
  const view = useTableView({ sort: NEWEST_FIRST });
  const { range = changeTime, change: changeRange } = useTimeRange(changeTime);
  const timeZone = useTimeZone();
  const isDeletedShown = usePreference(showDeletedConfigs);
  const [around] = useUrl(aroundUrl);
  const asked: ChangesAsked = {
    filters,
    range,
    timeZone,
    isDeletedShown,
    ...(of && { of: { id: of.id, ...around } }),
  };
  const [types, kinds, tags] = [useQuery(configTypes), useQuery(changeTypes), useCarried("config_tags")];
  const options = useMemo(
    () => ({
      configTypes: types.data?.map(({ type }) => ({ value: type })),
      changeType: kinds.data?.map(({ change_type }) => ({ value: change_type })),
      severity: severityOptions,
      tags: tags.options,
    }),
    [types.data, kinds.data, tags.options],
  );
  const query = useQuery(changesPage(asked, view));
  useFollowed(query, { relations: ofChanges });
  return {
    filters,
    options,
    seeks: { tags: tags.seek },
    view,
    range,
    changeRange,
    asked,
    query,
  };
}

export type Changes = ReturnType<typeof useChanges>;
