// The state of the relationships of an item, from the URL.
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { usePreference } from "#console/preference.ts";
import { showDeletedConfigs } from "#console/preferences/preferences.ts";
import { useFollowed } from "#console/shell/use-followed.ts";
import { parseUrl, useUrl } from "#console/url/url-state.ts";
import { useFilters } from "#console/widgets/filter/filter-set.ts";
import { printTag } from "#language/tags.ts";
import type { TriStates } from "#language/tri-state.ts";
import { typeLabel } from "../../parts/ConfigType.tsx";
import { configStatuses, configTypes } from "../../parts/filter-options.ts";
import type { Item } from "../item-query.ts";
import { type RelatedRequest, relatedRelations, relatedTo, hasTags } from "./related-query.ts";
import { relatedFilters, relatedUrl, waysOf } from "./related-url.ts";

const HEALTH = ["Healthy", "Unhealthy", "Unknown", "Warning"].map((label) => ({ value: label.toLowerCase(), label }));

/** The default query of the list, for a URL without parameters. */
export const defaultRelatedRequest = ({ id, deleted_at }: Item, isDeletedShown: boolean): RelatedRequest => ({
  id,
  ways: waysOf(defaults),
  isSoft: defaults.relation === "soft",
  depth: defaults.depth,
  isDeletedShown: isDeletedShown || deleted_at !== null,
  types: NO_STATES,
  health: NO_STATES,
  status: NO_STATES,
});

const defaults = parseUrl(relatedUrl, {});
const NO_STATES: TriStates = new Map();

/** The query from the URL, and the related items that it finds. */
export function useShownRelated({ id, deleted_at }: Item) {
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
  const tags = filters.states("tags");
  const all = found.data?.rows;
  const shown = useMemo(() => all?.filter((related) => related.id === id || hasTags(related, tags)), [all, tags, id]);
  /** The list does not contain the item itself; only the graph shows it. */
  const others = useMemo(() => shown?.filter((related) => related.id !== id), [shown, id]);
  const hidden = Math.max(0, (found.data?.total ?? 0) - (all?.length ?? 0));
  return { url, change, filters, found, all, shown, others, hidden };
}

export function useRelated(item: Item) {
  const { url, change, filters, found, all, shown, others, hidden } = useShownRelated(item);
  useFollowed(found, { relations: relatedRelations });
  const [types, statuses] = [useQuery(configTypes), useQuery(configStatuses)];
  const options = useMemo(
    () => ({
      configTypes: types.data?.map(({ type }) => ({ value: type, label: typeLabel(type) })),
      health: HEALTH,
      status: statuses.data?.map(({ status }) => ({ value: status })),
      // Only offers the tags of related items, because other tags would match nothing.
      tags: [...new Set(all?.flatMap((related) => Object.entries(related.tags ?? {}).map((tag) => printTag(...tag))))]
        .sort()
        .map((value) => ({ value })),
    }),
    [types.data, statuses.data, all],
  );
  const isAlone = others?.length === 0;
  return { url, change, filters, options, found, shown, others, isAlone, hidden };
}
