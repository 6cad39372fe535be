import type { Column } from "#console/widgets/table/column.ts";
import { uptimeOf } from "../../model.ts";
import { type Check, checkLatency, checkUptime, groupUptime, healthAt } from "./check.ts";
import { useKnownClock } from "./frozen-clock.ts";
import { LatencyText, nameColumn, runsText, UptimeText } from "./health-columns.tsx";
import { HealthMark, tallyWords } from "./HealthMark.tsx";
import { mean } from "./measure.ts";
import type { Pivot, PivotColumn } from "./pivot.ts";
import { countedOf, groupHealth, type Tally, tallyOf } from "./tally.ts";

/** The table of a pivot: the names, and a column per value. */
export const pivotTableColumns = (columns: readonly PivotColumn[], { cell }: Pivot): readonly Column<Check>[] => [
  nameColumn(280),
  ...columns.map(({ id, title, select }): Column<Check> => ({
    id,
    title,
    width: 112,
    value: (check) => valueOf(select([check]), cell),
    cell: (check) => <PivotCell checks={select([check])} cell={cell} />,
    groupCell: ({ rows }) => <PivotCell checks={select(rows)} cell={cell} />,
  })),
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
}

/** Empty where a row has no checks in the column. */
function PivotCell({ checks, cell }: PivotCellProps) {
  if (checks.length === 0) return null;
  switch (cell) {
    case "checkStatuses":
      return <PivotHealth checks={checks} />;
    case "uptime":
      return <UptimeText uptime={uptimeOf(groupUptime(checks))} title={runsText(groupUptime(checks))} />;
    case "latency":
      return <LatencyText millis={mean(checks, checkLatency)} />;
  }
}

/** The share of passing checks among the checks that are not paused and not in maintenance. */
function PivotHealth({ checks }: { checks: readonly Check[] }) {
  const printed = useKnownClock((now) => JSON.stringify(tallyOf(checks, now)));
  const tally = JSON.parse(printed) as Tally;
  const size = countedOf(tally);
  const text = size > 1 ? { text: `${tally.healthy.toLocaleString("en")}/${size.toLocaleString("en")}` } : {};
  return <HealthMark health={groupHealth(tally)} {...text} title={tallyWords(tally)} />;
}
