import { type ReactNode, useLayoutEffect, useMemo, useRef, useState } from "react";
import { useTimeZone } from "#console/preferences/preferences.ts";
import { printDate } from "#lib/time/dates.ts";
import type { GraphPoint } from "../../contract.ts";
import { type Cell, type CellLook, cellsOf, describeCell } from "./strip.ts";

interface StatusStripProps {
  /** The heading, with the legend next to it. */
  header: (legend: ReactNode) => ReactNode;
  points: readonly GraphPoint[];
  span: { from: number; to: number };
  /** The minimum duration of a cell: the time between two runs, or between two data points. */
  minMs: number;
  /** Whether to show the times below the strip. Not needed above a chart, which shows the same times. */
  hasTimes: boolean;
}

/** The smallest width of a cell with its gap that is still distinguishable. */
const CELL = 7;

// Failed cells are taller than passed cells, and unknown cells are hollow, so that colour is not the only signal.
const looks: Record<CellLook, string> = {
  healthy: "h-3/5 bg-healthy",
  unhealthy: "h-full bg-unhealthy",
  mixed: "h-full bg-[linear-gradient(var(--unhealthy)_var(--share),var(--healthy)_var(--share))]",
  unchecked: "h-3/5 border border-dashed border-unchecked",
  maintenance: "h-3/5 bg-[repeating-linear-gradient(135deg,var(--unknown)_0_2px,transparent_2px_5px)]",
  none: "h-1/5 bg-line",
};

const words: Partial<Record<CellLook, string>> = {
  healthy: "Passed",
  unhealthy: "Failed",
  mixed: "Some failed",
  unchecked: "Could not be checked",
  maintenance: "Maintenance",
};

/** The runs of the span from left to right. */
export function StatusStrip({ header, points, span, minMs, hasTimes }: StatusStripProps) {
  const timeZone = useTimeZone();
  const place = useRef<HTMLDivElement>(null);
  const [maxCells, setMaxCells] = useState(60);
  useLayoutEffect(() => {
    const around = place.current;
    if (!around) return undefined;
    const measure = () => setMaxCells(Math.max(10, Math.min(150, Math.floor(around.clientWidth / CELL))));
    measure();
    const resized = new ResizeObserver(measure);
    resized.observe(around);
    return () => resized.disconnect();
  }, []);
  const { from, to } = span;
  const cells = useMemo(() => cellsOf(points, { from, to, minMs, maxCells }), [points, from, to, minMs, maxCells]);
  const time = (moment: number) => printDate(moment, "medium", { now: to, timeZone });
  const shown = (Object.keys(words) as CellLook[]).filter((look) => cells.some((cell) => cell.look === look));
  const total = cells.reduce(
    (sum, cell) => ({
      passed: sum.passed + cell.passed,
      failed: sum.failed + cell.failed,
      unchecked: sum.unchecked + cell.unchecked,
      inMaintenance: sum.inMaintenance + cell.inMaintenance,
    }),
    { passed: 0, failed: 0, unchecked: 0, inMaintenance: 0 },
  );
  return (
    <figure className="min-w-0">
      {header(
        <span className="flex flex-wrap gap-x-3 text-meta text-muted">
          {shown.map((look) => (
            <span key={look} className="inline-flex items-center gap-1.5">
              <span aria-hidden className="flex h-3 items-center">
                <span style={SAMPLE} className={`w-2 rounded-[2px] ${looks[look]}`} />
              </span>
              {words[look]}
            </span>
          ))}
        </span>,
      )}
      <div
        ref={place}
        role="img"
        aria-label={`Runs from ${time(from)} to ${time(to)}: ${describeCell(total)}`}
        className={`flex items-center gap-px ${hasTimes ? "h-5" : "h-3"}`}
      >
        {cells.map((cell) => (
          <span
            key={cell.from}
            title={`${time(cell.from)} – ${time(cell.to)}: ${describeCell(cell)}`}
            className="flex h-full min-w-0 flex-1 items-center"
          >
            <span style={shareOf(cell)} className={`w-full rounded-[2px] ${looks[cell.look]}`} />
          </span>
        ))}
      </div>
      {hasTimes && (
        <figcaption className="mt-1 flex items-center justify-between gap-x-4 text-meta text-muted tabular-nums">
          <span>{time(from)}</span>
          <span>{time(to)}</span>
        </figcaption>
      )}
    </figure>
  );
}

/** The red part of a cell: the share of failed runs, with a visible minimum. */
const shareOf = ({ passed, failed }: Cell) =>
  ({ "--share": `${Math.max(16, Math.round((100 * failed) / Math.max(1, passed + failed)))}%` }) as React.CSSProperties;
const SAMPLE = { "--share": "50%" } as React.CSSProperties;
