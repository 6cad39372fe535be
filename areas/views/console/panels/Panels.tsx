import type { CSSProperties, ReactNode } from "react";
import type { ViewPanel } from "../../contract.ts";
import { BarGauge } from "./BarGauge.tsx";
import { Gauge } from "./Gauge.tsx";
import { HeatMap } from "./HeatMap.tsx";
import { PairList } from "./PairList.tsx";
import { PanelFrame } from "./PanelFrame.tsx";
import { PieChart } from "./PieChart.tsx";
import { isStat, Stats } from "./Stats.tsx";
import { TimeSeriesPanel } from "./TimeSeriesPanel.tsx";

/** The panels in the order of the spec. Neighbouring number, duration and text panels share a row of small boxes. */
export const Panels = ({ panels }: { panels: readonly ViewPanel[] }) =>
  runsOf(panels).map((run, index) =>
    run.every(isStat) ? (
      <div key={index} className="grid grid-cols-[repeat(auto-fit,minmax(min(10rem,100%),1fr))] gap-3">
        {run.map((panel, at) => (
          <Stats key={at} panel={panel} />
        ))}
      </div>
    ) : (
      <div key={index} className="grid grid-cols-[minmax(0,1fr)] gap-3 shell:grid-cols-12">
        {spanStyles(run).map((style, at) => (
          <div
            key={at}
            style={style}
            className="flex min-w-0 shell:col-span-(--two) min-[90rem]:col-span-(--three) min-[130rem]:col-span-(--four)"
          >
            <OnePanel panel={run[at]!} />
          </div>
        ))}
      </div>
    ),
  );

const OnePanel = ({ panel }: { panel: ViewPanel }) =>
  isStat(panel) ? <Stats panel={panel} /> : <PanelFrame {...panel}>{contents[panel.type]?.(panel)}</PanelFrame>;

/**
 * Groups neighbouring panels that are small boxes, and neighbouring panels that are not. A single small box would fill a
 * row, so it joins the panels after it, or before it if it is the last panel.
 */
export function runsOf(panels: readonly ViewPanel[]): readonly (readonly ViewPanel[])[] {
  const runs: ViewPanel[][] = [];
  for (const panel of panels) {
    const last = runs.at(-1);
    if (last?.[0] && isStat(last[0]) === isStat(panel)) last.push(panel);
    else runs.push([panel]);
  }
  return runs.reduce<ViewPanel[][]>((joined, run) => {
    const last = joined.at(-1);
    if (last && (isSingleBox(last) || isSingleBox(run))) last.push(...run);
    else joined.push([...run]);
    return joined;
  }, []);
}

const isSingleBox = (run: readonly ViewPanel[]) => run.length === 1 && isStat(run[0]!) && run[0]!.rows.length <= 1;

const GRID_COLUMNS = 12;
const isWide = ({ type }: Pick<ViewPanel, "type">) => type === "timeseries" || type === "heatmap";

/**
 * The number of grid columns of each panel, if at most `perRow` panels share a row. The panels of a row always fill it.
 * A wide panel counts as two and is twice as wide as the others.
 */
export function spansOf(panels: readonly Pick<ViewPanel, "type">[], perRow: number): readonly number[] {
  const rows: number[][] = [[]];
  for (const panel of panels) {
    const weight = isWide(panel) ? 2 : 1;
    if (sumOf(rows.at(-1)!) + weight > perRow) rows.push([]);
    rows.at(-1)!.push(weight);
  }
  return rows.flatMap((row) => row.map((weight) => (GRID_COLUMNS * weight) / sumOf(row)));
}

const sumOf = (weights: readonly number[]) => weights.reduce((sum, weight) => sum + weight, 0);

/** The spans of each panel on screens of three widths. */
function spanStyles(run: readonly ViewPanel[]): readonly CSSProperties[] {
  const [two, three, four] = [spansOf(run, 2), spansOf(run, 3), spansOf(run, 4)];
  return run.map((_, at) => ({ "--two": two[at], "--three": three[at], "--four": four[at] }) as CSSProperties);
}

/** Panel types that only a newer server supports are missing here and have no content. */
const contents: Readonly<Partial<Record<ViewPanel["type"], (panel: ViewPanel) => ReactNode>>> = {
  piechart: (panel) => <PieChart panel={panel} />,
  gauge: (panel) => <Gauge panel={panel} />,
  bargauge: (panel) => <BarGauge panel={panel} />,
  table: (panel) => <PairList panel={panel} />,
  properties: (panel) => <PairList panel={panel} />,
  timeseries: (panel) => <TimeSeriesPanel panel={panel} />,
  heatmap: (panel) => <HeatMap panel={panel} />,
};
