import type { Bucket } from "./brush.ts";
import { barParts, type HistogramSeries } from "./counts.ts";

interface BarsProps {
  buckets: readonly Bucket[];
  series: readonly HistogramSeries[];
  highest: number;
}

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
        return barParts(counts, highest).flatMap((height, index) => {
          top -= height;
          return height === 0 ? (
            []
          ) : (
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
