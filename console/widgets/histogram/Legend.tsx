import { type Bucket, brushedCounts } from "./brush.ts";
import { type HistogramSeries, sumOf } from "./counts.ts";

interface LegendProps {
  title: string;
  series: readonly HistogramSeries[];
  buckets: readonly Bucket[];
}

/** The total number and the number of each series. */
export function Legend({ title, series, buckets }: LegendProps) {
  const sums = brushedCounts({ anchor: 0, head: buckets.length - 1 }, buckets, series.length);
  const total = sumOf(sums);
  return (
    <span className="flex min-w-0 gap-x-3 overflow-hidden max-shell:flex-wrap max-shell:gap-x-2">
      <span className="tabular-nums">
        <span className="font-medium">{total.toLocaleString("en")}</span> {title.toLowerCase()}
      </span>
      {series
        .map((entry, index) => ({ ...entry, count: sums[index]! }))
        .filter(({ count }) => count > 0)
        .map(({ label, colour, count }) => (
          <span key={label} className="flex items-center gap-1 text-muted tabular-nums">
            <span aria-hidden className="size-2 rounded-xs" style={{ background: colour }} />
            {label} {count.toLocaleString("en")}
          </span>
        ))}
    </span>
  );
}
