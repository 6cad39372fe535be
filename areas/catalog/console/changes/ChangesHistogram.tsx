import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { messageOf } from "#console/client/failure.ts";
import { useTimeZone } from "#console/preferences/preferences.ts";
import { useFollowed } from "#console/shell/use-followed.ts";
import { Button } from "#console/widgets/Button.tsx";
import { IconButton } from "#console/widgets/IconButton.tsx";
import { printSpan } from "#console/widgets/histogram/axis.ts";
import { widerSpan } from "#console/widgets/histogram/brush.ts";
import { TimeHistogram } from "#console/widgets/histogram/TimeHistogram.tsx";
import { useMedia } from "#console/widgets/use-media.ts";
import { absoluteRange, type TimeRange } from "#lib/time/time-range.ts";
import type { ChangesRequest } from "./changes-body.ts";
import { histogramOf, changeRelations } from "./changes-query.ts";
import { severitySeries, severityTimeline } from "./severity-series.ts";

interface ChangesHistogramProps {
  request: ChangesRequest;
  change: (range: TimeRange) => void;
}

/** Counting the changes of a long range is expensive, so the histogram follows new changes slowly. */
const REFRESH_MS = 5000;

/**
 * The maximum number of bars, the same for all screens, so that people see the same counts on a phone. 30 days are 61
 * bars of 12 hours, which also fit on a phone.
 */
const BARS = 64;

/**
 * The number of changes over time, by severity. Dragging over a part of the histogram sets the time range of the page.
 */
export function ChangesHistogram({ request, change }: ChangesHistogramProps) {
  const timeZone = useTimeZone();
  const isNarrow = useMedia("(width < 50rem)");
  const query = useQuery(histogramOf(request, BARS));
  const { data, dataUpdatedAt, isError, error, refetch, isPlaceholderData } = query;
  useFollowed(query, { relations: changeRelations, everyMs: REFRESH_MS });
  // A relative range ends at the current time of the server; other ranges may end in the future.
  const isUntilNow = request.range.type === "relative";
  const line = useMemo(
    () => data && severityTimeline(data, isUntilNow ? Date.parse(data.to) : dataUpdatedAt),
    [data, isUntilNow, dataUpdatedAt],
  );
  const show = (span: { from: number; to: number }) => {
    const { from, to } = printSpan(span, timeZone);
    change(absoluteRange(from, to));
  };
  const zoomOut = () => {
    if (data) show(widerSpan({ from: Date.parse(data.from), to: Date.parse(data.to) }, Date.now()));
  };
  return (
    // While the next response is loading, the histogram still shows the previous range.
    <div aria-busy={isPlaceholderData} className="transition-opacity aria-busy:opacity-50">
      <TimeHistogram
        title="Changes"
        series={severitySeries}
        buckets={line?.buckets}
        end={line?.end ?? 0}
        onBrush={show}
        action={
          isNarrow ? (
            <IconButton icon="zoom-out" size="small" label="Zoom out" onClick={zoomOut} />
          ) : (
            <Button look="quiet" icon="zoom-out" onClick={zoomOut}>
              Zoom out
            </Button>
          )
        }
        {...(isError && !data && { error: messageOf(error), retry: () => void refetch() })}
      />
    </div>
  );
}
