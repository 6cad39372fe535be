import { useEffect, useMemo, useRef, useState } from "react";
import { useTimeZone } from "#console/preferences/preferences.ts";
import { printTimestamp } from "#lib/time/dates.ts";
import { printNumber } from "#lib/text/numbers.ts";
import { Button } from "../Button.tsx";
import { ChartSkeleton } from "../skeleton/Skeletons.tsx";
import { StatusMark } from "../StatusMark.tsx";
import type { Plot, PlotOptions } from "./plot.ts";
import { type ChartSeries, colourOf, dashOf } from "./series.ts";

export interface ChartProps {
  /** The accessible name, together with the time span and the extremes. */
  title: string;
  /** Milliseconds since 1970, ascending. Undefined while they load. */
  times: readonly number[] | undefined;
  series: readonly ChartSeries[];
  look?: PlotOptions["look"];
  /** Formats a value. */
  print?: (value: number) => string;
  /**
   * Formats the times of the axis. Default: clock and day. Pass a stable function, because a new function redraws the
   * chart.
   */
  printTime?: (moment: number) => string;
  /** The time span of the axis, if it is longer than the data. */
  span?: { from: number; to: number };
  height?: number;
  /** False hides the legend, which also shows the values at the pointer. */
  hasLegend?: boolean;
  error?: string | undefined;
  retry?: () => void;
}

/**
 * Values over time, as lines or points. The legend shows the values at the pointer, so that no tooltip covers the
 * chart.
 */
export function Chart(props: ChartProps) {
  const { title, times, series, height = 200, error, retry } = props;
  if (error !== undefined) {
    return (
      <div role="alert" style={{ height }} className="flex flex-col items-center justify-center gap-2 text-center">
        <span className="flex items-center gap-2">
          <StatusMark meaning="unhealthy" />
          {error}
        </span>
        {retry && (
          <Button icon="refresh-cw" onClick={retry}>
            Try again
          </Button>
        )}
      </div>
    );
  }
  if (!times) return <ChartSkeleton label={title} height={height} />;
  if (times.length === 0 || series.length === 0) {
    return (
      <div
        style={{ height }}
        className="flex items-center justify-center rounded-md border border-dashed border-line text-muted"
      >
        No data available
      </div>
    );
  }
  return <LoadedChart {...props} times={times} height={height} />;
}

interface LoadedChartProps extends ChartProps {
  times: readonly number[];
  height: number;
}

function LoadedChart({
  title,
  times,
  series,
  look = "lines",
  print = printNumber,
  printTime,
  span,
  height,
  hasLegend = true,
}: LoadedChartProps) {
  const timeZone = useTimeZone();
  const container = useRef<HTMLDivElement>(null);
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const [at, setAt] = useState<number | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const { from, to } = span ?? {};
  const shown = useMemo(() => series.filter(({ label }) => !hidden.has(label)), [series, hidden]);

  useEffect(() => {
    let plot: Plot | undefined;
    let isWanted = true;
    import("./plot.ts").then(
      ({ startPlot }) =>
        (plot =
          isWanted && container.current
            ? startPlot(container.current, {
                times,
                series,
                shown,
                look,
                print,
                printTime,
                height,
                timeZone,
                span: from === undefined || to === undefined ? undefined : { from, to },
                onPoint: setAt,
              })
            : undefined),
      () => isWanted && setFailed(true),
    );
    return () => {
      isWanted = false;
      plot?.stop();
    };
  }, [times, series, shown, look, print, printTime, from, to, height, timeZone]);

  if (hasFailed) return <Chart title={title} times={times} series={series} error="The chart could not be loaded." />;
  const toggle = (label: string) => {
    const next = new Set(hidden);
    if (!next.delete(label)) next.add(label);
    setHidden(next);
  };
  return (
    <figure className="min-w-0">
      <div ref={container} role="img" aria-label={summary(title, times, series, print, timeZone)} style={{ height }} />
      <figcaption
        hidden={!hasLegend}
        className="mt-1 flex min-h-6 flex-wrap items-center gap-x-4 gap-y-1 pl-2 text-meta"
      >
        {series.map(({ label, values, meaning }, index) => {
          const value = at === null ? values.findLast((each) => each !== null) : values[at];
          return (
            <button
              key={label}
              type="button"
              aria-pressed={!hidden.has(label)}
              title={`Show or hide ${label}`}
              onClick={() => toggle(label)}
              className="flex min-h-6 max-w-full min-w-0 items-center gap-1.5 rounded-sm not-aria-pressed:opacity-60"
            >
              <span aria-hidden style={{ color: `var(--${meaning ?? colourOf(index)})` }} className="flex">
                <Sample look={look} meaning={meaning} isDashed={!meaning && dashOf(index) !== undefined} />
              </span>
              <span className="truncate text-muted">{label}</span>
              <span className="tabular-nums">{value === null || value === undefined ? "–" : print(value)}</span>
            </button>
          );
        })}
        <span className="ml-auto text-muted tabular-nums">
          {at === null ? "" : printTimestamp(times[at] ?? 0, timeZone).slice(0, -4)}
        </span>
      </figcaption>
    </figure>
  );
}

interface SampleProps {
  look: PlotOptions["look"];
  meaning: ChartSeries["meaning"];
  isDashed: boolean;
}

const Sample = ({ look, meaning, isDashed }: SampleProps) => (
  <svg width={12} height={12} viewBox="0 0 12 12">
    {look === "bars" ? (
      <path d="M1 6h3v6H1zm4-4h3v10H5zm4 6h3v4H9z" fill="currentColor" />
    ) : look !== "points" ? (
      <path d="M0 6h12" stroke="currentColor" strokeWidth={2.5} strokeDasharray={isDashed ? "5 2" : undefined} />
    ) : meaning === "unhealthy" ? (
      <path d="m2.500 2.500 7 7m0-7-7 7" stroke="currentColor" strokeWidth={2} />
    ) : (
      <circle cx={6} cy={6} r={3.5} fill="currentColor" />
    )}
  </svg>
);

function summary(
  title: string,
  times: readonly number[],
  series: readonly ChartSeries[],
  print: (value: number) => string,
  timeZone: string,
) {
  const ends = [times[0] ?? 0, times.at(-1) ?? 0].map((time) => printTimestamp(time, timeZone).slice(0, -4));
  const each = series.map(({ label, values }) => {
    const known = values.filter((value) => value !== null);
    if (known.length === 0) return `${label}: no data`;
    return `${label}: ${print(Math.min(...known))} to ${print(Math.max(...known))}`;
  });
  return `${title}, ${ends.join(" to ")}. ${each.join("; ")}.`;
}
