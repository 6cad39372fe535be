import { useVirtualizer } from "@tanstack/react-virtual";
import { useLayoutEffect, useMemo, useRef, useState } from "react";
import { ErrorPage } from "#console/widgets/error/ErrorPage.tsx";
import { CardsSkeleton } from "#console/widgets/skeleton/Skeletons.tsx";
import { stripsOf } from "./card-strips.ts";
import { CheckCard } from "./CheckCard.tsx";
import type { ChecksProps } from "./ChecksTable.tsx";
import { GroupHealthCell } from "./HealthMark.tsx";
import { useFailureReasons, useRecentResults } from "./recent-results.ts";

const CARD_WIDTH = 264;
const GAP = 8;
const HEIGHTS = { cards: 84, group: 40 };

/** Shows the checks as cards, with as many per row as fit. Only the visible cards are rendered. */
export function CardList({ dashboard, toolbar, empty, hrefOf, open }: ChecksProps) {
  const { summary, arrangement } = dashboard;
  const scroller = useRef<HTMLDivElement>(null);
  const perRow = usePerRow(scroller);
  const strips = useMemo(() => stripsOf(arrangement?.lines ?? [], perRow), [arrangement, perRow]);
  // The React compiler could not memoise this result, but this project does not use the compiler.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useVirtualizer({
    count: strips.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => HEIGHTS[strips[index]?.type ?? "cards"],
    getItemKey: (index) => strips[index]?.key ?? index,
    overscan: 4,
  });
  const items = virtualizer.getVirtualItems();
  const shown = items.flatMap(({ index }) => {
    const strip = strips[index];
    return strip?.type === "cards" ? strip.checks : [];
  });
  const results = useRecentResults(shown, open !== undefined);
  const reasons = useFailureReasons(shown, open !== undefined);
  return (
    <div className="flex h-full min-h-0 flex-col gap-2 p-4 pb-0">
      <div className="shrink-0">{toolbar}</div>
      <div
        ref={scroller}
        className="relative max-h-[calc(100vh-14rem)] min-h-0 flex-1 overflow-y-auto shell:max-h-[calc(100vh-10rem)]"
      >
        {summary.isError && !arrangement && (
          <ErrorPage error={summary.error} retry={() => void summary.reload()} isRetrying={summary.isFetching} />
        )}
        {!summary.isError && !arrangement && <CardsSkeleton label="checks" cards={12} />}
        {arrangement?.lines.length === 0 && empty}
        <ul aria-label="Checks" style={{ height: virtualizer.getTotalSize() }} className="relative">
          {items.map(({ index, key, start, size }) => {
            const strip = strips[index];
            if (!strip) return null;
            const place = { transform: `translateY(${start}px)`, height: size };
            return strip.type === "group" ? (
              <li key={key} style={place} className="absolute inset-x-0 flex items-end gap-3 pb-1.5">
                <h2 className="min-w-0 truncate font-medium">{strip.title}</h2>
                <GroupHealthCell checks={strip.checks} />
              </li>
            ) : (
              <li key={key} style={place} className="absolute inset-x-0">
                <ul className="grid gap-2" style={{ gridTemplateColumns: `repeat(${perRow}, minmax(0, 1fr))` }}>
                  {strip.checks.map((check) => (
                    <li key={check.id}>
                      <CheckCard
                        check={check}
                        isLoaded={results !== undefined}
                        results={results?.get(check.id)}
                        error={reasons.get(check.id)}
                        hrefOf={hrefOf}
                        open={open}
                      />
                    </li>
                  ))}
                </ul>
              </li>
            );
          })}
        </ul>
      </div>
    </div>
  );
}

function usePerRow(scroller: React.RefObject<HTMLElement | null>): number {
  const [perRow, setPerRow] = useState(1);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
    const count = () => setPerRow(Math.max(1, Math.floor((element.clientWidth + GAP) / (CARD_WIDTH + GAP))));
    count();
    const resized = new ResizeObserver(count);
    resized.observe(element);
    return () => resized.disconnect();
  }, [scroller]);
  return perRow;
}
