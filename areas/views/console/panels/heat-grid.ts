// Arranges the rows of a heat map in a grid: a calendar of weeks, or columns and rows for the values of `x` and `y`.
import type { ViewPanel } from "../../contract.ts";
import { figureOf, wordsOf } from "../values/figures.ts";
import { timeOf } from "./time-series.ts";

export interface HeatCell {
  /** The column and row of the cell, for the tooltip. */
  label: string;
  value: number;
}

export interface HeatGrid {
  rows: readonly string[];
  /** A cell without a value is undefined. The last week of a calendar ends with its last day. */
  columns: readonly { label: string; cells: readonly (HeatCell | undefined)[] }[];
  min: number;
  max: number;
}

const DAY = 86_400_000;
/** A year, with the week in which it ends. */
const YEAR_WEEKS = 53;
const YEAR_DAYS = 365;
const weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];

/** Undefined if the panel has no values. */
export function heatGridOf(
  { rows, heatmap }: Pick<ViewPanel, "rows" | "heatmap">,
  now = Date.now(),
): HeatGrid | undefined {
  const grid = heatmap?.mode === "compact" ? matrixOf(rows) : calendarOf(rows, Math.floor(now / DAY));
  const values = grid.columns.flatMap(({ cells }) => cells.flatMap((cell) => cell?.value ?? []));
  if (values.length === 0) return undefined;
  return {
    ...grid,
    ...values.reduce(({ min, max }, value) => ({ min: Math.min(min, value), max: Math.max(max, value) }), {
      min: Infinity,
      max: -Infinity,
    }),
  };
}

type Cells = Omit<HeatGrid, "min" | "max">;

/**
 * One column for each week of a year; dates are days in UTC. The year ends today, or with the last value if that is not
 * in the last year. It does not begin with the first value, so that days without a value are visible.
 */
function calendarOf(rows: ViewPanel["rows"], today: number): Cells {
  const days = new Map<number, number>();
  for (const row of rows) {
    const [time, value] = [timeOf(row["date"]), figureOf(row["value"] ?? row["count"])];
    if (time === undefined || value === undefined) continue;
    const day = Math.floor(time / DAY);
    days.set(day, (days.get(day) ?? 0) + value);
  }
  if (days.size === 0) return { rows: weekdays, columns: [] };
  const lastValue = [...days.keys()].reduce((last, day) => Math.max(last, day), -Infinity);
  const end = lastValue <= today && lastValue > today - YEAR_DAYS ? today : lastValue;
  const firstWeek = weekOf(end) - YEAR_WEEKS + 1;
  const columns = Array.from({ length: YEAR_WEEKS }, (_, index) => {
    const monday = mondayOf(firstWeek + index);
    return {
      label: monthAt(monday, index),
      cells: weekdays.slice(0, end - monday + 1).map((_day, weekday): HeatCell | undefined => {
        const value = days.get(monday + weekday);
        return value === undefined ? undefined : { label: isoDay(monday + weekday), value };
      }),
    };
  });
  return { rows: weekdays, columns };
}

/** 1970-01-01 was a Thursday; weeks begin on Mondays. */
const weekOf = (day: number) => Math.floor((day + 3) / 7);
const mondayOf = (week: number) => week * 7 - 3;
const isoDay = (day: number) => new Date(day * DAY).toISOString().slice(0, 10);

/**
 * The label of a column: the name of the month, for the first week of a month. The first column has it if the next
 * columns leave enough space.
 */
function monthAt(monday: number, index: number): string {
  const monthOf = (day: number) => isoDay(day).slice(0, 7);
  const isNew = index === 0 ? monthOf(monday) === monthOf(monday + 14) : monthOf(monday) !== monthOf(monday - 7);
  return isNew ? new Date(monday * DAY).toLocaleDateString("en", { month: "short", timeZone: "UTC" }) : "";
}

/**
 * Each value of `x` is a column and each value of `y` is a row, in the order of their first occurrence in the panel
 * rows.
 */
function matrixOf(rows: ViewPanel["rows"]): Cells {
  const known = rows.flatMap((row) => {
    const value = figureOf(row["value"] ?? row["count"]);
    return value === undefined ? [] : { x: wordsOf(row["x"]) ?? "None", y: wordsOf(row["y"]) ?? "None", value };
  });
  const lines = [...new Set(known.map(({ y }) => y))];
  const byColumn = Map.groupBy(known, ({ x }) => x);
  return {
    rows: lines,
    columns: [...byColumn].map(([x, cells]) => ({
      label: x,
      cells: lines.map((y): HeatCell | undefined => {
        const found = cells.filter((cell) => cell.y === y);
        return found.length === 0
          ? undefined
          : { label: `${x}, ${y}`, value: found.reduce((sum, { value }) => sum + value, 0) };
      }),
    })),
  };
}
