// The bars of the histogram, stacked by level. The most severe level is at the bottom, where bars are easiest to
// compare.
import type { Bucket, Timeline } from "#console/widgets/histogram/brush.ts";
import type { HistogramSeries } from "#console/widgets/histogram/counts.ts";
import { isShown, type Span } from "./request.ts";
import type { Severity } from "#lib/logs/severity.ts";
import type { LogCounts } from "../../contract.ts";

interface Level extends HistogramSeries {
  severities: readonly string[];
}

const levels: readonly Level[] = [
  { label: "Fatal", colour: "var(--unchecked)", severities: ["fatal"] },
  { label: "Error", colour: "var(--unhealthy)", severities: ["error"] },
  { label: "Warning", colour: "var(--warning)", severities: ["warning"] },
  { label: "Info", colour: "color-mix(in oklch, var(--chart-1) 65%, var(--canvas))", severities: ["info"] },
  {
    label: "Debug",
    colour: "color-mix(in oklch, var(--unknown) 55%, var(--canvas))",
    severities: ["debug", "trace"],
  },
  { label: "No level", colour: "color-mix(in oklch, var(--unknown) 30%, var(--canvas))", severities: ["unknown"] },
];

export const levelSeries: readonly HistogramSeries[] = levels;

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const steps = [
  ...[1, 2, 5, 10, 15, 30].map((count) => count * SECOND),
  ...[1, 2, 5, 10, 15, 30].map((count) => count * MINUTE),
  ...[1, 2, 3, 6, 12].map((count) => count * HOUR),
  ...[1, 2, 7, 14, 30].map((count) => count * DAY),
];

/**
 * The number of bars for a range, and the end of the last bar. Bars have round durations, so the last bar may extend
 * beyond the range.
 */
export function bucketsOf({ start, end }: Span, max: number): { buckets: number; end: number } {
  const length = Math.max(SECOND, end - start);
  const step = steps.find((each) => length / each <= max) ?? Math.ceil(length / max / DAY) * DAY;
  const buckets = Math.ceil(length / step);
  return { buckets, end: start + buckets * step };
}

/** All bars up to the end of the range, including empty bars. */
export function levelTimeline({ start, interval, buckets }: LogCounts, end: number, level: Severity | ""): Timeline {
  const from = Date.parse(start);
  const count = Math.max(1, Math.ceil((end - from) / interval));
  const all = Array.from({ length: count }, (_, index): Bucket & { counts: number[] } => ({
    at: from + index * interval,
    counts: levels.map(() => 0),
  }));
  for (const { time, severity, count: found } of buckets) {
    const bucket = all[Math.floor((Date.parse(time) - from) / interval)];
    const at = levels.findIndex(({ severities }) => severities.includes(severity));
    if (bucket && isShown(severity, level)) bucket.counts[at < 0 ? levels.length - 1 : at]! += found;
  }
  return { buckets: all, end };
}
