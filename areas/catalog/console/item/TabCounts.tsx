// How many rows each tab of an item lists: asked with the same question as its list, as it is shown while the tab is open, and as it
// opens otherwise. So a badge and the rows below it agree. Only the open tab reads the address: on others its words mean something else.
import { useQuery } from "@tanstack/react-query";
import { usePreference } from "#console/preference.ts";
import { showDeletedConfigs, useTimeZone } from "#console/preferences/preferences.ts";
import { useFollowed } from "#console/shell/use-followed.ts";
import { chosenPageSize, DEFAULT_PAGE_SIZE } from "#console/widgets/table/page-size.ts";
import { Count } from "#console/widgets/tabs/tab-look.tsx";
import type { TimeRange } from "#language/time-range.ts";
import type { TriStates } from "#language/tri-state.ts";
import { changesPage, ofChanges } from "../changes/changes-query.ts";
import { NEWEST_FIRST, useChangesAsked } from "../changes/use-changes.ts";
import { insightsPage } from "../insights/insights-query.ts";
import { askedOfItem, useInsightsAsked } from "../insights/use-insights.ts";
import type { Item } from "./item-query.ts";
import { relatedCount, relatedRelations } from "./relationships/related-query.ts";
import { askedUsually, useShownRelated } from "./relationships/use-related.ts";

interface TabCountProps {
  item: Item;
  isOpen: boolean;
}

/** The size of the first page, so that the list finds its rows in the cache when the tab is opened. */
const usePageSize = () => usePreference(chosenPageSize) || DEFAULT_PAGE_SIZE;

/** `range` is what the tab opens with; undefined until it is known. */
export const ChangesCount = ({ item, isOpen, range }: TabCountProps & { range: TimeRange | undefined }) =>
  range && (isOpen ? <ShownChanges item={item} range={range} /> : <UsualChanges item={item} range={range} />);

function ShownChanges({ item: { id }, range }: { item: Item; range: TimeRange }) {
  const { asked, view } = useChangesAsked({ id, range });
  return <Count of={useQuery(changesPage(asked, view)).data?.total} />;
}

const NO_STATES: TriStates = new Map();
const NO_FILTERS = { states: () => NO_STATES, text: () => "" };

function UsualChanges({ item: { id }, range }: { item: Item; range: TimeRange }) {
  const timeZone = useTimeZone();
  const isDeletedShown = usePreference(showDeletedConfigs);
  const pageSize = usePageSize();
  const of = { id, downstream: true, upstream: false };
  const query = useQuery(
    changesPage(
      { filters: NO_FILTERS, range, timeZone, isDeletedShown, of },
      { pageIndex: 0, pageSize, sort: NEWEST_FIRST },
    ),
  );
  useFollowed(query, { relations: ofChanges });
  return <Count of={query.data?.total} />;
}

export const InsightsCount = ({ item, isOpen }: TabCountProps) =>
  isOpen ? <ShownInsights item={item} /> : <UsualInsights item={item} />;

function ShownInsights({ item: { id } }: { item: Item }) {
  const { asked } = useInsightsAsked({ id });
  return <Count of={useQuery(insightsPage(asked)).data?.total} />;
}

function UsualInsights({ item: { id } }: { item: Item }) {
  const pageSize = usePageSize();
  return <Count of={useQuery(insightsPage(askedOfItem(id, pageSize))).data?.total} />;
}

export const RelatedCount = ({ item, isOpen }: TabCountProps) =>
  isOpen ? <ShownRelated item={item} /> : <UsualRelated item={item} />;

function ShownRelated({ item }: { item: Item }) {
  const { others, hidden } = useShownRelated(item);
  return <Count of={others && others.length + hidden} />;
}

/** Every item below it can be meant: it is counted again seldom. */
const SELDOM_MS = 10_000;

function UsualRelated({ item }: { item: Item }) {
  const isDeletedShown = usePreference(showDeletedConfigs);
  const counting = useQuery(relatedCount(askedUsually(item, isDeletedShown)));
  useFollowed(counting, { relations: relatedRelations, everyMs: SELDOM_MS });
  // Without the item itself.
  return <Count of={counting.data === undefined ? undefined : Math.max(0, counting.data - 1)} />;
}
