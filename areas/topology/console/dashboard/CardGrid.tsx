import { type ReactNode, Suspense, useMemo, useRef, useState } from "react";
import { usePreference } from "#console/preference.ts";
import { cardWidth } from "#console/preferences/preferences.ts";
import { ErrorPage } from "#console/widgets/error/ErrorPage.tsx";
import { lazyPart } from "#console/widgets/lazy-part.tsx";
import { CardsSkeleton } from "#console/widgets/skeleton/Skeletons.tsx";
import { useGrowingLimit, useGrowth } from "#console/widgets/table/growth.ts";
import { localAgent } from "#language/local-agent.ts";
import { useCardLinks } from "../card/card-links.ts";
import { ComponentCard } from "../card/ComponentCard.tsx";
import { CardMenu } from "./CardMenu.tsx";
import { useHeldOrder } from "./held-order.ts";
import type { TopologyDashboard } from "./use-topology.ts";

// Loaded on demand, because only a search needs it.
const DeeperMatches = lazyPart(async () => (await import("./DeeperMatches.tsx")).DeeperMatches);

interface CardGridProps {
  dashboard: TopologyDashboard;
  empty: ReactNode;
}

/**
 * The number of cards that are drawn at first, which fill about one screen. More cards are drawn before the end of the
 * page comes into view.
 */
const FIRST = 8;
const AHEAD_PX = 900;

/** The components as cards of the preferred width, with as many per row as fit. */
export function CardGrid({ dashboard, empty }: CardGridProps) {
  const { of, query, components, viewKey, agentNames, distinctions, carried, filters } = dashboard;
  const width = usePreference(cardWidth);
  const scroller = useRef<HTMLDivElement>(null);
  // The cards of the previous filters stay until the new cards are loaded.
  const [loadedView, setLoadedView] = useState(viewKey);
  if (loadedView !== viewKey && !query.isPlaceholderData) setLoadedView(viewKey);
  const { limit, grow } = useGrowingLimit(FIRST, loadedView);
  const { shown, pointer } = useHeldOrder(components, viewKey);
  const more = useMemo(() => ({ hasMore: (shown?.length ?? 0) > limit, grow }), [shown, limit, grow]);
  const end = useGrowth({ more, scroller, count: limit, isFetching: false, ahead: AHEAD_PX });
  const links = useCardLinks({ query: carried, of });
  return (
    <div ref={scroller} className="min-h-0 flex-1 overflow-y-auto px-4 pt-1 pb-4">
      {query.isError && !components && (
        <ErrorPage error={query.error} retry={() => void query.refetch()} isRetrying={query.isFetching} />
      )}
      {!query.isError && !components && <CardsSkeleton label="the topology" cards={12} />}
      {components?.length === 0 && empty}
      <ul
        aria-label="Components"
        style={{ gridTemplateColumns: `repeat(auto-fill, minmax(min(100%, ${width}px), ${width}px))` }}
        className="grid items-start gap-3 empty:hidden"
        {...pointer}
      >
        {shown?.slice(0, limit).map(({ item, isGone }) => (
          <li key={item.id} className={isGone ? "opacity-50" : undefined}>
            {isGone && <span className="sr-only">No longer in this list: </span>}
            <ComponentCard
              component={item}
              links={links}
              agentName={item.agent_id === localAgent ? undefined : agentNames.get(item.agent_id)}
              distinction={distinctions.get(item.id)}
              menu={<CardMenu component={item} href={links.component(item)} />}
            />
          </li>
        ))}
      </ul>
      {filters.text("search").trim() !== "" && (
        <Suspense>
          <DeeperMatches dashboard={dashboard} />
        </Suspense>
      )}
      <div ref={end} className="h-px" />
    </div>
  );
}
