import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { messageOf } from "#console/client/failure.ts";
import { useTimeZone } from "#console/preferences/preferences.ts";
import { IconButton } from "#console/widgets/IconButton.tsx";
import { widerSpan } from "#console/widgets/histogram/brush.ts";
import { TimeHistogram } from "#console/widgets/histogram/TimeHistogram.tsx";
import { useMedia } from "#console/widgets/use-media.ts";
import { absoluteRange, type TimeRange } from "#language/time-range.ts";
import { printSpan } from "./brushed-range.ts";
import type { ChangesAsked } from "./changes-body.ts";
import { histogramOf } from "./changes-query.ts";
import { severityBuckets, severitySeries } from "./severity-series.ts";

interface ChangesHistogramProps {
  asked: ChangesAsked;
  change: (range: TimeRange) => void;
}

/** When how much changed, and how bad it was. A part of the time that is marked becomes the time range of the page. */
export function ChangesHistogram({ asked, change }: ChangesHistogramProps) {
  const timeZone = useTimeZone();
  const isNarrow = useMedia("(width < 50rem)");
  const { data, isError, error, refetch } = useQuery(histogramOf(asked, isNarrow ? 40 : 80));
  const buckets = useMemo(() => data && severityBuckets(data), [data]);
  const show = (span: { from: number; to: number }) => {
    const { from, to } = printSpan(span, timeZone);
    change(absoluteRange(from, to));
  };
  const zoomOut = () => {
    if (data) show(widerSpan({ from: Date.parse(data.from), to: Date.parse(data.to) }, Date.now()));
  };
  return (
    <div className="relative">
      <TimeHistogram
        title="Changes"
        series={severitySeries}
        buckets={buckets}
        bucketMs={(data?.bucket_seconds ?? 0) * 1000}
        onBrush={show}
        {...(isError && !data && { error: messageOf(error), retry: () => void refetch() })}
      />
      {data && (
        <IconButton
          icon="zoom-out"
          size="small"
          label="Zoom out"
          onClick={zoomOut}
          className="absolute top-0 right-0 bg-canvas"
        />
      )}
    </div>
  );
}
