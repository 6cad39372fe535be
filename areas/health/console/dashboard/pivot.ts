// A pivot: rows as they are grouped, one column for each value of a label or for each namespace.
import type { HealthUrl } from "../health-url.ts";
import { uptimeOf } from "../../model.ts";
import { type Check, checkLatency, groupUptime } from "./check.ts";
import { type Figure, healthRanks, mean, type Measure } from "./measure.ts";
import { groupHealth, tallyOf } from "./tally.ts";

export interface Pivot {
  by: { type: "namespace" } | { type: "label"; key: string };
  cell: HealthUrl["pivotCellType"];
}

/** Undefined while there is none. */
export function pivotOf({ pivotBy, pivotLabel, pivotCellType }: HealthUrl): Pivot | undefined {
  if (pivotBy === "namespace") return { by: { type: "namespace" }, cell: pivotCellType };
  if (pivotBy === "none" || pivotLabel === "") return undefined;
  return { by: { type: "label", key: pivotLabel }, cell: pivotCellType };
}

export interface PivotColumn {
  id: string;
  title: string;
  /** The checks of a row that belong here. */
  of(checks: readonly Check[]): readonly Check[];
}

/** More cannot be read, and would take longer to draw than all the rest. */
export const MOST_COLUMNS = 60;

/** All together first, then the values in their order, and at last what has none. */
export function pivotColumns(checks: readonly Check[], { by }: Pivot): { columns: PivotColumn[]; left: number } {
  const read = ({ labels, namespace }: Check) => (by.type === "label" ? labels[by.key] : (namespace ?? undefined));
  const values = new Set(checks.map(read));
  const named = [...values].filter((value) => value !== undefined);
  const shown = named.sort((a, b) => a.localeCompare(b, "en", { numeric: true })).slice(0, MOST_COLUMNS);
  const column = (value: string | undefined, id: string, title: string): PivotColumn => ({
    id,
    title,
    of: (row) => row.filter((check) => read(check) === value),
  });
  return {
    columns: [
      { id: "aggregate", title: "All", of: (row) => row },
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

/** What each column is sorted by. */
export const pivotMeasures = (columns: readonly PivotColumn[], { cell }: Pivot, now: number) =>
  Object.fromEntries(
    columns.map(({ id, of }): [string, Measure] => {
      const ofGroup = (checks: readonly Check[]) => figureOf(of(checks), cell, now);
      return [id, { ofGroup, ofCheck: (check) => ofGroup([check]) }];
    }),
  );
