// The runs of a span as a strip of cells, each a piece of the time: what ran in it, and the worst that came of it.
import type { GraphPoint } from "../../contract.ts";

export type CellLook = "healthy" | "unhealthy" | "mixed" | "unchecked" | "maintenance" | "none";

export interface Cell {
  from: number;
  to: number;
  look: CellLook;
  passed: number;
  failed: number;
  /** Runs that could not be made for a fault of ours. */
  unchecked: number;
  inMaintenance: number;
}

interface Span {
  from: number;
  to: number;
  /** Between two runs; a cell is no shorter, or every other one would be empty without anything having been missed. */
  intervalMs?: number | undefined;
  /** As many as there is room for. */
  most: number;
}

export function cellsOf(points: readonly GraphPoint[], { from, to, intervalMs = 0, most }: Span): Cell[] {
  const length = Math.max(1, to - from);
  const count = Math.max(1, Math.min(most, intervalMs > 0 ? Math.floor(length / intervalMs) : most));
  const step = length / count;
  const cells = Array.from({ length: count }, (_, at): Cell => {
    const begin = from + at * step;
    return {
      from: begin,
      to: begin + step,
      look: "none",
      passed: 0,
      failed: 0,
      unchecked: 0,
      inMaintenance: 0,
    };
  });
  for (const point of points) {
    const at = Math.floor((Date.parse(point.time) - from) / step);
    // Its bucket may have begun a little before the span, and the clocks of two machines differ.
    const cell = cells[Math.min(count - 1, Math.max(0, at))];
    if (!cell || Number.isNaN(at)) continue;
    cell.passed += point.passed;
    cell.failed += point.failed;
    cell.unchecked += point.could_not_check;
    cell.inMaintenance += point.in_maintenance;
  }
  for (const cell of cells) cell.look = lookOf(cell);
  return cells;
}

type Counts = Pick<Cell, "passed" | "failed" | "unchecked" | "inMaintenance">;

function lookOf({ passed, failed, unchecked, inMaintenance }: Counts): CellLook {
  if (failed > 0) return passed > 0 ? "mixed" : "unhealthy";
  if (passed > 0) return "healthy";
  if (inMaintenance > 0) return "maintenance";
  return unchecked > 0 ? "unchecked" : "none";
}

const runs = (count: number, words: string) => (count === 0 ? [] : [`${count.toLocaleString("en")} ${words}`]);

/** "5 passed, 1 failed". */
export const describeCell = ({ passed, failed, unchecked, inMaintenance }: Counts) =>
  [
    ...runs(passed, "passed"),
    ...runs(failed, "failed"),
    ...runs(unchecked, "could not be checked"),
    ...runs(inMaintenance, "in maintenance"),
  ].join(", ") || "No runs";
