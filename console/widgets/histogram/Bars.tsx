import type { Bucket } from "./brush.ts";
import type { HistogramSeries } from "./counts.ts";

interface BarsProps {
  buckets: readonly Bucket[];
  series: readonly HistogramSeries[];
  highest: number;
}

/** Of what is there a sliver always shows: one among thousands may be the one that matters. */
const SLIVER = 3;

/** One bar for each bucket, its series one on the other. */
export function Bars({ buckets, series, highest }: BarsProps) {
  return (
    <svg
      aria-hidden
      viewBox={`0 0 ${Math.max(1, buckets.length)} 100`}
      preserveAspectRatio="none"
      className="absolute inset-0 size-full"
    >
      {buckets.flatMap(({ counts }, at) => {
        let top = 100;
        return counts.flatMap((count, index) => {
          if (count === 0) return [];
          const height = Math.max(SLIVER, (96 * count) / highest);
          top = Math.max(0, top - height);
          return (
            <rect
              key={`${at} ${index}`}
              x={at + 0.08}
              y={top}
              width={0.84}
              height={height}
              fill={series[index]?.colour ?? "currentColor"}
            />
          );
        });
      })}
    </svg>
  );
}
