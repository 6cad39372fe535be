import type { Column } from "#console/widgets/table/column.ts";
import { uptimeOf } from "../../model.ts";
import { type Check, checkLatency, checkUptime, groupUptime, healthAt } from "./check.ts";
import { useKnownClock } from "./frozen-clock.ts";
import { LatencyText, nameColumn, narrowName, runsText, UptimeText } from "./health-columns.tsx";
import { HealthMark, tallyWords } from "./HealthMark.tsx";
import { mean } from "./measure.ts";
import type { Pivot, PivotColumn } from "./pivot.ts";
import { countedOf, groupHealth, type Tally, tallyOf } from "./tally.ts";

/**
 * The table of a pivot: the names, and a column per value. On a phone, which has no titles above the cells, a group
 * shows only the first column, which counts all its checks, and a check shows each value with its title.
 */
export const pivotTableColumns = (
  columns: readonly PivotColumn[],
  { cell }: Pivot,
  isNarrow: boolean,
): readonly Column<Check>[] => [
  isNarrow ? { ...nameColumn(320), ...narrowName } : nameColumn(320),
  ...columns.map(({ id, title, select }, index): Column<Check> => {
    const draw = (checks: readonly Check[]) => checks.length > 0 && <PivotCell checks={checks} cell={cell} />;
    return {
      id,
      title,
      width: 112,
      ...(index === 0 && { narrow: "status" }),
      value: (check) => valueOf(select([check]), cell),
      cell: (check) => draw(select([check])) || null,
      narrowCell: (check) => {
        const drawn = draw(select([check]));
        return drawn ? (
          <span>
            {index > 0 && `${title} `}
            {drawn}
          </span>
        ) : null;
      },
      groupCell: ({ rows }) => (isNarrow && index > 0 ? null : draw(select(rows)) || null),
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
}

function PivotCell({ checks, cell }: PivotCellProps) {
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
