import { placeOf, type Timeline } from "./brush.ts";
import { barParts, type HistogramSeries } from "./counts.ts";

interface BarsProps {
  line: Timeline;
  series: readonly HistogramSeries[];
  /** The value at the top of the scale. */
  top: number;
}

/** The width of the view box in SVG units. It is large, so that rounded coordinates stay precise. */
const WIDTH = 10_000;

/** One stacked bar per bucket. */
export function Bars({ line, series, top: scale }: BarsProps) {
  return (
    <svg aria-hidden viewBox={`0 0 ${WIDTH} 100`} preserveAspectRatio="none" className="absolute inset-0 size-full">
      {line.buckets.flatMap(({ counts }, at) => {
        const { left, width } = placeOf(line, at);
        let top = 100;
        return barParts(counts, scale).flatMap((height, index) => {
          top -= height;
          return height === 0 ? (
            []
          ) : (
            <rect
              key={`${at} ${index}`}
              x={(left + 0.08 * width) * WIDTH}
              y={top}
              width={0.84 * width * WIDTH}
              height={height}
              fill={series[index]?.colour ?? "currentColor"}
            />
          );
        });
      })}
    </svg>
  );
}
