// The counts of a histogram as bar heights and in words.
import { printMinute } from "#lib/time/dates.ts";
import { type Brush, brushedCounts, brushedSpan, type Bucket, type Timeline } from "./brush.ts";

export interface HistogramSeries {
  label: string;
  /** A colour of the theme: `var(--unhealthy)`. */
  colour: string;
}

export const sumOf = (counts: readonly number[]) => counts.reduce((sum, count) => sum + count, 0);

/** The minimum height of a part, so that a single item among thousands is visible. */
const MIN_HEIGHT = 3;

/**
 * The value at the top of the scale: a round number, so that the label is readable. A single item fills half of the
 * height.
 */
export function topOfScale(highest: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, highest)));
  return Math.max(
    2,
    [1, 2, 3, 4, 5, 6, 8, 10].map((step) => step * power).find((top) => top >= highest)!,
  );
}

/** The height of each part of a bar in percent, on a linear scale from 0 to `top`. */
export function barParts(counts: readonly number[], top: number): number[] {
  const parts = counts.map((count) => (count === 0 ? 0 : Math.max(MIN_HEIGHT, (100 * count) / top)));
  const excess = sumOf(parts) / 100;
  return excess > 1 ? parts.map((part) => part / excess) : parts;
}

interface DescribeOptions {
  brush: Brush;
  line: Timeline;
  series: readonly HistogramSeries[];
  timeZone: string;
}

/** A description such as "2026-11-15 10:00 to 10:30: 12, of which 3 Critical, 9 Info". */
export function describe({ brush, line, series, timeZone }: DescribeOptions): string | undefined {
  const span = brushedSpan(brush, line);
  if (!span) return undefined;
  const [from, to] = [printMinute(span.from, timeZone), printMinute(span.to, timeZone)];
  const end = from.slice(0, 10) === to.slice(0, 10) ? to.slice(11) : to;
  return `${from} to ${end}: ${countWords(brushedCounts(brush, line.buckets, series.length), series)}`;
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
