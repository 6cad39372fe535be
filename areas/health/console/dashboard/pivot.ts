// A pivot: grouped rows, with a column for each value of a label or for each namespace.
import type { HealthUrl } from "../health-url.ts";
import { uptimeOf } from "../../model.ts";
import { type Check, checkLatency, groupUptime } from "./check.ts";
import { type Figure, healthRanks, mean, type Measure } from "./measure.ts";
import { groupHealth, tallyOf } from "./tally.ts";

export interface Pivot {
  by: { type: "namespace" } | { type: "label"; key: string };
  cell: HealthUrl["pivotCellType"];
}

/** Undefined without a pivot. */
export function pivotOf({ pivotBy, pivotLabel, pivotCellType }: HealthUrl): Pivot | undefined {
  if (pivotBy === "namespace") return { by: { type: "namespace" }, cell: pivotCellType };
  if (pivotBy === "none" || pivotLabel === "") return undefined;
  return { by: { type: "label", key: pivotLabel }, cell: pivotCellType };
}

export interface PivotColumn {
  id: string;
  title: string;
  /** Selects the checks of a row that belong to this column. */
  select(checks: readonly Check[]): readonly Check[];
}

/** Maximum number of columns. More columns would be unreadable and slow to render. */
export const MAX_COLUMNS = 60;

/** The column of all checks comes first, then the values in order, and checks without a value last. */
export function pivotColumns(checks: readonly Check[], { by }: Pivot): { columns: PivotColumn[]; left: number } {
  const read = ({ labels, namespace }: Check) => (by.type === "label" ? labels[by.key] : (namespace ?? undefined));
  const values = new Set(checks.map(read));
  const named = [...values].filter((value) => value !== undefined);
  const shown = named.sort((a, b) => a.localeCompare(b, "en", { numeric: true })).slice(0, MAX_COLUMNS);
  const column = (value: string | undefined, id: string, title: string): PivotColumn => ({
    id,
    title,
    select: (row) => row.filter((check) => read(check) === value),
  });
  return {
    columns: [
      { id: "aggregate", title: "All", select: (row) => row },
      ...shown.map((value) => column(value, `pivot:${value}`, value)),
      ...(values.has(undefined) ? [column(undefined, "other", "Other")] : []),
    ],
    left: named.length - shown.length,
  };
}

function figureOf(checks: readonly Check[], cell: Pivot["cell"], now: number): Figure {
  if (checks.length === 0) return undefined;
  if (cell === "checkStatuses") return healthRanks[groupHealth(tallyOf(checks, now))];
  return cell === "uptime" ? uptimeOf(groupUptime(checks)) : mean(checks, checkLatency);
}

/** The sort figure of each column. */
export const pivotMeasures = (columns: readonly PivotColumn[], { cell }: Pivot, now: number) =>
  Object.fromEntries(
    columns.map(({ id, select }): [string, Measure] => {
      const groupFigure = (checks: readonly Check[]) => figureOf(select(checks), cell, now);
      return [id, { groupFigure, checkFigure: (check) => groupFigure([check]) }];
    }),
  );
