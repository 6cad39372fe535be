// The columns of the health table and of its pivot. The page orders and groups the rows.
import type { Column } from "#console/widgets/table/column.ts";
import { Elapsed } from "#console/widgets/time/Timestamp.tsx";
import { printLatency } from "#lib/time/duration.ts";
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

export const nameColumn = (minWidth: number): Column<Check> => ({
  id: "name",
  title: "Checks",
  isName: true,
  minWidth,
  value: displayName,
  cell: (check) => <CheckName check={check} />,
  groupCell: ({ value, rows }) => <GroupName title={String(value)} checks={rows} />,
});

/** `hasFigures`: whether the runs and uptimes of rows can be requested (RowFigures.tsx). */
export const healthColumns = ({ hasFigures }: { hasFigures: boolean }): readonly Column<Check>[] =>
  hasFigures ? allColumns : allColumns.filter(({ id }) => !figureColumns.has(id));

const figureColumns = new Set(["runs", ...uptimeSpans.map(({ id }) => `uptime_${id}`)]);

// The names need the space, so the columns of figures are only as wide as their text.
const allColumns: readonly Column<Check>[] = [
  nameColumn(240),
  {
    id: "namespace",
    title: "Namespace",
    width: 120,
    // This column is hidden by default, since the tabs show its values.
    isHidden: true,
    narrow: "hidden",
    value: ({ namespace }) => namespace,
    groupCell: ({ rows }) => [...new Set(rows.map(({ namespace }) => namespace))].join(", "),
  },
  {
    id: "health",
    title: "Health",
    width: 116,
    narrow: "status",
    value: (check) => healthAt(check, Date.now()),
    cell: (check) => <CheckHealthCell check={check} />,
    groupCell: ({ rows }) => <GroupHealthCell checks={rows} />,
  },
  {
    id: "runs",
    title: "Runs",
    width: 104,
    sort: false,
    isLoadedByCell: true,
    value: () => undefined,
    cell: (check) => <RowRuns check={check} />,
  },
  {
    id: "uptime",
    title: "Uptime",
    narrow: "labelled",
    width: 72,
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
    narrow: "hidden",
    align: "right",
    sort: false,
    isLoadedByCell: true,
    value: () => undefined,
    cell: (check) => <RowUptime check={check} span={span} />,
  })),
  {
    id: "latency",
    title: "Latency",
    width: 72,
    narrow: "hidden",
    align: "right",
    value: checkLatency,
    cell: (check) => <LatencyText millis={checkLatency(check)} />,
    groupCell: ({ rows }) => <LatencyText millis={mean(rows, checkLatency)} title="Average of the group" />,
  },
  {
    id: "transition",
    title: "Transition",
    width: 84,
    value: ({ last_transition_time }) => last_transition_time,
    cell: (check) => <Transition at={check.last_transition_time} />,
    groupCell: ({ rows }) => <Transition at={latestTransition(rows)} />,
  },
];

/** The runs that a share is computed from. */
export function runsText({ passed, failed }: Pick<Check["uptime"], "passed" | "failed">): string {
  const runs = passed + failed;
  return runs === 0
    ? "No counted run"
    : `${passed.toLocaleString("en")} of ${runs.toLocaleString("en")} runs passed in the last hour`;
}

/** An uptime of 100 percent is shown in a muted colour. */
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
