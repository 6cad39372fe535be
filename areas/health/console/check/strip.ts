// Divides a time range into the cells of a strip, each with its runs and their worst result.
import type { GraphPoint } from "../../contract.ts";

export type CellLook = "healthy" | "unhealthy" | "mixed" | "unchecked" | "maintenance" | "none";

export interface Cell {
  from: number;
  to: number;
  look: CellLook;
  passed: number;
  failed: number;
  /** The number of runs that failed because of an error in Quarterdeck itself. */
  unchecked: number;
  inMaintenance: number;
}

interface Span {
  from: number;
  to: number;
  /** The time between two runs or data points. Shorter cells would be empty although no run was missed. */
  minMs?: number | undefined;
  /** Number of cells that fit. */
  maxCells: number;
}

export function cellsOf(points: readonly GraphPoint[], { from, to, minMs = 0, maxCells }: Span): Cell[] {
  const length = Math.max(1, to - from);
  const count = Math.max(1, Math.min(maxCells, minMs > 0 ? Math.floor(length / minMs) : maxCells));
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
    // The bucket may begin slightly before the span, and the clocks of two machines differ.
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

/** Returns a description such as "5 passed, 1 failed". */
export const describeCell = ({ passed, failed, unchecked, inMaintenance }: Counts) =>
  [
    ...runs(passed, "passed"),
    ...runs(failed, "failed"),
    ...runs(unchecked, "could not be checked"),
    ...runs(inMaintenance, "in maintenance"),
  ].join(", ") || "No runs";
