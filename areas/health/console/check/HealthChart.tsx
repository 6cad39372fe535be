import { useCallback, useMemo } from "react";
import { messageOf } from "#console/client/failure.ts";
import { useTimeZone } from "#console/preferences/preferences.ts";
import { Chart } from "#console/widgets/chart/Chart.tsx";
import { printLatency } from "#lib/time/duration.ts";
import { axisTime } from "./axis-time.ts";
import type { GraphPoint } from "../../contract.ts";

interface HealthChartProps {
  points: readonly GraphPoint[] | undefined;
  span: { from: number; to: number } | undefined;
  /** The requested time range. */
  timeRange: string;
  error: unknown;
  retry: () => void;
  height?: number;
}

/** A chart of the run durations, with failed runs marked. */
export function HealthChart({ points, span, timeRange, error, retry, height = 180 }: HealthChartProps) {
  const timeZone = useTimeZone();
  const { times, series } = useMemo(() => seriesOf(points), [points]);
  const printTime = useCallback((moment: number) => axisTime(moment, timeRange, timeZone), [timeRange, timeZone]);
  return (
    <Chart
      title="Health Overview"
      times={times}
      series={series}
      look="points"
      print={printLatency}
      printTime={printTime}
      height={height}
      {...(span && { span })}
      {...(error && !points ? { error: messageOf(error, "The graph could not be loaded."), retry } : {})}
    />
  );
}

function seriesOf(points: readonly GraphPoint[] | undefined) {
  // Runs without a result have no meaningful duration.
  const measured = points
    ?.filter(({ duration }) => duration !== null)
    .toSorted((a, b) => Date.parse(a.time) - Date.parse(b.time));
  const values = (is: (point: GraphPoint) => boolean) =>
    measured?.map((point) => (is(point) ? Math.round(point.duration!) : null)) ?? [];
  const all = [
    { label: "Passed", values: values(({ status }) => status === true), meaning: "healthy" as const },
    {
      label: "Failed",
      values: values(({ status, passed }) => status === false && passed === 0),
      meaning: "unhealthy" as const,
    },
    {
      label: "Some failed",
      values: values(({ status, passed }) => status === false && passed > 0),
      meaning: "warning" as const,
    },
    { label: "In maintenance", values: values(({ status }) => status === null), meaning: "unknown" as const },
  ];
  return {
    times: measured?.map(({ time }) => Date.parse(time)),
    series: all.filter((each) => each.values.some((value) => value !== null)),
  };
}
