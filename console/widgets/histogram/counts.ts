// What the buckets of a histogram hold, in figures and in words.
import { printMinute } from "#language/dates.ts";
import { type Brush, brushedCounts, brushedSpan, type Bucket } from "./brush.ts";

export interface HistogramSeries {
  label: string;
  /** A colour of the theme: `var(--unhealthy)`. */
  colour: string;
}

export const sumOf = (counts: readonly number[]) => counts.reduce((sum, count) => sum + count, 0);

interface Described {
  brush: Brush;
  buckets: readonly Bucket[];
  bucketMs: number;
  series: readonly HistogramSeries[];
  timeZone: string;
}

/** "2026-11-15 10:00 to 10:30: 12, of which 3 Critical, 9 Info". */
export function describe({ brush, buckets, bucketMs, series, timeZone }: Described): string | undefined {
  const span = brushedSpan(brush, buckets, bucketMs);
  if (!span) return undefined;
  const [from, to] = [printMinute(span.from, timeZone), printMinute(span.to, timeZone)];
  const end = from.slice(0, 10) === to.slice(0, 10) ? to.slice(11) : to;
  return `${from} to ${end}: ${countWords(brushedCounts(brush, buckets, series.length), series)}`;
}

export const describeAll = (buckets: readonly Bucket[], series: readonly HistogramSeries[]) =>
  countWords(brushedCounts({ anchor: 0, head: Math.max(0, buckets.length - 1) }, buckets, series.length), series);

function countWords(counts: readonly number[], series: readonly HistogramSeries[]): string {
  const total = sumOf(counts);
  if (total === 0) return "none";
  const parts = series.flatMap(({ label }, index) =>
    counts[index] ? `${counts[index].toLocaleString("en")} ${label}` : [],
  );
  return `${total.toLocaleString("en")}, of which ${parts.join(", ")}`;
}
