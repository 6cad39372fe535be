import { useCallback, useMemo } from "react";
import { Chart } from "#console/widgets/chart/Chart.tsx";
import type { ViewPanel } from "../../contract.ts";
import { printFigure } from "../values/figures.ts";
import { timeSeriesOf } from "./time-series.ts";

/** Values over time. */
export function TimeSeriesPanel({ panel }: { panel: ViewPanel }) {
  const { times, series, left } = useMemo(() => timeSeriesOf(panel), [panel]);
  const { style = "lines", unit, legend = true } = panel.timeseries ?? {};
  const print = useCallback((value: number) => printFigure(value, { unit }), [unit]);
  return (
    <>
      <Chart title={panel.name} times={times} series={series} look={style} print={print} hasLegend={legend} />
      {left > 0 && <p className="pl-2 text-meta text-muted">{left} more series are not shown.</p>}
    </>
  );
}
