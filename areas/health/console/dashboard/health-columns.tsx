// The columns of the health table and of its pivot. The rows come arranged.
import type { Column } from "#console/widgets/table/column.ts";
import { Elapsed } from "#console/widgets/time/Elapsed.tsx";
import { printLatency } from "#language/duration.ts";
import { displayName, uptimeOf } from "../../model.ts";
import {
  type Check,
  checkLatency,
  checkUptime,
  groupUptime,
  healthAt,
  isRecentTransition,
  uptimeText,
} from "./check.ts";
import { CheckName, GroupName } from "./CheckName.tsx";
import { useKnownClock } from "./frozen-clock.ts";
import { CheckHealthCell, GroupHealthCell } from "./HealthMark.tsx";
import { latestTransition, mean } from "./measure.ts";
import { RowRuns, RowUptime } from "./RowFigures.tsx";
import { uptimeSpans } from "../uptime-spans.ts";

export const nameColumn = (hasNamespace: boolean, minWidth = 176): Column<Check> => ({
  id: "name",
  title: "Checks",
  isName: true,
  minWidth,
  value: displayName,
  cell: (check) => <CheckName check={check} hasNamespace={hasNamespace} />,
  groupCell: ({ value, rows }) => <GroupName title={String(value)} checks={rows} hasNamespace={hasNamespace} />,
});

interface Room {
  hasNamespace: boolean;
  /** On a narrow screen name and health fill the width, so that no column is cut. */
  isNarrow: boolean;
  /** Whether the runs and uptimes of rows can be requested (RowFigures.tsx). */
  hasFigures: boolean;
}

export const healthColumns = ({ hasNamespace, isNarrow, hasFigures }: Room): readonly Column<Check>[] =>
  allColumns({ hasNamespace, isNarrow }).filter(({ id }) => hasFigures || !figureColumns.has(id));

const figureColumns = new Set(["runs", ...uptimeSpans.map(({ id }) => `uptime_${id}`)]);

const allColumns = ({ hasNamespace, isNarrow }: Omit<Room, "hasFigures">): readonly Column<Check>[] => [
  nameColumn(hasNamespace, isNarrow ? 224 : undefined),
  {
    id: "health",
    title: "Health",
    width: isNarrow ? 132 : 136,
    value: (check) => healthAt(check, Date.now()),
    cell: (check) => <CheckHealthCell check={check} />,
    groupCell: ({ rows }) => <GroupHealthCell checks={rows} />,
  },
  {
    id: "runs",
    title: "Runs",
    width: 118,
    sort: false,
    isLoadedByCell: true,
    value: () => undefined,
    cell: (check) => <RowRuns check={check} />,
  },
  {
    id: "uptime",
    title: "Uptime",
    width: 76,
    align: "right",
    value: checkUptime,
    cell: (check) => <UptimeText uptime={checkUptime(check)} title={runsText(check.uptime)} />,
    groupCell: ({ rows }) => {
      const uptime = groupUptime(rows);
      return <UptimeText uptime={uptimeOf(uptime)} title={runsText(uptime)} />;
    },
  },
  ...uptimeSpans.map((span): Column<Check> => ({
    id: `uptime_${span.id}`,
    title: span.title,
    width: 72,
    align: "right",
    sort: false,
    isLoadedByCell: true,
    value: () => undefined,
    cell: (check) => <RowUptime check={check} span={span} />,
  })),
  {
    id: "latency",
    title: "Latency",
    width: 80,
    align: "right",
    value: checkLatency,
    cell: (check) => <LatencyText millis={checkLatency(check)} />,
    groupCell: ({ rows }) => <LatencyText millis={mean(rows, checkLatency)} title="Average of the group" />,
  },
  {
    id: "transition",
    title: "Transition",
    width: 92,
    value: ({ last_transition_time }) => last_transition_time,
    cell: (check) => <Transition at={check.last_transition_time} />,
    groupCell: ({ rows }) => <Transition at={latestTransition(rows)} />,
  },
];

/** The runs that a share is computed from. */
export function runsText({ passed, failed }: Pick<Check["uptime"], "passed" | "failed">): string {
  const runs = passed + failed;
  return runs === 0
    ? "No run counts"
    : `${passed.toLocaleString("en")} of ${runs.toLocaleString("en")} runs passed in the last hour`;
}

/** A complete uptime is muted. */
export const UptimeText = ({ uptime, title }: { uptime: number | undefined; title?: string }) => (
  <span title={title} className={uptime === 1 || uptime === undefined ? "text-muted" : ""}>
    {uptimeText(uptime)}
  </span>
);

/** The unit is lighter than the number. */
export function LatencyText({ millis, title }: { millis: number | undefined; title?: string }) {
  if (millis === undefined) return <span className="text-muted">–</span>;
  const [, figure = "", unit = ""] = /^([\d.]+)(\D+)$/.exec(printLatency(millis)) ?? [];
  return (
    <span title={title}>
      {figure}
      <span className="text-muted">{unit}</span>
    </span>
  );
}

function Transition({ at }: { at: string | null }) {
  const isRecent = useKnownClock((now) => Number(isRecentTransition(at, now)));
  if (isRecent === 0 || at === null) return null;
  return (
    <span className="text-muted">
      <Elapsed since={at} /> ago
    </span>
  );
}
