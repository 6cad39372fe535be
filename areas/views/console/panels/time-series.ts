// Converts the rows of a time series to the lines of a chart.
import type { ChartSeries } from "#console/widgets/chart/series.ts";
import { readDate } from "#lib/time/dates.ts";
import type { ViewPanel } from "../../contract.ts";
import { figureOf, type PanelRow, wordsOf } from "../values/figures.ts";

/** Times are dates, or milliseconds or seconds since 1970. */
export function timeOf(value: unknown): number | undefined {
  const figure = figureOf(value);
  if (figure !== undefined) return figure < SECONDS_BELOW ? figure * 1000 : figure;
  return typeof value === "string" ? readDate(value) : undefined;
}

/** Smaller numbers are seconds: as milliseconds they would be times before 1974. */
const SECONDS_BELOW = 1e11;
/** The maximum number of lines. A chart with more lines is hard to read. */
const MAX_SERIES = 20;

export interface TimeSeries {
  times: readonly number[];
  series: readonly ChartSeries[];
  /** The number of series that are not shown. */
  left: number;
}

/** Draws one line for each combination of label values. All columns except the time and the value are labels. */
export function timeSeriesOf({ name, rows, timeseries }: Pick<ViewPanel, "name" | "rows" | "timeseries">): TimeSeries {
  const { timeKey = "time", valueKey = "value" } = timeseries ?? {};
  const lines = new Map<string, Map<number, number>>();
  for (const row of rows) {
    const [time, value] = [timeOf(row[timeKey]), figureOf(row[valueKey])];
    if (time === undefined || value === undefined) continue;
    const label = labelOf(row, [timeKey, valueKey]) || name;
    const line = lines.get(label) ?? new Map<number, number>();
    lines.set(label, line.set(time, value));
  }
  const shown = [...lines].slice(0, MAX_SERIES);
  const times = [...new Set(shown.flatMap(([, line]) => [...line.keys()]))].sort((a, b) => a - b);
  return {
    times,
    series: shown.map(([label, line]) => ({ label, values: times.map((time) => line.get(time) ?? null) })),
    left: lines.size - shown.length,
  };
}

/** The server adds `label` and `value` to the rows as copies of other columns. */
function labelOf(row: PanelRow, keys: readonly string[]): string {
  const own = Object.keys(row).filter((key) => !keys.includes(key) && key !== "label" && key !== "value");
  const parts = own.flatMap((key) => (typeof row[key] === "object" ? [] : (wordsOf(row[key]) ?? [])));
  if (parts.length > 0) return parts.join(", ");
  const label = row["label"];
  return typeof label === "string" && !keys.some((key) => row[key] === label) ? label : "";
}
