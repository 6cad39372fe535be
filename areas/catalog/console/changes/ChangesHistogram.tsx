import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { messageOf } from "#console/client/failure.ts";
import { useTimeZone } from "#console/preferences/preferences.ts";
import { useFollowed } from "#console/shell/use-followed.ts";
import { IconButton } from "#console/widgets/IconButton.tsx";
import { widerSpan } from "#console/widgets/histogram/brush.ts";
import { TimeHistogram } from "#console/widgets/histogram/TimeHistogram.tsx";
import { useMedia } from "#console/widgets/use-media.ts";
import { absoluteRange, type TimeRange } from "#language/time-range.ts";
import { printSpan } from "./brushed-range.ts";
import type { ChangesAsked } from "./changes-body.ts";
import { histogramOf, ofChanges } from "./changes-query.ts";
import { severitySeries, severityTimeline } from "./severity-series.ts";

interface ChangesHistogramProps {
  asked: ChangesAsked;
  change: (range: TimeRange) => void;
}

/** Every change of a long time is counted for it. */
const SELDOM_MS = 5000;

/** When how much changed, and how bad it was. A part of the time that is marked becomes the time range of the page. */
export function ChangesHistogram({ asked, change }: ChangesHistogramProps) {
  const timeZone = useTimeZone();
  const isNarrow = useMedia("(width < 50rem)");
  const query = useQuery(histogramOf(asked, isNarrow ? 40 : 80));
  const { data, dataUpdatedAt, isError, error, refetch, isPlaceholderData } = query;
  useFollowed(query, { relations: ofChanges, everyMs: SELDOM_MS });
  // A distance from now ends now by the server's clock; other ranges may end later.
  const isUntilNow = asked.range.type === "relative";
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
    // What it shows until the next answer is there is of another time.
    <div aria-busy={isPlaceholderData} className="transition-opacity aria-busy:opacity-50">
      <TimeHistogram
        title="Changes"
        series={severitySeries}
        buckets={line?.buckets}
        end={line?.end ?? 0}
        onBrush={show}
        action={<IconButton icon="zoom-out" size="small" label="Zoom out" onClick={zoomOut} />}
        {...(isError && !data && { error: messageOf(error), retry: () => void refetch() })}
      />
    </div>
  );
}
