// The row counts of an item's tabs. The badge uses the same query as the list, so that both agree. The open tab uses
// the filters in the URL. The other tabs use their defaults, because the URL parameters have a different meaning there.
import { useQuery } from "@tanstack/react-query";
import { usePreference } from "#console/preference.ts";
import { showDeletedConfigs, useTimeZone } from "#console/preferences/preferences.ts";
import { useFollowed } from "#console/shell/use-followed.ts";
import { chosenPageSize, DEFAULT_PAGE_SIZE } from "#console/widgets/table/page-size.ts";
import { Count } from "#console/widgets/tabs/tab-look.tsx";
import type { TimeRange } from "#lib/time/time-range.ts";
import type { TriStates } from "#language/tri-state.ts";
import { changesPage, changeRelations } from "../changes/changes-query.ts";
import { NEWEST_FIRST, useChangesRequest } from "../changes/use-changes.ts";
import { insightsPage } from "../insights/insights-query.ts";
import { itemInsightsRequest, useInsightsRequest } from "../insights/use-insights.ts";
import type { Item } from "./item-query.ts";
import { relatedCount, relatedRelations } from "./relationships/related-query.ts";
import { defaultRelatedRequest, useShownRelated } from "./relationships/use-related.ts";

interface TabCountProps {
  item: Item;
  isOpen: boolean;
}

/** The size of the first page, so that the list finds its rows in the cache when the tab is opened. */
const usePageSize = () => usePreference(chosenPageSize) || DEFAULT_PAGE_SIZE;

/** `range` is the default time range of the tab; undefined until it is known. */
export const ChangesCount = ({ item, isOpen, range }: TabCountProps & { range: TimeRange | undefined }) =>
  range && (isOpen ? <ShownChanges item={item} range={range} /> : <DefaultChanges item={item} range={range} />);

function ShownChanges({ item: { id }, range }: { item: Item; range: TimeRange }) {
  const { request, view } = useChangesRequest({ id, range });
  return <Count of={useQuery(changesPage(request, view)).data?.total} within={periodOf(request.range)} />;
}

const NO_STATES: TriStates = new Map();
const NO_FILTERS = { states: () => NO_STATES, text: () => "" };

function DefaultChanges({ item: { id }, range }: { item: Item; range: TimeRange }) {
  const timeZone = useTimeZone();
  const isDeletedShown = usePreference(showDeletedConfigs);
  const pageSize = usePageSize();
  const related = { id, downstream: true, upstream: false };
  const query = useQuery(
    changesPage(
      { filters: NO_FILTERS, range, timeZone, isDeletedShown, of: related },
      { pageIndex: 0, pageSize, sort: NEWEST_FIRST },
    ),
  );
  useFollowed(query, { relations: changeRelations });
  return <Count of={query.data?.total} within={periodOf(range)} />;
}

/** The period of a range that ends now, such as 7d; undefined for others. */
const periodOf = (range: TimeRange) => (range.type === "relative" ? /^now-(\w+)$/.exec(range.range)?.[1] : undefined);

export const InsightsCount = ({ item, isOpen }: TabCountProps) =>
  isOpen ? <ShownInsights item={item} /> : <DefaultInsights item={item} />;

function ShownInsights({ item: { id } }: { item: Item }) {
  const { request } = useInsightsRequest({ id });
  return <Count of={useQuery(insightsPage(request)).data?.total} />;
}

function DefaultInsights({ item: { id } }: { item: Item }) {
  const pageSize = usePageSize();
  return <Count of={useQuery(insightsPage(itemInsightsRequest(id, pageSize))).data?.total} />;
}

export const RelatedCount = ({ item, isOpen }: TabCountProps) =>
  isOpen ? <ShownRelated item={item} /> : <DefaultRelated item={item} />;

function ShownRelated({ item }: { item: Item }) {
  const { others, hidden } = useShownRelated(item);
  return <Count of={others && others.length + hidden} />;
}

/** The count may include all items below, which is expensive, so it is refreshed slowly. */
const REFRESH_MS = 10_000;

function DefaultRelated({ item }: { item: Item }) {
  const isDeletedShown = usePreference(showDeletedConfigs);
  const counting = useQuery(relatedCount(defaultRelatedRequest(item, isDeletedShown)));
  useFollowed(counting, { relations: relatedRelations, everyMs: REFRESH_MS });
  // The number includes the item itself, so 1 is subtracted.
  return <Count of={counting.data === undefined ? undefined : Math.max(0, counting.data - 1)} />;
}
