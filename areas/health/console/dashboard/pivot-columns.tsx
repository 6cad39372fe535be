import type { Column } from "#console/widgets/table/column.ts";
import { uptimeOf } from "../../model.ts";
import { type Check, checkLatency, checkUptime, groupUptime, healthAt } from "./check.ts";
import { LatencyText, nameColumn, narrowName, runsText, UptimeText } from "./health-columns.tsx";
import { GroupHealthCell } from "./HealthMark.tsx";
import { mean } from "./measure.ts";
import type { Pivot, PivotColumn } from "./pivot.ts";

/**
 * The table of a pivot: the names, and a column per value. On a phone, which has no titles above the cells, the first
 * line of a row shows the value of all its checks, and the second line shows the other values with their titles.
 */
export const pivotTableColumns = (
  columns: readonly PivotColumn[],
  { cell }: Pivot,
  isNarrow: boolean,
): readonly Column<Check>[] => [
  isNarrow ? { ...nameColumn(320), ...narrowName } : nameColumn(320),
  ...columns.map(({ id, title, select }, index): Column<Check> => {
    const isFirst = index === 0;
    const draw = (checks: readonly Check[], isBrief = false) =>
      checks.length > 0 && <PivotCell checks={checks} cell={cell} isBrief={isBrief} />;
    const drawTitled = (checks: readonly Check[]) =>
      checks.length > 0 ? (
        <span>
          {title} {draw(checks)}
        </span>
      ) : null;
    return {
      id,
      title,
      width: 112,
      ...(isFirst ? { narrow: "status" } : isNarrow && { isInGroupLine: true }),
      value: (check) => valueOf(select([check]), cell),
      cell: (check) => draw(select([check])) || null,
      narrowCell: (check) => (isFirst ? draw(select([check])) || null : drawTitled(select([check]))),
      groupCell: ({ rows }) => (isNarrow && !isFirst ? drawTitled(select(rows)) : draw(select(rows), isNarrow) || null),
    };
  }),
];

/** The value in exported files. */
function valueOf([check]: readonly Check[], cell: Pivot["cell"]) {
  if (!check) return undefined;
  if (cell === "checkStatuses") return healthAt(check, Date.now());
  return cell === "uptime" ? checkUptime(check) : checkLatency(check);
}

interface PivotCellProps {
  checks: readonly Check[];
  cell: Pivot["cell"];
  /** Leaves out the words of the health, to leave space for a long name. */
  isBrief: boolean;
}

function PivotCell({ checks, cell, isBrief }: PivotCellProps) {
  switch (cell) {
    case "checkStatuses":
      return <GroupHealthCell checks={checks} isBrief={isBrief} />;
    case "uptime":
      return <UptimeText uptime={uptimeOf(groupUptime(checks))} title={runsText(groupUptime(checks))} />;
    case "latency":
      return <LatencyText millis={mean(checks, checkLatency)} />;
  }
}
