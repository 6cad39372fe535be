// Which items around one are shown, from the address.
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { usePreference } from "#console/preference.ts";
import { showDeletedConfigs } from "#console/preferences/preferences.ts";
import { useFollowed } from "#console/shell/use-followed.ts";
import { useUrl } from "#console/url/url-state.ts";
import { useFilters } from "#console/widgets/filter/filter-set.ts";
import { printTag } from "#language/tags.ts";
import { configStatuses, configTypes } from "../../parts/filter-options.ts";
import { typeLabel } from "../../parts/config-type.ts";
import type { Item } from "../item-query.ts";
import { hasTags } from "./has-tags.ts";
import { relatedRelations, relatedTo } from "./related-query.ts";
import { relatedFilters, relatedUrl, waysOf } from "./related-url.ts";

const HEALTH = ["Healthy", "Unhealthy", "Unknown", "Warning"].map((label) => ({ value: label.toLowerCase(), label }));

export function useRelated({ id, deleted_at }: Item) {
  const [url, change] = useUrl(relatedUrl);
  const filters = useFilters(relatedFilters);
  const isDeletedShown = usePreference(showDeletedConfigs) || deleted_at !== null;
  const found = useQuery(
    relatedTo({
      id,
      ways: waysOf(url),
      isSoft: url.relation === "soft",
      depth: url.depth,
      isDeletedShown,
      types: filters.states("configTypes"),
      health: filters.states("health"),
      status: filters.states("status"),
    }),
  );
  useFollowed(found, { relations: relatedRelations });
  const tags = filters.states("tags");
  const all = found.data?.rows;
  const shown = useMemo(() => all?.filter((related) => related.id === id || hasTags(related, tags)), [all, tags, id]);
  const [types, statuses] = [useQuery(configTypes), useQuery(configStatuses)];
  const options = useMemo(
    () => ({
      configTypes: types.data?.map(({ type }) => ({ value: type, label: typeLabel(type) })),
      health: HEALTH,
      status: statuses.data?.map(({ status }) => ({ value: status })),
      // Of what is around it: others would find nothing.
      tags: [...new Set(all?.flatMap((related) => Object.entries(related.tags ?? {}).map((tag) => printTag(...tag))))]
        .sort()
        .map((value) => ({ value })),
    }),
    [types.data, statuses.data, all],
  );
  const hidden = Math.max(0, (found.data?.total ?? 0) - (all?.length ?? 0));
  const isAlone = shown !== undefined && shown.every((related) => related.id === id);
  return { url, change, filters, options, found, shown, isAlone, hidden };
}
