import type { ReactNode } from "react";
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
      <div
        key={index}
        className="grid grid-cols-[minmax(0,1fr)] gap-3 shell:grid-cols-2 min-[90rem]:grid-cols-3 min-[130rem]:grid-cols-4"
      >
        {run.map((panel, at) => (
          <PanelFrame key={at} {...panel} isWide={panel.type === "timeseries" || panel.type === "heatmap"}>
            {contents[panel.type]?.(panel)}
          </PanelFrame>
        ))}
      </div>
    ),
  );

/** Groups neighbouring panels that are small boxes, and neighbouring panels that are not. */
export function runsOf(panels: readonly ViewPanel[]): readonly (readonly ViewPanel[])[] {
  const runs: ViewPanel[][] = [];
  for (const panel of panels) {
    const last = runs.at(-1);
    if (last?.[0] && isStat(last[0]) === isStat(panel)) last.push(panel);
    else runs.push([panel]);
  }
  return runs;
}

/** A panel type that only a newer server knows has no content. */
const contents: Readonly<Partial<Record<ViewPanel["type"], (panel: ViewPanel) => ReactNode>>> = {
  piechart: (panel) => <PieChart panel={panel} />,
  gauge: (panel) => <Gauge panel={panel} />,
  bargauge: (panel) => <BarGauge panel={panel} />,
  table: (panel) => <PairList panel={panel} />,
  properties: (panel) => <PairList panel={panel} />,
  timeseries: (panel) => <TimeSeriesPanel panel={panel} />,
  heatmap: (panel) => <HeatMap panel={panel} />,
};
