import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { ErrorPage } from "#console/widgets/error/ErrorPage.tsx";
import { SlotContent, useSlot } from "#console/shell/Slot.tsx";
import { useUrl } from "#console/url/url-state.ts";
import { Skeleton } from "#console/widgets/Skeleton.tsx";
import { type Tab, Tabs } from "#console/widgets/tabs/Tabs.tsx";
import { NARROW_TABLE, useMedia } from "#console/widgets/use-media.ts";
import { type CheckDetail as Detail, graphOf } from "./check-query.ts";
import { spanUrl, TAB } from "./check-url.ts";
import { CheckNotices } from "./CheckNotices.tsx";
import { CheckStats } from "./CheckStats.tsx";
import { CheckTags } from "./CheckTitle.tsx";
import { HealthChart } from "./HealthChart.tsx";
import { History } from "./History.tsx";
import { Relationships } from "./Relationships.tsx";
import { relatedTo } from "./related.ts";
import { SpanChoice } from "./SpanChoice.tsx";
import { SpecTab } from "./SpecTab.tsx";
import { StatusStrip } from "./StatusStrip.tsx";

interface CheckDetailProps {
  check: Detail;
  span: string;
}

/** In windows with little height, the chart is in a tab. */
const TALL = "(min-height: 860px)";
const VERY_TALL = "(min-height: 992px)";

/** The details of a check, in the drawer and on its own page. */
export function CheckDetail({ check, span }: CheckDetailProps) {
  const isTall = useMedia(TALL);
  const isVeryTall = useMedia(VERY_TALL);
  const isPhone = useMedia(NARROW_TABLE);
  const [, change] = useUrl(spanUrl);
  const more = useSlot("check.tabs");
  const graph = useQuery(graphOf({ id: check.id, span, last: check.last_runtime }));
  const { data } = graph;
  const shown = data && { from: Date.parse(data.start), to: Date.parse(data.end) };
  const chart = (height: number) => (
    <HealthChart
      points={data?.status}
      span={shown}
      timeRange={span}
      error={graph.error}
      retry={() => void graph.refetch()}
      height={height}
    />
  );
  const header = (legend?: ReactNode) => (
    <div className="mb-2 flex flex-wrap items-center gap-x-4">
      <h2 className="font-medium">{isTall ? "Health Overview" : "Runs"}</h2>
      {/* If the chart is shown, it already contains this legend. */}
      {!isTall && legend}
      <span className="ml-auto">
        <SpanChoice span={span} change={(timeRange) => void change({ timeRange })} />
      </span>
    </div>
  );
  return (
    <div className="flex min-h-full flex-col gap-4">
      <CheckNotices check={check} />
      <CheckStats check={check} span={span} graph={data} isWaiting={graph.isPending} />
      <section aria-label="Runs" className="flex flex-col gap-2">
        {data && shown ? (
          <StatusStrip
            header={header}
            points={data.status}
            span={shown}
            hasTimes={!isTall}
            minMs={1000 * Math.max(check.interval_seconds ?? 0, data.bucket_seconds)}
          />
        ) : (
          <div>
            {header()}
            {graph.isError ? (
              <ErrorPage error={graph.error} retry={() => void graph.refetch()} isRetrying={graph.isFetching} />
            ) : (
              <Skeleton className="h-12 w-full" />
            )}
          </div>
        )}
        {isTall && !(graph.isError && !data) && chart(isVeryTall ? 180 : 116)}
      </section>
      {isPhone && <CheckTags check={check} />}
      {/* Fills the available height and scrolls its content, with a minimum height. */}
      <div className="relative min-h-80 flex-1">
        {/* On the page the row of tabs is as wide as the page, like the tabs of other pages. */}
        <div className="absolute inset-0 flex flex-col not-in-[[role=dialog]]:-mx-4 not-in-[[role=dialog]]:[&_[role=tabpanel]]:px-4">
          <Tabs
            label="Check"
            param={TAB}
            tabs={tabsOf({ check, span, chart: isTall ? undefined : chart(260), more })}
          />
        </div>
      </div>
    </div>
  );
}

interface TabsOf extends CheckDetailProps {
  chart: ReactNode;
  /** The tabs of other areas. */
  more: ReturnType<typeof useSlot<"check.tabs">>;
}

function tabsOf({ check, span, chart, more }: TabsOf): [Tab, ...Tab[]] {
  const related = relatedTo(check);
  return [
    { value: "history", label: "History", draw: () => <History check={check} span={span} /> },
    ...(chart ? [{ value: "graph", label: "Graph", draw: () => <div className="pt-4">{chart}</div> }] : []),
    { value: "spec", label: "Spec", draw: () => <SpecTab check={check} /> },
    {
      value: "relationships",
      label: "Relationships",
      count: related.length,
      draw: () => <Relationships related={related} />,
    },
    ...more.map((entry) => ({
      value: entry.title.toLowerCase().replaceAll(" ", "-"),
      label: entry.title,
      draw: () => <SlotContent entry={entry} of={{ id: check.id }} />,
    })),
  ];
}
