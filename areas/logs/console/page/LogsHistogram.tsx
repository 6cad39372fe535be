import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { memo, useMemo } from "react";
import { ask } from "#console/client/call.ts";
import { messageOf } from "#console/client/failure.ts";
import { useTimeZone } from "#console/preferences/preferences.ts";
import { printSpan } from "#console/widgets/histogram/axis.ts";
import { widerSpan } from "#console/widgets/histogram/brush.ts";
import { TimeHistogram } from "#console/widgets/histogram/TimeHistogram.tsx";
import { Button } from "#console/widgets/Button.tsx";
import { IconButton } from "#console/widgets/IconButton.tsx";
import { Timestamp } from "#console/widgets/time/Timestamp.tsx";
import { useMedia } from "#console/widgets/use-media.ts";
import { absoluteRange, type TimeRange } from "#lib/time/time-range.ts";
import { logHistogram } from "../../contract.ts";
import { bodyOf, type LogRequest, spanOf } from "../search/request.ts";
import { bucketsOf, levelSeries, levelTimeline } from "../search/level-series.ts";

interface LogsHistogramProps {
  request: LogRequest;
  isLive: boolean;
  change: (range: TimeRange) => unknown;
}

/** Counting reads many lines, so a live view counts only at this interval, or less often if counting takes long. */
const LIVE_MS = 10_000;
const LIVE_TIMES = 20;
/** Maximum time for counting. Counting reads the files again, so the server stops after this time. */
const TIMEOUT_MS = 90_000;

/** The number of lines over time, by level. Dragging over a part of the histogram sets the time range of the page. */
export const LogsHistogram = memo(function LogsHistogram({ request, isLive, change }: LogsHistogramProps) {
  const timeZone = useTimeZone();
  const isNarrow = useMedia("(width < 50rem)");
  const query = useQuery({
    queryKey: ["call", logHistogram.method, logHistogram.path, request, isNarrow],
    queryFn: async ({ signal }) => {
      const span = spanOf(request);
      const startTime = performance.now();
      const { buckets, end } = bucketsOf(span, isNarrow ? 40 : 90);
      const body = { ...bodyOf(request, { ...span, end }), buckets };
      const counts = await ask(logHistogram, { body }, { signal, timeoutMs: TIMEOUT_MS });
      return { span, counts, tookMs: performance.now() - startTime };
    },
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    meta: { isExternal: true },
    refetchInterval: ({ state }) => isLive && Math.max(LIVE_MS, LIVE_TIMES * (state.data?.tookMs ?? 0)),
    retry: false,
  });
  const { data, isError, error, refetch, isPlaceholderData } = query;
  const line = useMemo(() => data && levelTimeline(data.counts, data.span.end, request.level), [data, request.level]);
  const show = (span: { from: number; to: number }) => {
    const { from, to } = printSpan(span, timeZone);
    change(absoluteRange(from, to));
  };
  const zoomOut = () => {
    if (data) show(widerSpan({ from: data.span.start, to: data.span.end }, Date.now()));
  };
  const reached = data?.counts.reached;
  return (
    // While the next response is loading, the histogram still shows the previous range.
    <div aria-busy={isPlaceholderData} className="shrink-0 pb-2 transition-opacity aria-busy:opacity-50">
      <TimeHistogram
        title="Lines"
        series={levelSeries}
        buckets={line?.buckets}
        end={line?.end ?? 0}
        onBrush={show}
        action={
          <>
            {reached !== undefined && data !== undefined && Date.parse(reached) > data.span.start && (
              <span className="pt-1 pr-2 text-muted max-shell:hidden">
                Counted since <Timestamp at={reached} format="timestamp" />
              </span>
            )}
            {isNarrow ? (
              <IconButton icon="zoom-out" size="small" label="Zoom out" onClick={zoomOut} />
            ) : (
              <Button look="quiet" icon="zoom-out" onClick={zoomOut}>
                Zoom out
              </Button>
            )}
          </>
        }
        {...(isError &&
          !data && { error: `Lines cannot be counted. ${messageOf(error)}`, retry: () => void refetch() })}
      />
    </div>
  );
});
