// How many rows each tab of an item lists: asked with the same question as its list, as it is shown while the tab is open, and as it
// opens otherwise. So a badge and the rows below it agree.
import { useQuery } from "@tanstack/react-query";
import { useLocation } from "@tanstack/react-router";
import { usePreference } from "#console/preference.ts";
import { showDeletedConfigs, useTimeZone } from "#console/preferences/preferences.ts";
import { useFollowed } from "#console/shell/use-followed.ts";
import { printSearch } from "#console/url/search.ts";
import { printTimeParams, relativeRange, type TimeRange } from "#language/time-range.ts";
import type { TriStates } from "#language/tri-state.ts";
import { changesPage, ofChanges } from "../changes/changes-query.ts";
import { NEWEST_FIRST, useChangesAsked } from "../changes/use-changes.ts";
import { insightsPage } from "../insights/insights-query.ts";
import { askedOfItem, useInsightsAsked } from "../insights/use-insights.ts";
import { configPath } from "../parts/config-path.ts";
import type { Item } from "./item-query.ts";
import { relatedCount, relatedRelations } from "./relationships/related-query.ts";
import { askedUsually, useShownRelated } from "./relationships/use-related.ts";
import { useChangesRange } from "./use-changes-range.ts";

export interface CountedTab {
  href: string;
  /** Undefined until it is known. */
  count: number | undefined;
}

export function useTabCounts(item: Item): Record<"changes" | "insights" | "relationships", CountedTab> {
  const path = configPath(item.id);
  const open = useLocation({ select: ({ pathname }) => pathname });
  const range = useChangesRange(item.id);
  return {
    changes: {
      href: `${path}/changes${range ? printSearch(printTimeParams(range)) : ""}`,
      count: useChangesCount(item, range, open === `${path}/changes`),
    },
    insights: { href: `${path}/insights`, count: useInsightsCount(item, open === `${path}/insights`) },
    relationships: {
      href: `${path}/relationships`,
      count: useRelatedCount(item, open === `${path}/relationships`),
    },
  };
}

const ANY = relativeRange("now-7d");
const NO_STATES: TriStates = new Map();
const NO_FILTERS = { states: () => NO_STATES, text: () => "" };

function useChangesCount({ id }: Item, range: TimeRange | undefined, isOpen: boolean): number | undefined {
  const shown = useChangesAsked({ id });
  const timeZone = useTimeZone();
  const isDeletedShown = usePreference(showDeletedConfigs);
  const usual = {
    filters: NO_FILTERS,
    range: range ?? ANY,
    timeZone,
    isDeletedShown,
    of: { id, downstream: true, upstream: false },
  };
  const { pageSize } = shown.view;
  const query = useQuery({
    ...(isOpen
      ? changesPage(shown.asked, shown.view)
      : changesPage(usual, { pageIndex: 0, pageSize, sort: NEWEST_FIRST })),
    enabled: isOpen || range !== undefined,
  });
  useFollowed(query, { relations: ofChanges });
  return query.data?.total;
}

function useInsightsCount({ id }: Item, isOpen: boolean): number | undefined {
  const shown = useInsightsAsked({ id });
  return useQuery(insightsPage(isOpen ? shown.asked : askedOfItem(id, shown.view.pageSize))).data?.total;
}

/** Every item below it can be meant: it is counted again seldom. */
const SELDOM_MS = 10_000;

function useRelatedCount(item: Item, isOpen: boolean): number | undefined {
  const isDeletedShown = usePreference(showDeletedConfigs);
  const { others, hidden } = useShownRelated(item, { isShown: isOpen });
  const counting = useQuery({ ...relatedCount(askedUsually(item, isDeletedShown)), enabled: !isOpen });
  useFollowed(counting, { relations: isOpen ? NOTHING : relatedRelations, everyMs: SELDOM_MS });
  if (isOpen) return others && others.length + hidden;
  // Without the item itself.
  return counting.data === undefined ? undefined : Math.max(0, counting.data - 1);
}

const NOTHING: readonly string[] = [];
