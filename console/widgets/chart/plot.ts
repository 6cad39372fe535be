// Draws charts with uPlot. Loaded with the first chart.
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { printDay, printTimestamp } from "#lib/time/dates.ts";
import { barSpan, type ChartSeries, colourOf, dashOf } from "./series.ts";

export interface PlotOptions {
  times: readonly number[];
  series: readonly ChartSeries[];
  /** The series that are not hidden. */
  shown: readonly ChartSeries[];
  look: "lines" | "area" | "bars" | "points";
  print: (value: number) => string;
  printTime?: ((moment: number) => string) | undefined;
  span?: { from: number; to: number } | undefined;
  height: number;
  timeZone: string;
  /** Receives the index of the time at the pointer, or null when the pointer leaves the chart. */
  onPoint: (index: number | null) => void;
}

export interface Plot {
  stop(): void;
}

/** Draws into the container until `stop` is called; redraws when the size or the theme changes. */
export function startPlot(container: HTMLElement, options: PlotOptions): Plot {
  let plot = draw(container, options);
  const redraw = () => {
    plot.destroy();
    plot = draw(container, options);
  };
  const themed = new MutationObserver(redraw);
  themed.observe(document.documentElement, { attributeFilter: ["data-theme"] });
  const sized = new ResizeObserver(() => plot.setSize({ width: container.clientWidth, height: options.height }));
  sized.observe(container);
  return {
    stop() {
      themed.disconnect();
      sized.disconnect();
      plot.destroy();
      options.onPoint(null);
    },
  };
}

function draw(container: HTMLElement, options: PlotOptions) {
  const { times, series, shown, look, print, printTime, height, timeZone, onPoint } = options;
  const span = options.span ?? (look === "bars" ? barSpan(times) : undefined);
  const style = getComputedStyle(document.documentElement);
  const token = (name: string) => style.getPropertyValue(`--${name}`).trim();
  const axis = {
    stroke: token("muted"),
    font: `11px ${getComputedStyle(document.body).fontFamily}`,
    grid: { stroke: token("line"), width: 1 },
    ticks: { show: false },
  };
  const lines = series
    .map((each, index) => ({ each, index }))
    .filter(({ each }) => shown.includes(each))
    .map(({ each, index }): { each: ChartSeries; options: uPlot.Series } => {
      const colour = token(each.meaning ?? colourOf(index));
      const common = { label: each.label, stroke: colour, width: 1.5 };
      return {
        each,
        options:
          look !== "points"
            ? {
                ...common,
                ...dashed(each.meaning ? undefined : dashOf(index)),
                points: { show: times.length < 2 && look !== "bars" },
                ...(look !== "lines" && { fill: translucent(colour, look === "bars" ? 0.6 : 0.15) }),
                ...(look === "bars" && { paths: uPlot.paths.bars!({ size: [0.7, 48] }) }),
              }
            : { ...common, fill: colour, points: { show: false }, paths: pointsOf(each.meaning === "unhealthy") },
      };
    });
  const plot = new uPlot(
    {
      width: Math.max(1, container.clientWidth),
      height,
      legend: { show: false },
      cursor: { y: false, points: { size: 7 }, drag: { x: false, y: false } },
      tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), timeZone),
      scales: {
        ...(span && { x: { range: (): [number, number] => [span.from / 1000, span.to / 1000] } }),
        y: { range: { min: { pad: 0.1, soft: 0, mode: 1 }, max: { pad: 0.1 } } },
      },
      axes: [
        {
          ...axis,
          size: printTime ? 26 : 40,
          space: 72,
          values: printTime ? labelsWith(printTime) : timeLabels(timeZone),
        },
        { ...axis, size: 56, space: 32, values: (_plot, values) => values.map(print) },
      ],
      series: [{}, ...lines.map(({ options }) => options)],
      hooks: { setCursor: [(self) => onPoint(self.cursor.idx ?? null)] },
    },
    [times.map((time) => time / 1000), ...lines.map(({ each }) => [...each.values])],
    container,
  );
  return plot;
}

/** A colour of the theme, which is written as oklch(l c h), with some transparency. */
const translucent = (colour: string, opacity: number) => colour.replace(/\)$/, ` / ${opacity})`);

const dashed = (dash: [number, number] | undefined) => (dash ? { dash } : {});

const labelsWith =
  (printTime: (moment: number) => string): uPlot.Axis.DynamicValues =>
  (_plot, splits) =>
    splits.map((seconds) => printTime(seconds * 1000));

/** Prints times of day, with the date at the first label and at each new day; only dates if the steps are days. */
const timeLabels =
  (timeZone: string): uPlot.Axis.DynamicValues =>
  (_plot, splits, _axis, _space, step) => {
    let lastDay = "";
    return splits.map((seconds) => {
      const day = printDay(seconds * 1000, timeZone);
      if (step >= 86_400) return day;
      const clock = printTimestamp(seconds * 1000, timeZone).slice(11, step < 60 ? 19 : 16);
      const isNewDay = day !== lastDay;
      lastDay = day;
      return isNewDay ? `${clock}\n${day}` : clock;
    });
  };

/** Draws each value as a disc, or as a cross if it failed, so that colour is not the only signal. */
const pointsOf =
  (isCross: boolean): uPlot.Series.PathBuilder =>
  (plot, seriesIndex, from, to) => {
    const path = new Path2D();
    const radius = 2.5 * devicePixelRatio;
    const [times, values] = [plot.data[0], plot.data[seriesIndex] ?? []];
    for (let index = from; index <= to; index += 1) {
      const value = values[index];
      const time = times[index];
      if (value === null || value === undefined || time === undefined) continue;
      const [x, y] = [plot.valToPos(time, "x", true), plot.valToPos(value, "y", true)];
      if (isCross) {
        path.moveTo(x - radius, y - radius);
        path.lineTo(x + radius, y + radius);
        path.moveTo(x + radius, y - radius);
        path.lineTo(x - radius, y + radius);
      } else {
        path.moveTo(x + radius, y);
        path.arc(x, y, radius, 0, 2 * Math.PI);
      }
    }
    return { stroke: path, fill: isCross ? null : path };
  };
